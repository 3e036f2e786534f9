#include "scenarios/loader/init/first_scenario.h"

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/text/letters.h"
#include "tests/scenarios/loader/import/import_support.h"
#include "tests/scenarios/loader/init/evidence_support.h"

namespace headrace {
namespace {

class FirstScenarioTest : public InitFilesTest {
 protected:
  FirstScenario made_of(const std::vector<TextOfFile>& files, const std::string& platform = "",
                        std::int64_t nodes = 0) const {
    FirstScenario made = first_scenario(evidence_of(files), {scenario_, platform, "", nodes});
    EXPECT_FALSE(made.problems.has_errors()) << made.problems.text() << made.text;
    return made;
  }
};

// Says that each line with a value tells where it comes from, and each guess that it is one.
void expect_comments(const FirstScenario& made) {
  std::string_view rest = made.text;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    const std::size_t colon = line.find(": ");
    const bool is_value = line.starts_with("  ") && colon != std::string_view::npos && !line.ends_with(':');
    if (!is_value || line.find("replications") != std::string_view::npos) continue;
    EXPECT_NE(line.find("# "), std::string_view::npos) << line;
    const bool is_guess = line.find("[assumed]") != std::string_view::npos;
    EXPECT_EQ(is_guess, line.find("# guess: [assumed]") != std::string_view::npos) << line;
  }
}

TEST_F(FirstScenarioTest, OfNoFileIsAShippedPlatform) {
  const FirstScenario made = made_of({});
  EXPECT_EQ(made.platform, "platforms/clusterstor-e1000-slingshot.yaml");
  EXPECT_TRUE(made.text.starts_with(first_scenario_head()));
  EXPECT_NE(made.text.find("include: platforms/clusterstor-e1000-slingshot.yaml"), std::string::npos);
  expect_comments(made);
}

TEST_F(FirstScenarioTest, OfDrivesRunsOnThem) {
  const FirstScenario made =
      made_of({{"lsblk.txt", kLsblk}, {"gpu.txt", kNvidiaList}, {"cpu.txt", kLscpu}, {"free.txt", kFree}});
  EXPECT_EQ(made.storage, "drive");
  EXPECT_NE(made.text.find("accelerators_per_node: 2"), std::string::npos) << made.text;
  EXPECT_NE(made.text.find("cores: 64"), std::string::npos) << made.text;
  expect_comments(made);
}

TEST_F(FirstScenarioTest, OfADumpRunsOnALustre) {
  const FirstScenario made = made_of({{"lctl.txt", kLctlText}, {"gpu.txt", kNvidiaTable}}, "", 4);
  EXPECT_EQ(made.storage, "lustre");
  EXPECT_TRUE(
      in_one_line_of(made.text, "count", "ost:").starts_with("count: 2 # [read] OSTs that are named"));
  EXPECT_TRUE(in_one_line_of(made.text, "max_rpcs_in_flight").starts_with("max_rpcs_in_flight: 16 # [read]"))
      << made.text;
  EXPECT_TRUE(in_one_line_of(made.text, "stripe_count").starts_with("stripe_count: 2 # [read]"));
  EXPECT_TRUE(in_one_line_of(made.text, "count", "clients:").starts_with("count: 4 # [read] --nodes"));
  expect_comments(made);
}

TEST_F(FirstScenarioTest, PutsWhatIsKnownOverAPlatform) {
  const FirstScenario made =
      made_of({{"lctl.txt", kLctlText}, {"cpu.txt", kLscpu}, {"gpu.txt", kNvidiaList}}, "perlmutter", 2);
  EXPECT_EQ(made.platform, "platforms/perlmutter.yaml");
  const ScenarioRead read = read_scenario(made.text, scenario_);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->platform.nodes.front().second.cores, 64);
  EXPECT_EQ(read.scenario->platform.nodes.front().second.accelerators, 2);
  expect_comments(made);
}

