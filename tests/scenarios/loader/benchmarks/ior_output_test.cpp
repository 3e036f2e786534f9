#include "scenarios/loader/benchmarks/ior_output.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

// The rates of the summary are means of 2000 and 1000 MiB/s over bytes, those of the rows over repetitions.
TEST(IorOutput, TakesTheSummaryAndElseTheRows) {
  const BenchmarkRead rows = read_output("ior", kIorText);
  ASSERT_EQ(rows.outputs.size(), 2u) << rows.problems.text();
  EXPECT_NEAR(figure_named(rows.outputs[0], "probe.gb_per_second"), 1500 * 1048576 / 1e9, 1e-9);
  const BenchmarkRead all = read_output("ior", std::string(kIorText) + kIorSummary);
  ASSERT_EQ(all.outputs.size(), 2u) << all.problems.text();
  EXPECT_EQ(codes_and_lines(all), "");
  const MeasuredOutput& write = all.outputs[0];
  EXPECT_EQ(write.program, "IOR-3.3.0");
  EXPECT_NEAR(figure_named(write, "probe.gb_per_second"), 1600 * 1048576 / 1e9, 1e-9);
  EXPECT_EQ(write.nodes, 2);
  EXPECT_EQ(write.probe.processes_per_node, 4);
  EXPECT_EQ(write.probe.file_size, 4_GiB);
  EXPECT_EQ(write.probe.transfer_size, 4_MiB);
  EXPECT_FALSE(write.probe.shared_file);
  EXPECT_TRUE(write.probe.sync);
  EXPECT_FALSE(write.probe.direct_writes);
  EXPECT_DOUBLE_EQ(write.seconds, 24.576);
  EXPECT_EQ(all.outputs[1].probe.operation, ProbeOperation::read);
}

// The summary says how a run was where its options were not printed.
TEST(IorOutput, KnowsTheRunByItsSummary) {
  const BenchmarkRead read =
      read_output("ior", "IOR-3.2.1: MPI Coordinated Test of Parallel I/O\n" + std::string(kIorSummary));
  ASSERT_EQ(read.outputs.size(), 2u) << read.problems.text();
  EXPECT_EQ(read.outputs[0].nodes, 2);
  EXPECT_EQ(read.outputs[0].probe.file_size, 4_GiB);
}

TEST(IorOutput, ReadsSeveralRunsAndDropsOneWithoutAnEnd) {
  const std::string text = std::string(kIorText) + kIorSummary +
                           "IOR-4.0.0: MPI Coordinated Test of Parallel I/O\n" + kIorText + kIorSummary;
  const BenchmarkRead read = read_output("ior", text);
  EXPECT_EQ(read.outputs.size(), 4u);
  ASSERT_EQ(read.dropped.count, 1u);
  EXPECT_NE(read.dropped.first[0].why.find("no result"), std::string::npos);
}

TEST(IorOutput, DropsRowsThatDoNotFitTheirTable) {
  std::string text = kIorText;
  text +=
      "write     2000.00\nread      abc    1000.00    0.008       4194304    4096       0.001      8.19      "
      " 0.001"
      "      8.192      1\n";
  const BenchmarkRead read = read_output("ior", text);
  EXPECT_EQ(read.outputs.size(), 2u);
  EXPECT_EQ(read.dropped.count, 2u);
  EXPECT_EQ(codes_and_lines(read_output("ior", text, true)), "E0722 24");
}

TEST(IorOutput, DoubtsARunWithErrors) {
  const BenchmarkRead read =
      read_output("ior", std::string(kIorText) + "ior ERROR: write() failed, errno 28\n");
  EXPECT_EQ(codes_and_lines(read), "W0092 20, W0092 21");
}

TEST(IorOutput, RealSampleHasACachedRead) {
  const std::string path = sample_path("ior-mdtest/ior-4.0.0_posix_shared.txt");
  if (path.empty()) GTEST_SKIP() << kNoSamples;
  const BenchmarkRead read = read_benchmark_file("ior", path, {});
  ASSERT_EQ(read.outputs.size(), 2u) << read.problems.text();
  EXPECT_TRUE(read.outputs[0].doubts.empty());
  EXPECT_NEAR(figure_named(read.outputs[0], "probe.gb_per_second"), 0.10595, 1e-5);
  EXPECT_EQ(codes_and_lines(read), "W0090 47, W0091 47");
  EXPECT_TRUE(read.outputs[0].probe.shared_file);
  EXPECT_EQ(read.outputs[0].nodes, 2);
  EXPECT_EQ(read.dropped.count, 0u);
}

}  // namespace
}  // namespace headrace
