#include "scenarios/loader/init/ranked_gaps.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(RankedGaps, PutsTheStorageFirstAndLeavesTheRest) {
  const ImportGap gaps[] = {{"platform.network.latency", "a", "b"},
                            {"platform.nodes.clients.smt", "a", "b"},
                            {"platform.nodes.clients.nic.bandwidth", "a", "b"},
                            {"platform.include", "a", "b"},
                            {"platform.nodes.clients.count", "a", "b"},
                            {"jobs.train.nodes.count", "a", "b"},
                            {"platform.nodes.clients.ports.bandwidth", "a", "b"}};
  std::string order;
  for (const RankedGap& ranked : ranked_gaps(gaps)) {
    order += ranked.gap.field + " ";
    EXPECT_FALSE(ranked.advice.empty());
  }
  EXPECT_EQ(order,
            "platform.include jobs.train.nodes.count platform.nodes.clients.nic.bandwidth "
            "platform.network.latency ");
}

}  // namespace
}  // namespace headrace
