// Closed forms of a model's load: the sum of its stages, or the slowest of them and a piece through the rest.
#include "models/jobs/inference/inference_model.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

constexpr Bytes kModelSize = Bytes::count(1'000'000'000);
constexpr Bytes kModelPiece = Bytes::count(1'000'000);

Duration load(bool pipelined, Bandwidth storage_rate, Bandwidth deserialise, Bandwidth to_device,
              std::int64_t files = 1, std::int64_t threads = 1) {
  InferenceSpec spec;
  spec.model_size = kModelSize;
  spec.model_files = files;
  spec.load_pipelined = pipelined;
  spec.deserialise_bandwidth = deserialise;
  spec.host_to_device_bandwidth = to_device;
  spec.transfer_size = kModelPiece;
  spec.read_threads = threads;
  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage(sim, 1_ms, Duration(), storage_rate, Duration());
  ModelLoad model(Scope(sim, metrics, "model"), spec, storage, FileInfo());
  TaskGroup group(sim);
  group.spawn("load", model.run());
  sim.run();
  EXPECT_EQ(model.bytes(), kModelSize);
  return sim.now().since_start();
}

TEST(ModelLoad, IsTheSumOfItsStages) {
  EXPECT_EQ(load(false, 1_GBps, 2_GBps, 25_GBps), 1_ms + 1_s + 500_ms + 40_ms);
}

// Whichever stage is the slowest: its span for the whole, the other two for a piece, and the open.
TEST(ModelLoad, PipelinedIsItsSlowestStage) {
  EXPECT_EQ(load(true, 1_GBps, 2_GBps, 25_GBps), 1_ms + 1_s + 500_us + 40_us);
  EXPECT_EQ(load(true, 2_GBps, 1_GBps, 25_GBps), 1_ms + 500_us + 1_s + 40_us);
  EXPECT_EQ(load(true, 5_GBps, 2_GBps, 1_GBps), 1_ms + 200_us + 500_us + 1_s);
}

// Files in turn cost an open each; threads share the pieces, each with a handle of its own.
TEST(ModelLoad, ReadsFilesInTurnAndPiecesAtOnce) {
  EXPECT_EQ(load(false, 1_GBps, 1000_GBps, 1000_GBps, 4), 4_ms + 1_s + 2_ms);
  EXPECT_EQ(load(false, 1_GBps, 1000_GBps, 1000_GBps, 1, 4), 1_ms + 250_ms + 2_ms);
}

}  // namespace
}  // namespace headrace
