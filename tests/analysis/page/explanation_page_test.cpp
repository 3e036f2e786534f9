#include "analysis/page/explanation_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

Spread of(double mean) { return spread_of(std::vector<double>{mean}); }

class ExplanationPageTest : public testing::Test {
 protected:
  ExplanationPageTest() {
    found_.headline = {"train", "samples_per_second", "samples/s"};
    found_.value = of(200);
    found_.effects = {{1, of(7), of(30), of(0.7)}, {0, of(3), of(9), of(0.28)}, {2, of(0), of(0), of(0.001)}};
    found_.all = of(9.8);
    found_.sum = 0.981;
  }

  const ExplanationDesign design_{{{"clients: ports", Side::network, {}},
                                   {"scratch: ost", Side::storage, {{"platform.x", "", 1, Duration(1_ms)}}},
                                   {"clients: memory", Side::client, {}}},
                                  1,
                                  1};
  Explanation found_;
};

TEST_F(ExplanationPageTest, GivesTheVerdictAndTheRunsBehindIt) {
  const std::string text = explanation_text(design_, found_, nullptr, Style(false), false),
                    line = in_one_line(text);
  EXPECT_EQ(text.substr(0, text.find('\n')), "jobs.train.samples_per_second: 200 samples/s");
  EXPECT_NE(line.find("bound by the storage. Of what a machine that is faster throughout would gain: network "
                      "28 %, storage 70 %, no part 2 %"),
            std::string::npos)
      << line;
  EXPECT_NE(
      line.find("What would help first: scratch: ost. 10 % faster it gives +7.0 %, 50 % faster +30.0 %"),
      std::string::npos)
      << line;
  EXPECT_NE(line.find("1 other part hardly matters"), std::string::npos);
  EXPECT_NE(line.find("elasticities sum to 0.98, and everything 10 % faster gives +9.8 %"),
            std::string::npos);
  EXPECT_EQ(text.find("clients: memory"), std::string::npos);
  EXPECT_NE(explanation_text(design_, found_, nullptr, Style(false), true).find("clients: memory"),
            std::string::npos);
}

TEST_F(ExplanationPageTest, SaysWhereNoPartMatters) {
  for (PartEffect& effect : found_.effects) effect.elasticity = of(-0.01);
  EXPECT_NE(explanation_text(design_, found_, nullptr, Style(false), false).find("No part of the machine"),
            std::string::npos);
  EXPECT_TRUE(explanation_tree(design_, found_, nullptr)["bound_by"].empty());
}

TEST_F(ExplanationPageTest, PromisesNothingWhereNoPartBinds) {
  for (PartEffect& effect : found_.effects) effect.elasticity = of(0.02);
  found_.sum = 0.06;
  const std::string line = in_one_line(explanation_text(design_, found_, nullptr, Style(false), false));
  EXPECT_NE(line.find("what binds is no time and no rate of a part"), std::string::npos) << line;
  EXPECT_NE(line.find("no part 94 %"), std::string::npos) << line;
  EXPECT_NE(line.find("No part helps much; most does scratch: ost."), std::string::npos) << line;
  EXPECT_EQ(line.find("What would help"), std::string::npos) << line;
}

TEST_F(ExplanationPageTest, IsReadByPrograms) {
  const auto tree = explanation_tree(design_, found_, nullptr);
  EXPECT_EQ(tree["bound_by"], nlohmann::json{"storage"});
  EXPECT_NEAR(tree["shares"]["storage"].get<double>(), 0.7, 1e-12);
  EXPECT_EQ(tree["parts"][0]["part"], "scratch: ost");
  EXPECT_EQ(tree["parts"][0]["fields"], nlohmann::json{"platform.x"});
  EXPECT_EQ(tree["parts"][0]["gain_percent_10"]["mean"], 7);
}

}  // namespace
}  // namespace headrace
