#include "scenarios/loader/benchmarks/dlio_run_checks.h"

#include "tests/scenarios/loader/benchmarks/dlio_run_support.h"

namespace headrace {
namespace {

// Returns the codes of the warnings of a run, and whether it is doubted.
std::string said_of(const SyntheticDlioRun& run) {
  const DlioRunsRead read = run.read();
  EXPECT_EQ(read.runs.size(), 1u) << read.problems.text();
  if (read.runs.size() != 1) return "";
  return codes_of(read.problems) + (read.runs[0].doubts.empty() ? "" : " doubted");
}

bool is_told(const DlioRun& run, std::string_view words) {
  for (const std::string& note : run.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

TEST(DlioRunChecks, SaysNothingOfAGoodRun) { EXPECT_EQ(said_of({}), ""); }

// The first epoch takes 44 s, the others 40 s in the median: 10 % longer.
TEST(DlioRunChecks, TellsAFirstEpochThatWarmedUp) {
  EXPECT_TRUE(is_told(SyntheticDlioRun().read().runs[0], "its first epoch took 10 % longer"));
  SyntheticDlioRun even;
  even.seconds[0] = "41.00";
  EXPECT_FALSE(is_told(even.read().runs[0], "its first epoch"));
  SyntheticDlioRun by_rate;
  by_rate.seconds = {"44.00"};
  EXPECT_TRUE(is_told(by_rate.read().runs[0], "its first epoch took 11.1 % longer"));
}

TEST(DlioRunChecks, TellsOfARunThatFailed) {
  SyntheticDlioRun of;
  of.meets = "fail";
  of.mean = "71.5";
  EXPECT_EQ(said_of(of), "W0096");
  EXPECT_TRUE(is_told(of.read().runs[0], "utilisation of 71.5 % is below the 90 % that is asked for"));
}

TEST(DlioRunChecks, DoubtsFewEpochs) {
  SyntheticDlioRun of;
  of.au = "[91]";
  of.rates = "[98]";
  of.seconds = {"40"};
  EXPECT_EQ(said_of(of), "W0097 doubted");
}

TEST(DlioRunChecks, DoubtsWhatAMemoryMayHaveHeld) {
  SyntheticDlioRun of;
  of.caching = "[1, 0]";
  EXPECT_EQ(said_of(of), "W0090 doubted");
  DlioRun run = SyntheticDlioRun().read().runs[0];
  Problems problems;
  check_dlio_run(run, {Bandwidth::bytes_per_second(600e6), false}, problems);
  EXPECT_EQ(codes_of(problems), "");
  check_dlio_run(run, {Bandwidth::bytes_per_second(500e6), false}, problems);
  EXPECT_EQ(codes_of(problems), "W0090");
}

// Eight ranks compute batches of seven in half a second: 112 samples a second at most.
TEST(DlioRunChecks, DoubtsAConfigurationOfAnotherRun) {
  SyntheticDlioRun of;
  of.files = "5000";
  EXPECT_EQ(said_of(of), "W0098 doubted");
  of = {};
  of.rate = "112.5";
  EXPECT_EQ(said_of(of), "");
  of.rate = "113";
  EXPECT_EQ(said_of(of), "W0098 doubted");
}

}  // namespace
}  // namespace headrace
