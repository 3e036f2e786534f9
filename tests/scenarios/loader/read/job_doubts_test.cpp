#include <gtest/gtest.h>

#include "tests/scenarios/loader/read/told.h"

namespace headrace {
namespace {

TEST(JobDoubts, AnAcceleratorIsOneThatSomebodyKnows) {
  EXPECT_EQ(
      told("    storage:", "    accelerator: H1000\n    storage:"),
      "small.yaml:25:18: warning[W0058]: no accelerator called 'H1000' is known\n"
      "   25 |     accelerator: H1000\n"
      "      |                  ^^^^^ did you mean 'H100'?\n"
      "   help: the name stands in the report only; the workload's computation time says how fast it is\n");
  EXPECT_EQ(told("    storage:", "    accelerator: NVIDIA h100 80GB\n    storage:"), "");
  EXPECT_EQ(told("    storage:", "    accelerator: MI300X\n    storage:"), "");
}

TEST(JobDoubts, LustreRefusesOddStripes) {
  EXPECT_EQ(
      told("stripe_size: 1 MiB", "stripe_size: 65537 B"),
      "small.yaml:26:44: warning[W0061]: Lustre refuses a stripe size of 65537 B: stripes are multiples of "
      "64 KiB\n"
      "   26 |     layout: {stripe_count: 1, stripe_size: 65537 B}\n"
      "      |                                            ^^^^^^^ did you mean '64 KiB'?\n");
  EXPECT_EQ(told("stripe_size: 1 MiB", "stripe_size: 192 KiB"), "");
}

TEST(JobDoubts, AStepComputesSomething) {
  const std::string help =
      "   help: published are 3.5 ms (CosmoFlow on one H100) to 2.4 s (Megatron-DeepSpeed), 323 ms for "
      "UNet3D on "
      "one H100: DLIO's and MLPerf Storage's workload files\n";
  EXPECT_EQ(told("      checkpoint:", "      training: {computation_time: 323 s}\n      checkpoint:"),
            "small.yaml:22:36: warning[W0052]: a step computes 323 s: is a decimal point missing?\n"
            "   22 |       training: {computation_time: 323 s}\n"
            "      |                                    ^^^^^\n" +
                help);
  EXPECT_EQ(told("      checkpoint:", "      training: {computation_time: 0 s}\n      checkpoint:"),
            "small.yaml:22:36: warning[W0052]: a step computes nothing: the accelerators are never busy\n"
            "   22 |       training: {computation_time: 0 s}\n"
            "      |                                    ^^^\n" +
                help);
  EXPECT_EQ(told("      checkpoint:", "      training: {computation_time: 100 s}\n      checkpoint:"), "");
}

TEST(JobDoubts, NobodyPrefetchesAHundredThousandBatches) {
  EXPECT_EQ(
      told("record_length: 100 MiB}\n      loader: {kind: pytorch, batch_size: 4}",
           "record_length: 1 KiB}\n      loader: {kind: pytorch, batch_size: 4, prefetch_size: 100000}"),
      "small.yaml:21:61: warning[W0054]: the loader prepares 100000 batches ahead: usual are 2 to 64\n"
      "   21 |       loader: {kind: pytorch, batch_size: 4, prefetch_size: 100000}\n"
      "      |                                                             ^^^^^^\n"
      "   help: PyTorch's prefetch_factor is 2 batches a worker, DLIO's prefetch_size 2 a rank\n");
}

TEST(JobDoubts, RpcsAreThoseOfServers) {
  const auto rpc = [](const std::string& size) {
    return told("      lustre:\n", "      lustre:\n        client: {rpc_size: " + size + "}\n");
  };
  const std::string rest =
      ": brw_size is a power of two of at most 16 MiB\n"
      "   11 |         client: {rpc_size: ";
  const std::string help =
      "   help: 1, 2, 4, 8 and 16 MiB are usual: obdfilter.*.brw_size, of which osc.*.max_pages_per_rpc is "
      "at "
      "most all\n";
  EXPECT_EQ(rpc("3 MiB"), "small.yaml:11:28: warning[W0055]: no server of Lustre is set to RPCs of 3 MiB" +
                              rest + "3 MiB}\n      |                            ^^^^^\n" + help);
  EXPECT_EQ(rpc("32 MiB"), "small.yaml:11:28: warning[W0055]: no server of Lustre is set to RPCs of 32 MiB" +
                               rest + "32 MiB}\n      |                            ^^^^^^\n" + help);
  EXPECT_EQ(rpc("16 MiB"), "");
}

TEST(JobDoubts, OneDirectoryIsOneHeads) {
  std::string text = small_scenario();
  const std::size_t begin = text.find("      lustre:"), end = text.find("jobs:");
  text.replace(begin, end - begin, "      filer: {heads: {count: 8}}\n");
  const auto read = [&](const std::string& more) {
    return read_scenario(changed(text, "files: 1000", "files: 1000" + more), "small.yaml").problems.text();
  };
  EXPECT_EQ(
      read(""),
      "small.yaml:13:5: warning[W0059]: all 1000 files stand in one directory, which one of the 8 heads of "
      "'scratch' serves alone\n"
      "   13 |     workload:\n"
      "      |     ^^^^^^^^\n"
      "   help: spread them: dataset.subfolders, or num_subfolders_train of a DLIO file, of 8 and more; "
      "scale-out filers that stripe files themselves are nearer to a lustre with as many servers\n");
  EXPECT_EQ(read(", subfolders: 8"), "");
}

}  // namespace
}  // namespace headrace
