#include "scenarios/loader/benchmarks/ior_run.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

class IorRunTest : public testing::Test {
 protected:
  IorRunTest() : notes_(output_text("run\n", "a.txt"), {}), run_("IOR-4.0.0", notes_.line(1)) {
    run_.option("tasks", "8");
    run_.option("clients per node", "4");
    run_.option("xfersize", "1 MiB");
    run_.option("blocksize", "2 GiB");
    run_.option("access", "file-per-process");
  }
  void rate(const std::string& operation, double mebibytes, bool is_summary = false) {
    run_.rate({operation, mebibytes, 10, 1, is_summary, notes_.line(1), "bw"});
  }
  BenchmarkRead told() {
    run_.tell(notes_);
    return notes_.take();
  }

  OutputNotes notes_;
  IorRun run_;
};

TEST(IorRun, ReadsSizes) {
  EXPECT_EQ(ior_bytes("1 MiB"), 1_MiB);
  EXPECT_EQ(ior_bytes("262144 bytes"), 256_KiB);
  EXPECT_EQ(ior_bytes("1048576"), 1_MiB);
  for (const char* text : {"", "MiB", "1 2 3", "0 bytes", "-1 MiB", "1 furlong"})
    EXPECT_FALSE(ior_bytes(text)) << text;
}

TEST_F(IorRunTest, DealsTasksToNodes) {
  rate("write", 1000);
  EXPECT_EQ(told().outputs.at(0).nodes, 2);
  run_.option("clients per node", "0");
  run_.option("nodes", "4");
  EXPECT_EQ(told().outputs.at(0).probe.processes_per_node, 2);
  run_.option("nodes", "3");
  EXPECT_NE(told().dropped.first.at(0).why.find("do not lie evenly"), std::string::npos);
}

// IOR 3.0 has "clients" with both in it.
TEST_F(IorRunTest, KnowsTheOldWords) {
  IorRun old("IOR-3.0.1", notes_.line(1));
  for (const auto& [name, value] :
       {std::pair{"clients", "10 (5 per node)"}, std::pair{"xfersize", "262144 bytes"},
        std::pair{"blocksize", "1 MiB"}, std::pair{"access", "single-shared-file"}})
    old.option(name, value);
  old.rate({"read", 100, 10, 1, false, notes_.line(1), "bw"});
  old.tell(notes_);
  const BenchmarkRead read = notes_.take();
  EXPECT_EQ(read.outputs.at(0).nodes, 2);
  EXPECT_EQ(read.outputs.at(0).probe.processes_per_node, 5);
  EXPECT_TRUE(read.outputs.at(0).probe.shared_file);
  EXPECT_EQ(read.outputs.at(0).guesses.size(), 2u);  // The blocks, and no command line.
}

TEST_F(IorRunTest, TakesTheCommandsWords) {
  run_.command("ior -a POSIX '-e' --posix.odirect -z -D 30");
  run_.option("stonewallingTime", "30");
  run_.option("segments", "3");
  rate("write", 1000);
  const ProbeSpec probe = told().outputs.at(0).probe;
  EXPECT_TRUE(probe.direct_writes);
  EXPECT_TRUE(probe.sync);
  EXPECT_EQ(probe.order, ProbeOrder::random);
  EXPECT_EQ(probe.duration, 30_s);
  EXPECT_EQ(probe.file_size, 6_GiB);
}

TEST_F(IorRunTest, TakesTheSummaryOrTheMean) {
  rate("write", 1000);
  rate("write", 3000);
  EXPECT_NEAR(figure_named(told().outputs.at(0), "probe.gb_per_second"), 2000 * 1048576 / 1e9, 1e-9);
  rate("write", 1600, true);
  rate("write", 9000);
  EXPECT_NEAR(figure_named(told().outputs.at(0), "probe.gb_per_second"), 1600 * 1048576 / 1e9, 1e-9);
}

// A read of six times the writes, and not where it is direct.
TEST_F(IorRunTest, DoubtsReadsOfTheCache) {
  rate("write", 100);
  rate("read", 600);
  const BenchmarkRead read = told();
  EXPECT_TRUE(read.outputs.at(0).doubts.empty());
  EXPECT_NE(read.outputs.at(1).doubts.at(0).find("6 times what the writes gave"), std::string::npos);
  run_.command("ior -B");
  EXPECT_TRUE(told().outputs.at(1).doubts.empty());
}

TEST_F(IorRunTest, DoubtsReadsAboveAnyPort) {
  rate("read", 400'000);
  EXPECT_NE(told().outputs.at(0).doubts.at(0).find("more than the ports"), std::string::npos);
}

TEST_F(IorRunTest, LeavesOtherOperationsAndDropsBadOnes) {
  rate("remove", 5);
  rate("write", 0);
  run_.error("ERROR: disk full");
  rate("read", 500);
  const BenchmarkRead read = told();
  EXPECT_EQ(read.left.count, 1u);
  EXPECT_EQ(read.dropped.count, 1u);
  EXPECT_EQ(codes_and_lines(read), "W0092 1");
}

}  // namespace
}  // namespace headrace