TEST_F(FirstScenarioTest, OfADescriptionIsItsSystem) {
  const FirstScenario made = made_of({{"system.json", std::string(kMillpondJson)}, {"cpu.txt", kLscpu}});
  EXPECT_EQ(made.storage, "lustre");
  EXPECT_NE(made.text.find("(system description), cpu.txt (lscpu)"), std::string::npos) << made.text;
  EXPECT_NE(made.text.find("\n# The guesses that matter most, and what would tell them:\n"),
            std::string::npos);
  expect_comments(made);
  const FirstScenario facts = made_of({{"facts.yaml", std::string(kSluiceFacts)}});
  EXPECT_EQ(facts.storage, "pfs");
  expect_comments(facts);
}

// 1024 samples over 15 ranks are 68 for each but the last: 1020 deal evenly.
TEST_F(FirstScenarioTest, DealsSamplesEvenlyWhereItWouldStall) {
  const FirstScenario made =
      made_of({{"one.yaml",
                "model: {name: one}\nframework: pytorch\nworkflow: {generate_data: False, train: True}\n"
                "dataset: {format: indexed_binary, num_files_train: 1, num_samples_per_file: 1024, "
                "record_length_bytes: 65536}\nreader: {data_loader: pytorch, batch_size: 1}\n"
                "train: {epochs: 1, computation_time: 0.01}\n"}});
  EXPECT_NE(made.text.find("num_samples_per_file=1020]"), std::string::npos) << made.text;
  EXPECT_EQ(read_scenario(made.text, scenario_).problems.text().find("W0005"), std::string::npos);
}

TEST_F(FirstScenarioTest, TellsOfAPlatformThatIsNone) {
  const FirstScenario made = first_scenario({}, {scenario_, "perlmuter", "", 0});
  EXPECT_NE(made.problems.text().find("there is no file 'platforms/perlmuter.yaml'"), std::string::npos)
      << made.problems.text();
}

// Every published workload and description makes a scenario that can be read.
TEST_F(FirstScenarioTest, OfPublishedFilesCanBeRead) {
  if (published_folder().empty()) GTEST_SKIP() << "HEADRACE_DATA is unset: the published files are not here";
  std::vector<std::vector<std::string>> sets;
  const std::string traces = published_folder() + "/traces/",
                    workloads = published_folder() + "/dlio_workloads/";
  for (const char* const folder : {"dlio_benchmark", "mlperf_storage_v1.0", "mlperf_storage_v2.0_harness"})
    for (const auto& entry : std::filesystem::directory_iterator(workloads + folder))
      sets.push_back({entry.path().string()});
  const std::string e1000 = traces + "mlperf-storage/hpe_e1000_5hosts_system.json";
  sets.push_back({e1000, traces + "mlperf-storage/hpe_e1000_run3_config.yaml"});
  sets.push_back({e1000, workloads + "mlperf_storage_v1.0/unet3d_h100.yaml",
                  traces + "mlperf-storage/hpe_e1000_run3_overrides.yaml"});
  sets.push_back(
      {traces + "mlperf-storage/ddn_18c_system.json", workloads + "mlperf_storage_v1.0/resnet50_h100.yaml"});
  for (const char* const dump :
       {"valid_oss_mds_get_param", "ddn145_stats", "llite_client", "brw_stats_with_data"})
    sets.push_back(
        {traces + "lustre-stats/" + dump + ".txt", traces + "ior-mdtest/ior-4.0.0_posix_shared.txt"});
  for (const std::vector<std::string>& set : sets) {
    const Evidence evidence = read_evidence(set);
    EXPECT_FALSE(evidence.problems.has_errors()) << set.front() << evidence.problems.text();
    const FirstScenario made = first_scenario(evidence, {scenario_, "", "", 0});
    EXPECT_FALSE(made.problems.has_errors()) << set.front() << made.problems.text();
  }
}

}  // namespace
}  // namespace headrace
