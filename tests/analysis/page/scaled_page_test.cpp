#include "analysis/page/scaled_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

ScaledPage page() {
  ScaledPage page;
  page.recording = "run";
  page.ranks = 8;
  page.nodes = 2;
  page.batch = 4;
  page.assumptions = {"weak: a rank reads as many samples as it did"};
  page.evidence = {100, {"", "read_threads 2", "read_threads 8"}, {101, 104, 120}};
  page.answer = scaled_answer(page.evidence, {{{32, 8, 4000, 4, 110, 0, 0, 1234, 98.76}, 2, {110, 112}}});
  page.left_out = {"33 ranks do not fill nodes of 4"};
  return page;
}

TEST(ScaledPage, TellsAssumptionsAndWhatContradictsTheRecording) {
  const std::string text = scaled_text(page(), Style(false));
  EXPECT_TRUE(text.starts_with("scaled from run\n  recorded: 8 ranks on 2 nodes, batch 4")) << text;
  EXPECT_NE(text.find("there (+1.0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("  weak: a rank reads as many samples as it did\n"), std::string::npos) << text;
  EXPECT_NE(text.find("read_threads 2: +4.0 % at the recorded ranks\n"), std::string::npos) << text;
  EXPECT_NE(text.find("+20.0 % at the recorded ranks, which contradicts the recording: left out\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("33 ranks do not fill nodes of 4\n"), std::string::npos) << text;
}

TEST(ScaledPage, IsATreeForPrograms) {
  const nlohmann::ordered_json tree = scaled_tree(page());
  EXPECT_EQ(tree["points"][0]["ranks"], 32);
  EXPECT_LT(tree["points"][0]["low"], 110);
  EXPECT_GT(tree["points"][0]["high"], 112);
  EXPECT_EQ(tree["loaders"][1]["fits"], true);
  EXPECT_EQ(tree["loaders"][2]["fits"], false);
  EXPECT_NEAR(tree["missed_percent"].get<double>(), 1, 1e-9);
}

}  // namespace
}  // namespace headrace
