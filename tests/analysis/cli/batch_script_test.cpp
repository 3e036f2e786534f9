#include "analysis/cli/batch_script.h"

#include <filesystem>
#include <fstream>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class BatchScriptTest : public CliTest {
 protected:
  BatchScriptTest() {
    scenarios_.files = {scenario_};
    scenarios_.overrides = {"seed=2"};
  }
  ScenarioWords scenarios_;
  WorkOptions work_;
};

TEST_F(BatchScriptTest, ATaskHasTheWordsAndLimitsOfTheCommand) {
  work_.wall_limit = 600_s;
  SlurmArray array;
  fill_in(array, scenarios_, work_, Duration());
  EXPECT_EQ(array.words, (std::vector<std::string>{scenario_, "seed=2"}));
  EXPECT_EQ(array.wall_limit, 600_s);
  EXPECT_FALSE(array.memory_limit || array.time);
  EXPECT_EQ(array.folder, std::filesystem::current_path());
  EXPECT_TRUE(std::filesystem::exists(array.program)) << array.program;
  fill_in(array, scenarios_, work_, 60_s);
  EXPECT_EQ(array.time, 60_s);
}

// Without a limit of memory the first run says how much there must be.
TEST_F(BatchScriptTest, ARunTellsTheMemory) {
  const ScenarioRead read = read_scenario_file(scenario_, {});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  SlurmArray array;
  fill_in_shards(array, work_, 3, &*read.scenario);
  EXPECT_EQ(array.shards, 3);
  EXPECT_EQ(array.threads, 1);
  EXPECT_GT(array.one_run, 1_MiB);
  SlurmArray limited;
  limited.memory_limit = 1_GiB;
  work_.threads = 4;
  fill_in_shards(limited, work_, 3, nullptr);
  EXPECT_EQ(limited.threads, 4);
  EXPECT_EQ(limited.one_run, Bytes());
}

TEST_F(BatchScriptTest, StandsBesideTheDatabase) {
  SlurmTask task;
  task.verb = "plan";
  task.name = "tiny";
  task.database = database_;
  fill_in(task, scenarios_, work_, Duration());
  StringSink printed, err;
  const std::string script = folder_ / "results/tiny.sbatch";
  EXPECT_EQ(write_script(database_, script_of(task), scenarios_.files, "one task", {printed, err}),
            ExitCode::ok);
  EXPECT_EQ(printed.text(), "one task: " + script + "; on the cluster: sh " + script + "\n");
  std::ifstream file(script);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), script_of(task));
  EXPECT_THROW(write_script(scenario_, script_of(task), scenarios_.files, "one task", {printed, err}),
               UsageError);
}

}  // namespace
}  // namespace headrace
