#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/recorded_training.h"

namespace headrace {
namespace {

class InferTest : public RecordedTraining {
 protected:
  int infer(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"infer", recording_, platform_, "--out", made_});
    return call(more);
  }
};

// Threads, batch, order, what is ahead and format come out as they went in, and a run of them is like the
// recording.
TEST_F(InferTest, FindsTheLoaderOfASimulatedRun) {
  struct Case {
    const char *dataset, *loader, *training, *order;
    int threads, batch, ahead;
    const char* format;
  };
  constexpr Case kCases[] = {
      {"format: npz, files: 4000, record_length: 16 MiB, record_length_stdev: 4 MiB",
       "batch_size: 4, read_threads: 4, prefetch_size: 8", "epochs: 2, computation_time: 200 ms", "global", 4,
       4, 2, "npz"},
      {"format: hdf5, files: 20, samples_per_file: 60, record_length: 2 MiB",
       "batch_size: 6, read_threads: 3, prefetch_size: 9", "epochs: 2, computation_time: 100 ms", "global", 3,
       6, 3, "hdf5"},
      {"format: npz, files: 640, record_length: 8 MiB", "batch_size: 8, read_threads: 2, prefetch_size: 4",
       "epochs: 2, computation_time: 400 ms", "sequential", 2, 8, 2, "npz"},
      {"format: npy, files: 1600, record_length: 32 MiB", "batch_size: 1, read_threads: 4, prefetch_size: 8",
       "epochs: 1, computation_time: 300 ms", "global", 4, 1, 2, "npy"},
      {"format: npz, files: 200, record_length: 16 MiB", "batch_size: 5, read_threads: 1, prefetch_size: 3",
       "epochs: 2, computation_time: 400 ms", "global", 1, 5, 3, "npz"},
  };
  for (const Case& one : kCases) {
    record(one.dataset, one.loader, one.training, one.order);
    ASSERT_EQ(infer({"--check", "--json"}), 0) << err();
    const nlohmann::json found = tree();
    EXPECT_EQ(found["read_threads"]["value"], one.threads) << one.dataset;
    EXPECT_EQ(found["batch_size"]["value"], one.batch) << one.dataset;
    EXPECT_EQ(found["batches_ahead"]["value"], one.ahead) << one.dataset;
    EXPECT_EQ(found["shuffled"]["value"], std::string(one.order) == "global") << one.dataset;
    EXPECT_EQ(found["format"]["value"], one.format) << one.dataset;
    EXPECT_EQ(found["similarity"].size(), 7u);
    for (const auto& [name, share] : found["similarity"].items())
      EXPECT_GE(share.get<double>(), name == "DLIO's cosine" ? 0.97 : 0.95) << one.dataset << ": " << name;
  }
}

// At four times the ranks the inferred workload takes what the true one takes.
TEST_F(InferTest, ForeseesFourTimesTheRanks) {
  record("format: npz, files: 960, record_length: 16 MiB", "batch_size: 4, read_threads: 4, prefetch_size: 8",
         "epochs: 1, computation_time: 200 ms", "global");
  ASSERT_EQ(infer(), 0) << err();
  const auto seconds_of = [&](const std::string& scenario) {
    EXPECT_EQ(call({"run", scenario, "jobs.train.nodes.count=8",
                    "jobs.train.workload.training.total_training_steps=-1", "--no-dlio-output", "--out",
                    folder_ / "large.db", "--json"}),
              0)
        << err();
    return tree()["jobs"]["train"]["seconds"].get<double>();
  };
  EXPECT_NEAR(seconds_of(made_) / seconds_of(scenario_), 1, 0.05);
}

// Runs of DLIO's own files, of few short epochs: threads, batch, format, epochs, lengths and checkpoints come
// back, and the time of a step within 15 %, for an epoch's begin and end are in it.
TEST_F(InferTest, GivesBackWhatDlioFilesSay) {
  const char* const data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA is not set: DLIO's files are not there";
  struct Case {
    const char *file, *format;
    int threads, batch, epochs, checkpoints;
    double length, deviation, seconds;
  };
  constexpr Case kCases[] = {
      {"unet3d_h100", "npz", 4, 7, 5, 1, 146'600'628, 68'341'808, 0.323},
      {"unet3d_a100", "npz", 4, 7, 5, 1, 146'600'628, 68'341'808, 0.636},
      {"unet3d_v100", "npz", 4, 4, 5, 1, 146'600'628, 68'341'808, 1.3604},
      {"unet3d_v100_s3", "npy", 4, 4, 5, 0, 146'600'628, 0, 1.3604},
      {"default", "npz", 1, 4, 10, 0, 4'096, 0, 1},
  };
  for (const Case& one : kCases) {
    std::ofstream(scenario_) << "schema: headrace/1\nname: trained\nplatform: {include: ours.yaml}\njobs:\n"
                                "  train:\n    dlio: "
                             << data << "/dlio_workloads/dlio_benchmark/" << one.file
                             << ".yaml\n    nodes: {group: clients, count: 1}\n    accelerators_per_node: 4\n"
                                "    storage: scratch\n";
    record_run();
    ASSERT_EQ(infer({"--check", "--json"}), 0) << err();
    const nlohmann::json found = tree();
    EXPECT_EQ(found["format"]["value"], one.format) << one.file;
    EXPECT_EQ(found["read_threads"]["value"], one.threads) << one.file;
    EXPECT_EQ(found["batch_size"]["value"], one.batch) << one.file;
    EXPECT_EQ(found["epochs"]["value"], one.epochs) << one.file;
    EXPECT_EQ(found["checkpoints"]["value"], one.checkpoints) << one.file;
    EXPECT_NEAR(found["record_length"]["value"].get<double>() / one.length, 1, 0.01) << one.file;
    EXPECT_NEAR(found["record_length_stdev"]["value"].get<double>(), one.deviation, 0.1 * one.deviation)
        << one.file;
    EXPECT_NEAR(found["computation_time"]["value"].get<double>() / one.seconds, 1, 0.15) << one.file;
    EXPECT_GE(found["similarity"]["DLIO's cosine"].get<double>(), 0.97) << one.file;
  }
}

TEST_F(InferTest, WritesFilesThatCanBeEdited) {
  record("format: npz, files: 160, record_length: 16 MiB", "batch_size: 4, read_threads: 2",
         "computation_time: 200 ms", "global");
  ASSERT_EQ(infer({"--dlio", folder_ / "dlio.yaml"}), 0) << err();
  EXPECT_NE(out().find(made_ + " is the scenario"), std::string::npos) << out();
  EXPECT_EQ(call({"check", made_}), 0) << err();
  ASSERT_EQ(call({"infer", recording_, "--out", folder_ / "jobs.yaml"}), 0) << err();
  EXPECT_NE(out().find("has the jobs of a scenario"), std::string::npos) << out();
}

TEST_F(InferTest, RefusesWhatIsWrong) {
  EXPECT_EQ(call({"infer"}), 2);
  EXPECT_EQ(call({"infer", scenario_}), 3);
  EXPECT_EQ(call({"infer", recording_, platform_}), 2);
  EXPECT_EQ(call({"infer", recording_, "--check"}), 2);
  EXPECT_EQ(call({"infer", recording_, "--group", "clients"}), 2);
}

}  // namespace
}  // namespace headrace
