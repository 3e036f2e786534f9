#include "analysis/run/cluster/work_over_ranks.h"

#include "tests/analysis/child.h"
#include "tests/analysis/run/sweep_fixture.h"
#include "tests/analysis/shell.h"
#include "tests/analysis/small_system.h"

namespace headrace {
namespace {

// A job of three ranks on however few cores, by the program itself.
class WorkOverRanks : public SweepTest {
 protected:
  void SetUp() override {
    if (!Ranks::are_known()) GTEST_SKIP() << "this build knows no MPI";
    if (run("mpirun --version") != 0) GTEST_SKIP() << "there is no mpirun here";
  }
  // Open MPI does not give back all that it takes, which a sanitizer would say of every rank.
  int run(const std::string& command) const {
    const std::string whole =
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "OMPI_MCA_rmaps_base_oversubscribe=1 ASAN_OPTIONS=detect_leaks=0 " +
        command + " > " + (folder_ / "printed") + " 2> " + (folder_ / "said") + " < /dev/null";
    return run_shell(whole);
  }
  std::string on_ranks(const std::string& database, const std::string& more = {}) const {
    return "mpirun -n 3 " + program() + " sweep " + scenario_ + " --out " + (folder_ / database) + " " +
           more + " " + kAxis + " measure.replications=2";
  }
  std::string text_of(const char* name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // The answer alone: how often progress is told depends on how fast the machine is.
  std::string printed() const { return text_of("printed"); }
  std::string all() const { return text_of("said") + printed(); }
};

TEST_F(WorkOverRanks, FindWhatThreadsFind) {
  ASSERT_EQ(sweep({kAxis, "measure.replications=2"}), 0) << err();
  const std::string expected = hash_of(database_);
  ASSERT_EQ(run(on_ranks("ranks.db")), 0) << all();
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), expected);
  EXPECT_NE(all().find("6 of 6 points done, 12 runs, 12 of them new"), std::string::npos) << all();
  // Nothing is left to run.
  ASSERT_EQ(run(on_ranks("ranks.db")), 0) << all();
  EXPECT_NE(all().find("12 runs, 0 of them new"), std::string::npos) << all();
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), expected);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ranks.db.part"));
}

// All ranks are killed with the launcher; the next job has what was stored, and the same in the end.
TEST_F(WorkOverRanks, GoOnWhereALostJobStood) {
  ASSERT_EQ(sweep({kAxis, "measure.replications=2"}), 0) << err();
  for (const char* seconds : {"0.2", "0.4", "0.6", "0.8"}) {
    const std::string database = std::string("lost-") + seconds + ".db";
    run(std::string("timeout -s KILL ") + seconds + " " + on_ranks(database));
    ASSERT_EQ(run(on_ranks(database)), 0) << all();
    EXPECT_EQ(hash_of(folder_ / database), hash_of(database_)) << seconds;
  }
}

// A call of `run` with arms and replications: what ranks found is stored, answered and written out.
TEST_F(WorkOverRanks, RunArmsAndReplications) {
  const std::string words = scenario_ +
                            " measure.replications=3 'compare={narrow: {overrides: []}, wide: "
                            "{overrides: [jobs.train.layout.stripe_count=2]}}' --out " +
                            folder_.path() + "/";
  ASSERT_EQ(run(program() + " run " + words + "one.db"), 0) << all();
  ASSERT_EQ(run("mpirun -n 3 " + program() + " run " + words + "ranks.db --json"), 0) << all();
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), hash_of(folder_ / "one.db"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "tiny/dlio/wide/train/run3/summary.json")) << all();
  const std::string said = printed();
  ASSERT_EQ(run(program() + " show answer --json " + (folder_ / "ranks.db")), 0) << all();
  EXPECT_NE(said.find(printed()), std::string::npos) << said;
}

TEST_F(WorkOverRanks, ProbeScenarioAfterScenario) {
  const std::string words = " probe " + scenario_ + " " + scenario_ + " --database " + folder_.path() + "/";
  ASSERT_EQ(run(program() + words + "one.db"), 0) << all();
  ASSERT_EQ(run("mpirun -n 3 " + program() + words + "ranks.db"), 0) << all();
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), hash_of(folder_ / "one.db"));
}

