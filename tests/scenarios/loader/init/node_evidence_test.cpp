#include "scenarios/loader/init/node_evidence.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

NodeEvidence node_of(double cores, double memory) {
  NodeEvidence node;
  node.host.cores = ToldValue{cores, {OriginTag::read, "a:1"}};
  node.host.memory = ToldValue{memory, {OriginTag::read, "a:2"}};
  return node;
}

TEST(NodeEvidence, BelievesTheFirstAndTellsTheOther) {
  NodeEvidence known;
  std::vector<Contradiction> contradictions;
  add_evidence(known, node_of(64, 256e9), "by the test", contradictions);
  EXPECT_TRUE(contradictions.empty());
  add_evidence(known, node_of(48, 251e9), "by the test", contradictions);
  EXPECT_EQ(known.host.cores->value, 64);
  ASSERT_EQ(contradictions.size(), 1u);  // Memory differs by 2 %, which kernels keep.
  EXPECT_EQ(contradictions[0].what, "cores of a node");
  EXPECT_EQ(contradictions[0].believed, "64 (a:1)");
  EXPECT_EQ(contradictions[0].other, "48 (a:1)");
  EXPECT_EQ(contradictions[0].why, "by the test");
}

TEST(NodeEvidence, CompletesWhatIsAbsent) {
  NodeEvidence known = node_of(64, 256e9), ports;
  ports.host.ports.bandwidth = ToldValue{25e9, {OriginTag::read, "b:1"}};
  ports.accelerator = {"c:1", "H100"};
  ports.fabric = "InfiniBand";
  std::vector<Contradiction> contradictions;
  add_evidence(known, ports, "", contradictions);
  EXPECT_EQ(known.host.ports.bandwidth->value, 25e9);
  EXPECT_EQ(known.accelerator.text, "H100");
  EXPECT_EQ(known.fabric, "InfiniBand");
  ports.accelerator.text = "A100";
  add_evidence(known, ports, "", contradictions);
  ASSERT_EQ(contradictions.size(), 1u);
  EXPECT_EQ(contradictions[0].what, "kind of the accelerators");
}

TEST(NodeEvidence, NamesPlacesByFileAndLine) {
  const auto source = source_of("", "folder/lscpu.txt");
  EXPECT_EQ(place_in(*source, 7), "lscpu.txt:7");
  EXPECT_EQ(origin_text(read_in(*source, 7, "Socket(s)")), "[read] lscpu.txt:7: Socket(s)");
}

}  // namespace
}  // namespace headrace
