#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Returns the codes of a job that writes two checkpoints of 4 GB, 1 GB a rank, to two targets.
std::string codes_on(
    const std::string& target, const std::string& placement,
    const std::string& checkpoint = "{enabled: true, writes: 2, model_size: 1 GB, ranks: all_ranks}") {
  std::string text = changed(small_scenario(), "          count: 2\n", "          count: 2\n" + target);
  text = changed(text, "        oss: {count: 1}\n", "        oss: {count: 1}\n" + placement);
  text = changed(text, "checkpoint: {enabled: false}",
                 "training: {enabled: false}\n      checkpoint: " + checkpoint);
  return codes_of(read_scenario(text, "small.yaml").problems);
}

const std::string kBySpace = "        placement: {policy: free_space}\n";

// Two targets of 8 GB, of which so much is taken, and 8 GB to write.
TEST(SpaceChecks, TellOfWhatFindsNoRoom) {
  EXPECT_EQ(codes_on("          capacity: 8 GB\n          fill: 0.5\n", ""), "");
  EXPECT_EQ(codes_on("          capacity: 8 GB\n          fill: 0.51\n", ""), "W0024");
  EXPECT_EQ(codes_on("          capacity: 8 GB\n          fill: 1\n          newer: 1\n", ""), "");
  EXPECT_EQ(
      codes_on("          capacity: 8 GB\n          fill: 1\n          newer: 1\n          newer_fill: 0.1\n",
               ""),
      "W0024");
  EXPECT_EQ(codes_on("", ""), "");
}

TEST(SpaceChecks, TellOfAPlacementThatPlacesNothingBySpace) {
  const std::string room = "          capacity: 8 GB\n";
  EXPECT_EQ(codes_on(room, kBySpace), "");
  EXPECT_EQ(codes_on("", kBySpace), "W0023");
  EXPECT_EQ(codes_on(room, kBySpace, "{enabled: true, writes: 0, reads: 1}"), "W0023");
}

}  // namespace
}  // namespace headrace
