#include "analysis/cli/search_rounds.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// A search whose largest count is 4; counts 4 and 5 were run.
CountSearch search_of_four() {
  CountSearch search;
  search.found.largest = 4;
  search.notes[4] = {"", "host work per step"};
  search.notes[5] = {"", "the drives of the storage"};
  return search;
}

TEST(CountSearch, IsLimitedByWhatLimitsTheNextCount) {
  EXPECT_EQ(search_of_four().limit(), "the drives of the storage");
}

TEST(CountSearch, IsLimitedSoFarByWhatLimitsTheLast) {
  CountSearch search = search_of_four();
  search.found.at_the_end = true;
  EXPECT_EQ(search.limit(), "host work per step");
}

TEST(CountSearch, TellsWhyACountWasRefused) {
  CountSearch search = search_of_four();
  search.notes[5] = {"the loaders of a node hold up to 2 GiB", ""};
  EXPECT_EQ(search.limit(), "the loaders of a node hold up to 2 GiB");
  search.notes.erase(5);
  EXPECT_EQ(search.limit(), "") << "it was not run";
  search.found.largest.reset();
  search.notes[1] = {"", "the network"};
  EXPECT_EQ(search.limit(), "the network") << "not even one meets the target";
}

}  // namespace
}  // namespace headrace
