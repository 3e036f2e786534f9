#include "scenarios/loader/benchmarks/ior_json.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

constexpr const char* kJson = R"({
  "Version": "4.0.0",
  "Command line": "ior -a POSIX -b 1g -t 1m -O summaryFormat=JSON -e",
  "tests": [
    {"TestID": 0,
     "Parameters": {"deadlineForStonewall": 0, "fsync": 1, "reorderTasks": 1},
     "Options": {"api": "POSIX", "access": "single-shared-file", "ordering in a file": "sequential",
       "nodes": 2,
       "tasks": 4, "clients per node": "2", "segments": 1, "xfersize": "1 MiB", "blocksize": "1 GiB"},
     "Results": [
       {"access": "write", "bwMiB": 500.0, "totalTime": 8.192},
       {"access": "read", "bwMiB": 700.0, "totalTime": 5.85},
       {"access": "write", "totalTime": 8.192}]
    },
    {"TestID": 1, "Options": {"tasks": 4, "xfersize": "1 MiB", "blocksize": "1 GiB"}, "Results": []}
  ],
  "summary": [
    {"operation": "write", "TestID": 0, "bwMeanMIB": 480.0, "MeanTime": 8.5},
    {"operation": "read", "TestID": 0, "MeanTime": 8.5}
  ]
}
)";

TEST(IorJson, SaysWhatTheTextSays) {
  const BenchmarkRead read = read_output("ior", kJson);
  ASSERT_EQ(read.outputs.size(), 2u) << read.problems.text();
  const MeasuredOutput& write = read.outputs[0];
  EXPECT_EQ(write.program, "IOR-4.0.0");
  EXPECT_NEAR(figure_named(write, "probe.gb_per_second"), 480 * 1048576 / 1e9, 1e-9);
  EXPECT_NEAR(figure_named(read.outputs[1], "probe.gb_per_second"), 700 * 1048576 / 1e9, 1e-9);
  EXPECT_EQ(write.nodes, 2);
  EXPECT_TRUE(write.probe.shared_file);
  EXPECT_TRUE(write.probe.sync);
  EXPECT_DOUBLE_EQ(write.seconds, 8.5);
  EXPECT_EQ(read.dropped.count, 3u);  // A result and a mean without a rate, and a test without a result.
}

TEST(IorJson, KeepsTheTestsOfACutText) {
  const std::string text = kJson;
  const BenchmarkRead read = read_output("ior", text.substr(0, text.find("\"TestID\": 1")));
  EXPECT_EQ(read.outputs.size(), 2u);
  EXPECT_EQ(read.dropped.count, 2u);
}

TEST(IorJson, IsNoTextAndNoOtherJson) {
  OutputNotes text(output_text(kIorText, "a.txt"), {});
  EXPECT_FALSE(read_ior_json(text));
  OutputNotes other(output_text(fio_text(fio_job({})), "a.json"), {});
  EXPECT_FALSE(read_ior_json(other));
}

}  // namespace
}  // namespace headrace
