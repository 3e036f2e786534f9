#include "scenarios/loader/import/platform_lines.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(PlatformLines, HaveAValueALineWithItsOrigin) {
  PlatformLines lines;
  lines.open("nodes");
  lines.open("clients");
  lines.count("count", ToldValue{18, {OriginTag::read, "benchmark_hosts"}}, "clients.count", "not said");
  lines.bytes("memory", ToldValue{98784247808.0, {OriginTag::derived, "a x b"}}, "clients.memory",
              "not said");
  lines.close();
  lines.close();
  lines.open("network");
  lines.prior("latency", "network.infiniband", "no latency is described");
  EXPECT_EQ(lines.text(),
            "nodes:\n"
            "  clients:\n"
            "    count: 18                               # [read] benchmark_hosts\n"
            "    memory: 92 GiB                          # [derived] a x b\n"
            "network:\n"
            "  latency: 2 us                             # [assumed] within a factor of 2: InfiniBand or "
            "Slingshot, "
            "end to end with one switch\n");
  EXPECT_EQ(lines.counts().read, 1);
  EXPECT_EQ(lines.counts().derived, 1);
  EXPECT_EQ(lines.counts().assumed, 1);
}

TEST(PlatformLines, ListPriorsAsGaps) {
  PlatformLines lines;
  lines.open("nodes");
  lines.count("cores", std::nullopt, "clients.cores", "no cores are described");
  lines.bytes("memory", std::nullopt, "clients.memory", "no memory is described");
  lines.count("count", ToldValue{1, {OriginTag::assumed, "a guess"}}, "clients.count", "not said");
  ASSERT_EQ(lines.gaps().size(), 3U);
  EXPECT_EQ(lines.gaps()[0].field, "platform.nodes.cores");
  EXPECT_EQ(lines.gaps()[0].lacking, "no cores are described");
  EXPECT_EQ(lines.gaps()[0].stands, "32");
  EXPECT_EQ(lines.gaps()[1].stands, "128 GiB");
  EXPECT_EQ(lines.gaps()[2].stands, "1");
}

TEST(PlatformLines, WriteQuantitiesAsAScenarioDoes) {
  EXPECT_EQ(count_text(3.4), "3");
  EXPECT_EQ(count_text(1e300), "1000000000000000");
  EXPECT_EQ(rate_text(93.44e9), "93.4 GB/s");
  EXPECT_EQ(rate_text(232e9), "232 GB/s");
  EXPECT_EQ(port_text(12.5e9), "100 Gbit/s");
  EXPECT_EQ(origin_text({OriginTag::assumed, "why", 1.5}), "[assumed] within a factor of 1.5: why");
  EXPECT_EQ(origin_text({OriginTag::read, "where"}), "[read] where");
}

TEST(PlatformLines, StandInTheirPart) {
  PlatformLines lines("jobs.train", 2);
  lines.value("storage", "lustre", {OriginTag::read, "a:1"});
  EXPECT_EQ(lines.text(), "    storage: lustre                         # [read] a:1\n");
  ASSERT_EQ(lines.values().size(), 1U);
  EXPECT_EQ(lines.values()[0].field, "jobs.train.storage");
  EXPECT_EQ(lines.values()[0].text, "lustre");
}

}  // namespace
}  // namespace headrace
