#include "analysis/page/sufficiency_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

const Headline kSamplesASecond{"train", "samples_per_second", "samples/s"};

SufficiencyFound found_change() {
  SufficiencyFound found;
  found.target = 200;
  found.asked = true;
  found.ladders = {{"scratch: ost", false, {{1.5, {"platform.a=6 GB/s"}}}}};
  found.change = SufficientChange{0, 0, 210};
  found.seeds = {4, 5, 6};
  found.confirmed = {209, 211, 199};
  return found;
}

TEST(SufficiencyPage, SaysTheChangeAndTheRunThatRepeatsIt) {
  const std::string line = in_one_line(sufficiency_text(kSamplesASecond, found_change(), "a.yaml", ""));
  EXPECT_NE(line.find("reaches 200 samples/s: scratch: ost 50 % faster, which gives 210."), std::string::npos)
      << line;
  EXPECT_NE(line.find("On seeds 4 to 6"), std::string::npos) << line;
  EXPECT_NE(line.find("reaches the target in 2 of 3."), std::string::npos) << line;
  EXPECT_NE(line.find("headrace run a.yaml seed=4 'platform.a=6 GB/s'"), std::string::npos) << line;
}

TEST(SufficiencyPage, SaysWhereNothingIsEnoughOrNeeded) {
  SufficiencyFound none = found_change();
  none.change.reset();
  EXPECT_NE(in_one_line(sufficiency_text(kSamplesASecond, none, "a.yaml", "")).find("No single change"),
            std::string::npos);
  SufficiencyFound met = found_change();
  met.met_already = true;
  EXPECT_NE(sufficiency_text(kSamplesASecond, met, "a.yaml", "").find("as it stands"), std::string::npos);
  EXPECT_TRUE(sufficiency_tree(kSamplesASecond, met)["change"].is_null());
  EXPECT_EQ(sufficiency_tree(kSamplesASecond, found_change())["change"]["reached"], 2);
}

}  // namespace
}  // namespace headrace
