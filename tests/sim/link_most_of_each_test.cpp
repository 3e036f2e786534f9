// Links that say how much each transfer may have at most.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/task_group.h"
#include "tests/sim/sending.h"

namespace headrace {
namespace {

// Transfers have at most m each: k of s on a link of C take s / min(m, C / k).
TEST(LinkMostOfEach, NobodyHasMoreThanTheMostOfEach) {
  for (const int transfers : {1, 2, 3, 4, 8}) {
    Simulation sim;
    Link link(sim, "wire", 3_GBps, 1_GBps);
    std::vector<Time> ends;
    TaskGroup group(sim);
    for (int i = 0; i < transfers; ++i) group.spawn("a", send(sim, link, Duration(), 3000_B, ends));
    sim.run();
    const std::vector<Time> expected(static_cast<std::size_t>(transfers),
                                     Time::at(Duration::nanoseconds(std::max(3000, 1000 * transfers))));
    EXPECT_EQ(ends, expected) << transfers;
  }
}

// Five share 3 B/ns: 3000 B each take 5000 ns. Three have 3000 B left then, and 1 B/ns each.
TEST(LinkMostOfEach, TheMostOfEachIsHadAgainWhenOthersEnd) {
  Simulation sim;
  Link link(sim, "wire", 3_GBps, 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  for (int i = 0; i < 2; ++i) group.spawn("a", send(sim, link, Duration(), 3001_B, ends));
  for (int i = 0; i < 3; ++i) group.spawn("b", send(sim, link, 1_ns, 6000_B, ends));
  sim.run();
  EXPECT_EQ(ends, (std::vector<Time>{Time::at(5001_ns), Time::at(5001_ns), Time::at(8001_ns),
                                     Time::at(8001_ns), Time::at(8001_ns)}));
}

}  // namespace
}  // namespace headrace