TEST_F(WorkOverRanks, PlanRoundAfterRound) {
  add_plan();
  for (const char* what : {"", " --max accelerators --up-to 16"}) {
    const std::string words = " plan " + scenario_ + what + " --out " + folder_.path() + "/";
    ASSERT_EQ(run(program() + words + "one.db --json"), 0) << all();
    const std::string expected = printed();
    ASSERT_EQ(run("mpirun -n 3 " + program() + words + "ranks.db --json"), 0) << all();
    EXPECT_EQ(hash_of(folder_ / "ranks.db"), hash_of(folder_ / "one.db")) << what;
    const auto without_paths = [](std::string text) { return text.substr(0, text.find("\"database\"")); };
    EXPECT_EQ(without_paths(printed()), without_paths(expected));
  }
}

// Two rows that are searched, one after the other: the other ranks go from row to row with the first one.
TEST_F(WorkOverRanks, SearchRowAfterRow) {
  std::ofstream(folder_ / "system.yaml")
      << small_system(4, 12, "unet3d_h100", ", ++workload.dataset.num_files_train=84");
  std::ofstream(folder_ / "rows.csv")
      << "role,system,workload,accelerator,hosts,accelerators,cores_per_host,batch_size,computation_time_s,"
         "samples_per_second,au_percent,scenario,overrides,why_not,source\n"
         "validation,A,unet3d,H100,1,1,12,7,0.323,20.5,91.5,system.yaml,,,a page\n"
         "validation,B,unet3d,H100,2,4,12,7,0.323,80,92,system.yaml,,,a page\n";
  const std::string words = " validate --largest-counts " + (folder_ / "rows.csv") + " --json --database ";
  ASSERT_EQ(run(program() + words + (folder_ / "one.db")), 0) << all();
  const std::string expected = printed();
  ASSERT_EQ(run("mpirun -n 3 " + program() + words + (folder_ / "ranks.db")), 0) << all();
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), hash_of(folder_ / "one.db"));
  EXPECT_EQ(printed(), expected);
  EXPECT_EQ(run("mpirun -n 3 " + program() + words + (folder_ / "none.db") + " --memory-limit '1 B'"), 4)
      << all();
}

// Later runs of a doubt follow from what the draws gave: the other ranks are told.
TEST_F(WorkOverRanks, DoubtStepAfterStep) {
  const std::string words = " doubt " + scenario_ + " --json --draws 2";
  ASSERT_EQ(run(program() + words), 0) << all();
  const std::string expected = printed();
  EXPECT_EQ(expected.find("\"measure_first\": []"), std::string::npos) << expected;
  ASSERT_EQ(run("mpirun -n 3 " + program() + words), 0) << all();
  EXPECT_EQ(printed(), expected);
}

// All ranks take the same steps of a fit: rank 0 tells the others what was found.
TEST_F(WorkOverRanks, FitStepAfterStep) {
  std::ofstream(folder_ / "rates.csv") << "role,run,overrides,measured,source\n"
                                          "calibration,a,,jobs.train.samples_per_second == 30,made\n"
                                          "calibration,b,seed=2,jobs.train.samples_per_second == 31,made\n";
  const std::string words =
      " calibrate " + scenario_ + " --data " + (folder_ / "rates.csv") +
      " --fit platform.nodes.clients.host_work.pytorch.step_overhead=1ms..100ms --json --out " +
      (folder_ / "found.yaml") + " --database ";
  ASSERT_EQ(run(program() + words + (folder_ / "one.db")), 0) << all();
  const std::string expected = printed();
  ASSERT_EQ(run("mpirun -n 3 " + program() + words + (folder_ / "ranks.db")), 0) << all();
  EXPECT_EQ(printed(), expected);
  EXPECT_EQ(hash_of(folder_ / "ranks.db"), hash_of(folder_ / "one.db"));
  EXPECT_EQ(run("mpirun -n 3 " + program() + words + (folder_ / "none.db") + " --memory-limit '1 B'"), 4)
      << all();
}

TEST_F(WorkOverRanks, WhatIsWrongIsSaidOnceAndEndsAll) {
  EXPECT_EQ(run("mpirun -n 3 " + program() + " sweep " + scenario_ + " jobs.train.nodes.cuont=1,2"), 2);
  const std::string text = all();
  const std::size_t first = text.find("error[");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("error[", first + 1), std::string::npos) << text;
  EXPECT_NE(run(on_ranks("x.db", "--runs 3")), 0);
  EXPECT_NE(all().find("--runs is for one process"), std::string::npos) << all();
}

}  // namespace
}  // namespace headrace
