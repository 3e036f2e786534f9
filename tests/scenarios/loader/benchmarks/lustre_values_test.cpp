#include "scenarios/loader/benchmarks/lustre_values.h"

#include "tests/scenarios/loader/benchmarks/lustre_support.h"

namespace headrace {
namespace {

// "ost.count=3" of each value.
std::string values_of(const std::string& dump, std::vector<std::string>& left) {
  std::string text;
  for (const LustreValue& value : lustre_values(statistics_of(dump), left)) {
    text += (text.empty() ? "" : " ") + std::string(value.group) + "." + value.field + "=" + value.text;
    EXPECT_TRUE(value.source.starts_with('[')) << value.source;
  }
  std::erase(text, '_');
  return text;
}

// 4194304 KiB are 4 GiB, of which a quarter is taken.
TEST(LustreValues, OfServersAreTargetsAndSpace) {
  std::vector<std::string> left;
  EXPECT_EQ(values_of(kServerDump, left), "ost.count=3 ost.capacity=4 GiB ost.fill=0.25 mds.count=1");
  EXPECT_TRUE(left.empty());
}

// Of two windows that which most have; 1024 pages are 4 MiB.
TEST(LustreValues, OfClientsAreSettingsAndTheLayout) {
  std::vector<std::string> left;
  EXPECT_EQ(values_of(kClientDump, left),
            "ost.count=3 mds.count=1 client.metadatamaxrpcsinflight=64 client.rpcsize=4 MiB "
            "client.maxrpcsinflight=16 "
            "layout.stripecount=4 layout.stripesize=1 MiB");
  const auto values = lustre_values(statistics_of(kClientDump), left);
  EXPECT_EQ(values[4].source, "[read] dump.txt:1: max_rpcs_in_flight=16, as most have of 2 values");
}

TEST(LustreValues, LeaveWhatNoFieldCanHave) {
  std::vector<std::string> left;
  EXPECT_EQ(values_of("osc.weir.max_rpcs_in_flight=9999\nlov.weir.a.stripecount=-1\nlov.weir.a.stripesize=7\n"
                      "osp.weir.max_rpcs_in_flight=8\n",
                      left),
            "");
  EXPECT_EQ(left.size(), 4u);
}

}  // namespace
}  // namespace headrace
