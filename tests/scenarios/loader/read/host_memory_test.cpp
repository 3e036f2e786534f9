#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Two ranks a node, batches of 4 samples of 100 MiB; a worker holds the sample that it reads, and of 8
// batches ahead and one in hand each rank has 9.
std::string told_of_memory(const std::string& loader, const std::string& memory) {
  const std::string text = changed(small_scenario(), "memory: 128 GiB", "memory: " + memory);
  return read_scenario(changed(text, "batch_size: 4}", loader + "}"), "small.yaml").problems.text();
}

TEST(HostMemory, HoldsWhatTheLoadersDo) {
  const std::string eight = "batch_size: 4, read_threads: 8, prefetch_size: 8";
  // 2 x (8 x 100 MiB + 9 x 400 MiB) = 8800 MiB.
  EXPECT_EQ(
      told_of_memory(eight, "8799 MiB"),
      "small.yaml:21:60: warning[W0053]: the loaders of a node hold up to 8.59 GiB, and it has 8.59 GiB of "
      "memory: a real job is killed there\n"
      "   21 |       loader: {kind: pytorch, batch_size: 4, read_threads: 8, prefetch_size: 8}\n"
      "      |                                                            ^\n"
      "   help: 2 ranks x (8 readers x a sample of 100 MiB + 9 batches ahead x 400 MiB); fewer workers, less "
      "prefetch, smaller batches or more memory\n");
  EXPECT_EQ(told_of_memory(eight, "8800 MiB"), "");
}

// TensorFlow streams records: a shuffle buffer of samples and batches behind it.
TEST(HostMemory, HoldsAShuffleBufferToo) {
  std::string text = changed(small_scenario(), "format: npz", "format: tfrecord");
  text = changed(text, "kind: pytorch, batch_size: 4",
                 "kind: tensorflow, batch_size: 4, prefetch_size: 2, sample_shuffle: seed, shuffle_size: 50");
  // 2 x (50 x 100 MiB + 2 x 400 MiB) = 11600 MiB.
  const auto codes = [&](const std::string& memory) {
    return codes_of(read_scenario(changed(text, "128 GiB", memory), "small.yaml").problems);
  };
  EXPECT_EQ(codes("11599 MiB"), "W0053");
  EXPECT_EQ(codes("11600 MiB"), "");
}

// In the batch's tensors a sample may be smaller or larger than its record.
TEST(HostMemory, CountsTensorsOfBatches) {
  const std::string text =
      changed(small_scenario(), "record_length: 100 MiB", "record_length: 100 MiB, tensor_length: 1 MiB");
  // 2 x (1 x 100 MiB + 3 x 4 MiB) = 224 MiB.
  const auto codes = [&](const std::string& memory) {
    return codes_of(read_scenario(changed(text, "128 GiB", memory), "small.yaml").problems);
  };
  EXPECT_EQ(codes("223 MiB"), "W0053");
  EXPECT_EQ(codes("224 MiB"), "");
}

}  // namespace
}  // namespace headrace
