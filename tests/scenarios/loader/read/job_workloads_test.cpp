#include "scenarios/loader/read/job_workloads.h"

#include <gtest/gtest.h>

#include "models/jobs/probe/probe_result.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

class JobWorkloads : public testing::Test {
 protected:
  // Reads the small scenario with jobs of these lines each.
  ScenarioRead read(const std::vector<std::string>& jobs) {
    const std::string text = small_scenario();
    std::string out = text.substr(0, text.find("  train:"));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const std::string number = std::to_string(i);
      out += "  job" + number + ": {nodes: {group: clients, first: " + number +
             ", count: 1}, storage: scratch, " + jobs[i] + "}\n";
    }
    return read_scenario_file(folder_.write("scenario.yaml", out));
  }

  TestFolder folder_{"job_workloads"};
};

TEST_F(JobWorkloads, ComeFromDlioFilesBesideTheScenario) {
  folder_.write("dlio/small.yaml",
                "workload:\n  dataset: {format: npz, num_files_train: 640, record_length_bytes: 1000000}\n"
                "  reader: {data_loader: pytorch, batch_size: 5, read_threads: 2}\n  train: {epochs: 1}\n");
  const ScenarioRead out = read(
      {"dlio: dlio/small.yaml", "dlio: dlio/small.yaml, overrides: [\"++workload.reader.batch_size=7\"]"});
  ASSERT_TRUE(out.scenario) << out.problems.text();
  EXPECT_EQ(out.scenario->jobs[0].second.workload()->loader.batch_size, 5);
  EXPECT_EQ(out.scenario->jobs[1].second.workload()->loader.batch_size, 7);
}

// Hydra leaves the list of a run's overrides beside it: it stands for its entries, and others may follow.
TEST_F(JobWorkloads, TakeTheOverridesOfARunFromItsFile) {
  folder_.write("run/overrides.yaml",
                "- workload=unet3d_h100\n- ++workload.reader.read_threads=9\n"
                "- ++workload.reader.transfer_size=0\n");
  const std::string dlio = "dlio: workloads/unet3d_h100.yaml, overrides: [run/overrides.yaml";
  const ScenarioRead out = read({dlio + "]", dlio + ", \"++workload.reader.read_threads=3\"]"});
  ASSERT_TRUE(out.scenario) << out.problems.text();
  EXPECT_EQ(out.scenario->jobs[0].second.workload()->loader.read_threads, 9);
  EXPECT_EQ(out.scenario->jobs[1].second.workload()->loader.read_threads, 3);
  EXPECT_EQ(codes_of(read({"dlio: workloads/unet3d_h100.yaml, overrides: [nowhere.yaml]"}).problems),
            "E0024");
  folder_.write("map.yaml", "a: 1\n");
  EXPECT_EQ(codes_of(read({"dlio: workloads/unet3d_h100.yaml, overrides: [map.yaml]"}).problems), "E0209");
}

TEST_F(JobWorkloads, CarryWhatHasNoEffectUnderTheirJob) {
  const std::string dlio = "dlio: workloads/unet3d_h100.yaml";
  const ScenarioRead out = read({dlio, dlio});
  ASSERT_TRUE(out.scenario) << out.problems.text();
  std::size_t of_first = 0;
  for (const NoEffect& entry : out.scenario->no_effect) of_first += entry.job == "job0" ? 1 : 0;
  EXPECT_GT(of_first, 0u);
  EXPECT_EQ(out.scenario->no_effect.size(), 2 * of_first);
}

TEST_F(JobWorkloads, ReportProblemsOfADlioFileOnce) {
  folder_.write("bad.yaml", "workload:\n  reader: {batch_sice: 5}\n");
  const ScenarioRead out = read({"dlio: bad.yaml", "dlio: bad.yaml"});
  ASSERT_EQ(out.problems.errors(), 1u) << out.problems.text();
  EXPECT_EQ(out.problems.all()[0].mark.source->file, folder_.path("bad.yaml"));
  EXPECT_EQ(out.problems.all()[0].mark.line, 2);
}

