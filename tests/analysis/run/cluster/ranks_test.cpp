#include "analysis/run/cluster/ranks.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "analysis/errors.h"

namespace headrace {
namespace {

// What several ranks do together is tried where they run: sweep_processes_test.cpp.
TEST(Ranks, AloneThereIsOne) {
  const Ranks ranks;
  EXPECT_EQ(ranks.rank(), 0);
  EXPECT_EQ(ranks.count(), 1);
}

TEST(Ranks, AProgramThatKnowsNoMpiDoesNotRunEverythingTwice) {
  if (Ranks::are_known()) GTEST_SKIP() << "this build knows MPI";
  ::setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
  EXPECT_THROW(Ranks(), UsageError);
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
}

}  // namespace
}  // namespace headrace
