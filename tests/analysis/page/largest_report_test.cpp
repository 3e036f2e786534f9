#include "analysis/page/largest_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

TEST(LargestReport, SaysHowManyAreFed) {
  LargestResult found;
  found.largest = 5;
  found.curve = {{5, {2, 0, 1}, true, true}, {6, {-3, 0, 1}, false, true}};
  std::map<std::size_t, PlanEvaluator::Note> notes;
  notes[6].limited_by = "the OST devices";
  LargestAnswer answer{"tiny",
                       "train",
                       "H100",
                       Raised::nodes,
                       8,
                       {"jobs.train.au_percent >= 90", "jobs.train.au_percent", ">=", 90},
                       found,
                       notes,
                       1,
                       "tiny.db",
                       "70 % of systems would meet it"};
  EXPECT_NE(largest_text(answer, Style(false)).find("With the largest count 70 % of systems would meet it."),
            std::string::npos);
  EXPECT_EQ(
      largest_sentence(answer),
      "40 x H100 are fed, 8 on each of 5 nodes: the most with jobs.train.au_percent >= 90; then limited by "
      "the OST devices");
  EXPECT_NE(largest_text(answer, Style(false)).find("missed"), std::string::npos);
  notes[5].limited_by = "the nodes' cores, for which the loaders queue (host: cores (82 % busy))";
  EXPECT_NE(largest_text(answer, Style(false)).find("the nodes' cores\n"), std::string::npos);
  EXPECT_EQ(largest_tree(answer)["largest_accelerators"], 40);
  EXPECT_EQ(largest_tree(answer)["runs_reused"], 1);
  EXPECT_EQ(largest_tree(answer)["curve"][1]["figure"]["value"], 87);
  EXPECT_EQ(largest_tree(answer)["curve"][1]["nodes"], 6);
  answer.raised = Raised::accelerators_per_node;
  EXPECT_EQ(
      largest_sentence(answer),
      "40 x H100 are fed, 5 on each of the 8 nodes: the most with jobs.train.au_percent >= 90; then limited "
      "by the OST devices");
  EXPECT_EQ(largest_tree(answer)["raised"], "accelerators_per_node");
  EXPECT_EQ(largest_tree(answer)["curve"][1]["nodes"], 8);
}

}  // namespace
}  // namespace headrace
