#include "scenarios/loader/recordings/inferred_workload.h"

#include <gtest/gtest.h>

#include "scenarios/loader/dlio/dlio.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// The text of a scenario without a platform becomes one with it.
TEST(InferredWorkload, IsAScenario) {
  const InferredLoader found = inferred_loader(recording_of_loader(LoaderForm()), {});
  const std::string jobs = workload_text(found, {"run", "", "clients", "scratch"});
  EXPECT_TRUE(jobs.starts_with("# A workload inferred from run"));
  const ScenarioRead read = read_scenario(
      "schema: headrace/1\nname: inferred\nplatform:\n  nodes: {clients: {count: 1, accelerators: 1, memory: "
      "8 GiB}}\n"
      "  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}}\n" +
          jobs,
      "inferred.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const WorkloadSpec& work = *read.scenario->jobs.front().second.workload();
  EXPECT_EQ(work.loader.batch_size, 5);
  EXPECT_EQ(work.loader.read_threads, 4);
  EXPECT_EQ(work.loader.prefetch_size, 8);
  EXPECT_EQ(work.dataset.files, 200);
  EXPECT_EQ(work.training.epochs, 2);
}

TEST(InferredWorkload, IsADlioFile) {
  const InferredLoader found = inferred_loader(recording_of_loader(LoaderForm()), {});
  const std::string text = dlio_text(found, "run");
  for (const char* const line : {"framework: pytorch ", "  num_files_train: 200 ", "  batch_size: 5 ",
                                 "  read_threads: 4 ", "  record_length_bytes: 1048576 ", "  epochs: 2 "})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

TEST(InferredWorkload, HasThreeWordsOfConfidence) {
  EXPECT_EQ(confidence_word(0.9), "high");
  EXPECT_EQ(confidence_word(0.6), "medium");
  EXPECT_EQ(confidence_word(0.2), "low");
}

}  // namespace
}  // namespace headrace
