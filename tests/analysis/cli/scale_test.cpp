#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/recorded_training.h"

namespace headrace {
namespace {

class ScaleTest : public RecordedTraining {
 protected:
  int scale(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"scale", recording_, platform_, "--out", made_, "--json"});
    return call(more);
  }
};

// Twice and four times the ranks: the true runs are within the bounds, which widen.
TEST_F(ScaleTest, HoldsTheTrueRunsWithinItsBounds) {
  record("format: npz, files: 960, record_length: 16 MiB", "batch_size: 4, read_threads: 4, prefetch_size: 8",
         "epochs: 1, computation_time: 200 ms", "global");
  ASSERT_EQ(scale(), 0) << err();
  const nlohmann::json points = tree()["points"];
  ASSERT_EQ(points.size(), 3u);
  double width = 0;
  for (const nlohmann::json& point : points) {
    const double low = point["low"], high = point["high"];
    EXPECT_GT(high / low, width);
    width = high / low;
    const std::int64_t nodes = point["nodes"];
    ASSERT_EQ(call({"run", scenario_, "jobs.train.nodes.count=" + std::to_string(nodes),
                    "jobs.train.workload.dataset.files=" + std::to_string(point["files"].get<int>()),
                    "--no-dlio-output", "--out", folder_ / "true.db", "--json"}),
              0)
        << err();
    const double seconds = tree()["jobs"]["train"]["seconds"];
    EXPECT_GE(seconds, low) << nodes;
    EXPECT_LE(seconds, high) << nodes;
  }
}

TEST_F(ScaleTest, TellsRanksThatFillNoNodes) {
  record("format: npz, files: 160, record_length: 16 MiB", "batch_size: 4, read_threads: 4",
         "computation_time: 200 ms", "global");
  ASSERT_EQ(scale({"--to", "4,7"}), 0) << err();
  EXPECT_EQ(tree()["points"].size(), 1u);
  EXPECT_EQ(tree()["left_out"].size(), 1u);
  EXPECT_EQ(scale({"--to", "7"}), 2);
}

TEST_F(ScaleTest, RefusesWhatIsWrong) {
  EXPECT_EQ(call({"scale", recording_}), 2);
  EXPECT_EQ(call({"scale", recording_, platform_, "more"}), 2);
  EXPECT_EQ(call({"scale", recording_, platform_, "--to", "many"}), 2);
  EXPECT_EQ(call({"scale", scenario_, platform_}), 3);
}

}  // namespace
}  // namespace headrace
