#include "scenarios/loader/benchmarks/mdtest_output.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

TEST(MdtestOutput, SaysTheMeanRateOfEachPhase) {
  const BenchmarkRead read = read_output("mdtest", kMdtestText);
  ASSERT_EQ(read.outputs.size(), 3u) << read.problems.text();
  EXPECT_EQ(codes_and_lines(read), "");
  const MeasuredOutput& create = read.outputs[0];
  EXPECT_EQ(create.program, "mdtest-3.4.0");
  EXPECT_DOUBLE_EQ(figure_named(create, "probe.operations_per_second"), 2000);
  EXPECT_EQ(create.probe.operation, ProbeOperation::create);
  EXPECT_EQ(create.nodes, 2);
  EXPECT_EQ(create.probe.processes_per_node, 4);
  EXPECT_EQ(create.probe.files_per_process, 1000);
  EXPECT_EQ(create.probe.file_size, Bytes::count(3901));
  EXPECT_FALSE(create.probe.shared_directory);
  EXPECT_DOUBLE_EQ(create.seconds, 4);
  EXPECT_EQ(read.outputs[1].probe.operation, ProbeOperation::stat);
  EXPECT_EQ(read.outputs[2].probe.operation, ProbeOperation::open_read_close);
  ASSERT_EQ(read.left.count, 1u);
  EXPECT_NE(read.left.first[0].why.find("'Tree creation'"), std::string::npos);
  EXPECT_EQ(read.dropped.count, 0u);
}

// mdtest 4 has no colon behind the name, and more columns were added since.
TEST(MdtestOutput, FindsColumnsByTheirNames) {
  std::string text = kMdtestText;
  while (text.find("  :  ") != std::string::npos) text.replace(text.find("  :  "), 5, "     ");
  EXPECT_EQ(read_output("mdtest", text).outputs.size(), 3u);
  std::string moved =
      "mdtest-4.1.0 was launched with 2 total task(s) on 1 node(s)\nCommand line used: mdtest -n 5000 -F\n"
      "2 tasks, 10000 files/directories\nSUMMARY rate (in ops/sec): (of 1 iterations)\n"
      "   Operation  Mean  Std Dev  Max  Min\n   File stat  4000.0  0.0  1.0  2.0\n";
  const BenchmarkRead read = read_output("mdtest", moved);
  ASSERT_EQ(read.outputs.size(), 1u) << read.problems.text();
  EXPECT_DOUBLE_EQ(figure_named(read.outputs[0], "probe.operations_per_second"), 4000);
  EXPECT_EQ(read.outputs[0].guesses.size(), 1u);  // No -N.
}

TEST(MdtestOutput, DropsWhatCannotBe) {
  std::string text = kMdtestText;
  text.replace(text.find("8 total"), 7, "7 total");
  text.erase(text.find("8 tasks,"), 20);
  EXPECT_EQ(read_output("mdtest", text).dropped.count, 3u);
  std::string odd = kMdtestText;
  odd.replace(odd.find("2000.000          0.000\n"), 8, "x       ");
  EXPECT_EQ(read_output("mdtest", odd).dropped.count, 1u);
  EXPECT_EQ(codes_and_lines(read_output("mdtest", odd, true)), "E0722 8");
  EXPECT_EQ(
      codes_and_lines(read_output("mdtest", "mdtest-4.0.0 was launched with 1 total task(s) on 1 node(s)\n")),
      "E0723 1");
}

TEST(MdtestOutput, DoubtsARunWithErrors) {
  std::string text = kMdtestText;
  text.insert(text.find("SUMMARY"), "ERROR: unable to create file\n");
  EXPECT_EQ(read_output("mdtest", text).outputs.at(0).doubts.size(), 1u);
}

TEST(MdtestOutput, RealSampleCreates) {
  const std::string path = sample_path("ior-mdtest/mdtest-4.0.0_create.txt");
  if (path.empty()) GTEST_SKIP() << kNoSamples;
  const BenchmarkRead read = read_benchmark_file("mdtest", path, {});
  ASSERT_EQ(read.outputs.size(), 1u) << read.problems.text();
  EXPECT_DOUBLE_EQ(figure_named(read.outputs[0], "probe.operations_per_second"), 2568.636);
  EXPECT_EQ(read.outputs[0].probe.files_per_process, 3334);
  EXPECT_TRUE(read.outputs[0].probe.shared_directory);
  EXPECT_EQ(read.dropped.count, 0u);
  EXPECT_EQ(read.left.count, 1u);
}

}  // namespace
}  // namespace headrace
