#include "analysis/run/cluster/slurm.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "analysis/errors.h"
#include "analysis/output_file.h"
#include "sim/units_text.h"
#include "tests/analysis/scratch_folder.h"
#include "tests/analysis/shell.h"

namespace headrace {
namespace {

TEST(ShellWord, IsOneWordWhateverStandsInIt) {
  EXPECT_EQ(shell_word("jobs.train.nodes.count=1,2"), "jobs.train.nodes.count=1,2");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("log 1s..2s 4"), "'log 1s..2s 4'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

// The script is run by the shell, with a sweep, a batch system and its control that write down how they are
// called.
class SlurmScript : public testing::Test {
 protected:
  SlurmScript() {
    stub("sbatch", "echo sbatch \"$@\" >> calls; echo 41");
    stub("scontrol", "echo scontrol \"$@\" >> calls");
    array_.program = folder_ / "headrace";
    array_.name = "a study";
    array_.words = {"study.yaml", "jobs.train.question=it's a test", "seed=1,2"};
    array_.database = "out/study.db";
    array_.folder = folder_.path();
    array_.shards = 3;
    array_.threads = 2;
  }

  void stub(const std::string& name, const std::string& body) {
    const std::string path = folder_ / name;
    std::ofstream(path) << "#!/bin/sh\n" + body + "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  int run(const std::string& before = {}, const std::string& options = {}) {
    write_file(folder_ / "study.sbatch", script_of(array_), slurm_kind());
    const std::string command = "cd " + folder_.path() + " && PATH=" + folder_.path() + ":$PATH " + before +
                                " sh study.sbatch " + options + " > printed 2>&1";
    return run_shell(command);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string calls() const { return read("calls"); }

  ScratchFolder folder_;
  SlurmArray array_;
};

TEST_F(SlurmScript, SubmitsItselfAndTheMergeBehindIt) {
  ASSERT_EQ(run({}, "--partition=short"), 0) << read("printed");
  EXPECT_EQ(calls(),
            "sbatch --parsable --partition=short study.sbatch\n"
            "sbatch --parsable --partition=short --dependency=afterok:41 --job-name=a_study_merge --wrap=" +
                folder_ / "headrace" +
                " merge out/study.db out/study.shard1.db out/study.shard2.db out/study.shard3.db\n");
  EXPECT_EQ(read("printed"), "array 41 of 3 shards; job 41 merges them into out/study.db\n");
}

TEST_F(SlurmScript, AnotherCommandFollowsTheMergeWhereItWorked) {
  array_.verb = "run";
  array_.database_option = "--database";
  array_.behind = {"show", "answer", "out/study.db"};
  ASSERT_EQ(run(), 0) << read("printed");
  EXPECT_NE(calls().find(" out/study.shard3.db && " + folder_ / "headrace" + " show answer out/study.db\n"),
            std::string::npos)
      << calls();
  EXPECT_NE(script_of(array_).find("# 3 shards of a run, then their merge and the answer. "),
            std::string::npos);
  stub("headrace", "for word; do echo \"[$word]\" >> turn; done");
  ASSERT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41"), 0) << read("printed");
  EXPECT_EQ(read("turn"),
            "[run]\n[study.yaml]\n[jobs.train.question=it's a test]\n[seed=1,2]\n[--database]\n"
            "[out/study.shard2.db]\n[--shard]\n[2/3]\n[--jobs]\n[2]\n[--progress]\n[off]\n[--quiet]\n");
}

TEST_F(SlurmScript, OneTaskTakesANodeForItself) {
  SlurmTask task;
  const SlurmJob& common = array_;
  static_cast<SlurmJob&>(task) = common;
  task.verb = "plan";
  const auto run_task = [&](const std::string& variables) {
    write_file(folder_ / "plan.sbatch", script_of(task), slurm_kind());
    return run_shell("cd " + folder_.path() + " && PATH=" + folder_.path() + ":$PATH " + variables +
                     " sh plan.sbatch > printed 2>&1");
  };
  EXPECT_NE(script_of(task).find("#SBATCH --nodes=1\n#SBATCH --exclusive\n#SBATCH --time=04:00:00\n"
                                 "#SBATCH --mem=0\n"),
            std::string::npos)
      << script_of(task);
  ASSERT_EQ(run_task(""), 0) << read("printed");
  EXPECT_EQ(calls(), "sbatch --parsable plan.sbatch\n");
  EXPECT_EQ(read("printed"), "job 41 keeps its runs in out/study.db\n");
  stub("headrace", "for word; do echo \"[$word]\" >> turn; done; exit 4");
  EXPECT_EQ(run_task("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_JOB_ID=41"), 4);
  EXPECT_EQ(read("turn"),
            "[plan]\n[study.yaml]\n[jobs.train.question=it's a test]\n[seed=1,2]\n[--out]\n[out/study.db]\n"
            "[--progress]\n[off]\n");
  EXPECT_NE(calls().find("scontrol requeue 41_1\n"), std::string::npos) << calls();
  task.threads = 3;
  EXPECT_NE(script_of(task).find(" --out out/study.db --jobs 3 --progress off &\n"), std::string::npos);
}

TEST_F(SlurmScript, AnEditedScriptIsTheUsersOwn) {
  const std::string script = folder_ / "study.sbatch";
  write_file(script, script_of(array_), slurm_kind());
  array_.shards = 4;
  EXPECT_NO_THROW(write_file(script, script_of(array_), slurm_kind()));
  std::ofstream(script, std::ios::app) << "# a line of the site's own\n";
  const std::string edited = read("study.sbatch");
  EXPECT_THROW(write_file(script, script_of(array_), slurm_kind()), InputError);
  EXPECT_EQ(read("study.sbatch"), edited);
}

TEST_F(SlurmScript, ATaskRunsItsShard) {
  stub("headrace", "for word; do echo \"[$word]\" >> calls; done");
  ASSERT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41"), 0) << read("printed");
  EXPECT_EQ(
      calls(),
      "[sweep]\n[study.yaml]\n[jobs.train.question=it's a test]\n[seed=1,2]\n[--out]\n[out/study.shard2.db]\n"
      "[--shard]\n[2/3]\n[--jobs]\n[2]\n[--progress]\n[off]\n[--quiet]\n");
}

TEST_F(SlurmScript, ATaskThatWasInterruptedGetsAnotherTurn) {
  stub("headrace", "exit 4");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41"), 4);
  EXPECT_EQ(calls(), "scontrol requeue 41_2\n");
}

TEST_F(SlurmScript, ATaskThatNeverEndsIsGivenUp) {
  stub("headrace", "exit 4");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41 SLURM_RESTART_COUNT=100"), 4);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "calls"));
}

TEST_F(SlurmScript, AsksForWhatOneRunTook) {
  array_.one_run = Bytes::count(std::int64_t{100} << 20);
  const std::string script = script_of(array_);
  EXPECT_NE(script.find("#SBATCH --time=04:00:00\n#SBATCH --mem=704M\n"), std::string::npos) << script;
  EXPECT_NE(
      script.find("# The time is the default of --slurm-time; the memory an estimate: the first point took "
                  "101 MiB here; twice that for each of 2 threads, and 256 MiB.\n"),
      std::string::npos)
      << script;
  EXPECT_EQ(script.find("-limit"), std::string::npos);
}

TEST_F(SlurmScript, LimitsReachTheShards) {
  array_.wall_limit = Duration::seconds(90'000);
  array_.memory_limit = Bytes::count(std::int64_t{1000} << 20);
  EXPECT_NE(script_of(array_).find("#SBATCH --time=25:10:00\n#SBATCH --mem=1408M\n"), std::string::npos);
  array_.time = Duration::seconds(60);
  EXPECT_NE(script_of(array_).find("#SBATCH --time=00:01:00\n"), std::string::npos);
  stub("headrace", "for word; do echo \"[$word]\" >> calls; done");
  ASSERT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41"), 0) << read("printed");
  EXPECT_NE(calls().find("[--wall-limit]\n[" + text_of(*array_.wall_limit) + "]\n[--memory-limit]\n[" +
                         text_of(*array_.memory_limit) + "]\n[--out]\n"),
            std::string::npos)
      << calls();
}

TEST_F(SlurmScript, ATaskThatFailsDoesNot) {
  stub("headrace", "exit 2");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_JOB_ID=41"), 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "calls"));
}

// Slurm signals the shell alone, two minutes before the end.
TEST_F(SlurmScript, ASignalReachesTheProgram) {
  stub("headrace",
       "trap 'echo told >> calls; exit 4' TERM; kill -TERM $PPID; i=0; while [ $i -lt 1000 ]; do sleep 0.01; "
       "i=$((i+1)); done");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_JOB_ID=41"), 4) << read("printed");
  EXPECT_EQ(calls(), "told\nscontrol requeue 41_1\n");
}

}  // namespace
}  // namespace headrace