// Files that a version leaves out are told of where they are more than the rest of a step, as every version
// leaves one. Two nodes of the small scenario with one accelerator each: batches of 5 take 10 samples a step.
TEST_F(JobWorkloads, LeaveOutTheFilesThatTheVersionDoes) {
  const auto dealt = [&](const std::string& files, const std::string& samples, const std::string& version) {
    std::string text = small_scenario();
    text.erase(text.find("  train:"));
    text +=
        "  train: {nodes: {group: clients, count: 2}, accelerators_per_node: 1, storage: scratch, "
        "dlio_version: " +
        version + ", workload: {dataset: {format: npz, files: " + files + ", samples_per_file: " + samples +
        "}, loader: {kind: pytorch, batch_size: 5}}}\n";
    const ScenarioRead out = read_scenario_file(folder_.write("scenario.yaml", text));
    std::string codes = codes_of(out.problems);
    if (!out.scenario) return codes;
    return std::to_string(out.scenario->jobs[0].second.workload()->dataset.files) +
           (codes.empty() ? "" : " " + codes);
  };
  EXPECT_EQ(dealt("29", "1", "main"), "20");
  EXPECT_EQ(dealt("29", "1", "v1.0"), "29");
  EXPECT_EQ(dealt("29", "1", "mlperf-v3.0"), "28");
  EXPECT_EQ(dealt("39", "2", "main"), "20 W0075");
  EXPECT_EQ(dealt("19", "2", "main"), "E0391");
  EXPECT_EQ(dealt("9", "1", "main"), "E0309");
}

TEST_F(JobWorkloads, AreNeededAndNotTwice) {
  EXPECT_EQ(codes_of(read({"accelerators_per_node: 1"}).problems), "E0306");
  EXPECT_EQ(codes_of(read({"dlio: workloads/unet3d_h100.yaml, workload: {}"}).problems), "E0306");
  EXPECT_EQ(codes_of(read({"overrides: [a=b], workload: {dataset: {files: 64}}"}).problems), "E0306");
  EXPECT_EQ(codes_of(read({"dlio: nowhere.yaml"}).problems), "E0024");
  EXPECT_EQ(codes_of(read({"inference: 5"}).problems), "E0103");
  EXPECT_EQ(codes_of(read({"dilo: workloads/unet3d_h100.yaml"}).problems), "E0101");
  EXPECT_EQ(codes_of(read({"dlio: 5"}).problems), "E0103");
}

// Only the network is measured, or requests are answered from a model that is there: no file is read.
TEST_F(JobWorkloads, WithoutFilesNeedNoStorage) {
  const auto without = [&](const std::string& work) {
    const std::string text = small_scenario();
    return read_scenario(
        text.substr(0, text.find("  train:")) + "  one: {nodes: {group: clients}, " + work + "}\n",
        "small.yaml");
  };
  const std::string answers =
      "inference: {arrivals: {policy: regular, rate: 100}, requests: 10, service_time: 1 ms";
  EXPECT_EQ(codes_of(without(answers + "}").problems), "");
  EXPECT_EQ(codes_of(without(answers + ", model_size: 1 GiB}").problems), "E0102");
  EXPECT_EQ(codes_of(without("workload: {dataset: {files: 64}}").problems), "E0102");
  EXPECT_EQ(codes_of(without("probe: {operation: read}").problems), "E0102");
  const ScenarioRead out = without("probe: {operation: send, file_size: 1 MiB}");
  ASSERT_TRUE(out.scenario) << out.problems.text();
  const RunResult run = Experiment(*out.scenario).run();
  EXPECT_EQ(run.outcome.end, RunEnd::finished);
  EXPECT_EQ(run.jobs[0].find<ProbeResult>()->bytes, 1_MiB);
  for (const ResourceUse& use : run.jobs[0].uses) EXPECT_FALSE(use.resource.starts_with("scratch"));
  EXPECT_EQ(Experiment(*without(answers + "}").scenario).run().outcome.end, RunEnd::finished);
}

}  // namespace
}  // namespace headrace
