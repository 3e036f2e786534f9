#include "analysis/page/run_comparison_tables.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

constexpr const char* kAxis = "jobs.train.nodes.count";

ComparedRun run(const std::string& nodes, std::int64_t replication, double rate) {
  return {replication,
          1,
          replication,
          true,
          {{{"train", "samples_per_second"}, {rate, "1/s", false}},
           {{"train", "au_percent"}, {90, "percent", false}},
           {{"train", "step_wait.p99"}, {rate / 10, "s", true}}},
          {{kAxis, nodes}}};
}

TEST(RunComparisonTables, OfOnePointHasAllFiguresThatDiffer) {
  const std::vector<ComparedRun> a = {run("2", 1, 100), run("2", 2, 104), run("2", 3, 102)};
  const std::vector<ComparedRun> b = {run("2", 1, 110), run("2", 2, 115), run("2", 3, 112)};
  EXPECT_EQ(run_comparison_tables(compare_runs(a, b), false),
            "\n"
            "  train               unit    A      B  B - A, 95 %   percent\n"
            "  samples_per_second   1/s  102  112.3  8.9 to 11.8  +10.13 % *\n"
            "  * differs: the interval leaves out zero, also after Holm's correction for that many figures\n"
            "  2 figures equal, or of a distribution (--verbose)\n");
  const std::string all = run_comparison_tables(compare_runs(a, b), true);
  EXPECT_NE(all.find("step_wait.p99"), std::string::npos) << all;
  EXPECT_NE(all.find("au_percent"), std::string::npos) << all;
}

TEST(RunComparisonTables, OfOnePairHasNoStar) {
  const std::string text = run_comparison_tables(compare_runs({run("2", 1, 100)}, {run("2", 1, 50)}), false);
  EXPECT_NE(text.find("-50.00 %"), std::string::npos) << text;
  EXPECT_EQ(text.find('*'), std::string::npos) << text;
}

TEST(RunComparisonTables, OfSeveralPointsHasALineEach) {
  const std::vector<ComparedRun> a = {run("2", 1, 100), run("10", 1, 200)};
  const std::vector<ComparedRun> b = {run("2", 1, 110), run("10", 1, 180)};
  const RunComparison comparison = compare_runs(a, b, {kAxis});
  EXPECT_EQ(run_comparison_tables(comparison, false),
            "\n"
            "  train: count  A samples/s    B  B - A, 95 %   percent    pairs\n"
            "  2                     100  110           10  +10.00 %        1\n"
            "  10                    200  180          -20  -10.00 %        1\n"
            "  all figures of each point: --verbose, --json\n");
  const std::string all = run_comparison_tables(comparison, true);
  EXPECT_NE(all.find("\n  at count=10\n\n  train "), std::string::npos) << all;
}

}  // namespace
}  // namespace headrace
