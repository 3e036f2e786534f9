#include <gtest/gtest.h>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

class InferenceChecks : public testing::Test {
 protected:
  // Two nodes of two servers, with these fields in line 19.
  ScenarioRead read(const std::string& inference) {
    const std::string text = small_scenario();
    return read_scenario_file(folder_.write("scenario.yaml", text.substr(0, text.find("  train:")) +
                                                                 "  serve:\n    inference: {" + inference +
                                                                 "}\n    nodes: {group: clients}\n"
                                                                 "    accelerators_per_node: 2\n"
                                                                 "    storage: scratch\n"));
  }
  // "CODE path sentence" of each problem, which all stand in that line.
  std::string said(const std::string& inference) {
    std::string out;
    const ScenarioRead read_out = read(inference + ", service_time: 1 ms");
    for (const Problem& problem : read_out.problems.all()) {
      EXPECT_EQ(problem.mark.line, 19) << problem.sentence;
      std::string path = problem.path;
      const std::string_view inside = "jobs.serve.inference.";
      if (path.starts_with(inside)) path.erase(0, inside.size());
      out += (out.empty() ? "" : "\n") + problem.code + " " + path + ": " + problem.sentence;
    }
    return out;
  }

  TestFolder folder_{"inference_checks"};
};

TEST_F(InferenceChecks, LetAGoodJobPass) {
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 100}, requests: 1000"), "");
  EXPECT_EQ(said("arrivals: {policy: gamma, rate: 100, cv: 4}, duration: 1 h"), "");
  EXPECT_EQ(said("mode: offline, dataset: {files: 10}"), "");
  EXPECT_EQ(said("arrivals: {policy: regular, rate: 1}, requests: 5, queue: per_server, "
                 "balancer: {policy: least_loaded}"),
            "");
}

TEST_F(InferenceChecks, WantRequestsThatComeAndEnd) {
  EXPECT_EQ(said("requests: 5"), "E0344 mode: a streaming job without 'arrivals' has no requests");
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 100}"), "E0344 arrivals: requests come without an end");
  EXPECT_EQ(said("mode: offline"), "E0345 mode: an offline job without a 'dataset' has nothing to sweep");
  EXPECT_EQ(said("mode: offline, dataset: {files: 0}"), "E0345 dataset.files: the data set has no samples");
}

TEST_F(InferenceChecks, WantATraceThatIsReplayed) {
  folder_.write("trace.csv", "1\n");
  EXPECT_EQ(said("arrivals: {policy: replay}"), "E0340 arrivals.policy: 'replay' has no trace to replay");
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 1}, requests: 5, trace: trace.csv"),
            "E0340 trace: nothing replays this trace");
  EXPECT_EQ(said("mode: offline, dataset: {files: 1}, trace: trace.csv"),
            "E0340 trace: nothing replays this trace");
  EXPECT_EQ(said("arrivals: {policy: replay}, trace: trace.csv"), "");
}

TEST_F(InferenceChecks, WantARunThatTheClockHolds) {
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 0.001}, requests: 1100000"),
            "E0346 requests: these requests come for 1.1e+09 s, more than the 1e9 s that a run may last");
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 0.001}, requests: 1100000, duration: 1 h"), "");
  folder_.write("trace.csv", "1\n900000000\n");
  EXPECT_EQ(said("arrivals: {policy: replay, speed_up: 0.5}, trace: trace.csv"),
            "E0346 arrivals: these requests come for 1.8e+09 s, more than the 1e9 s that a run may last");
}

TEST_F(InferenceChecks, WantFiguresToBeAboutSomething) {
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 100}, requests: 10, warm_up: 10"),
            "E0349 warm_up: a warm-up of 10 leaves none of 10 requests for the statistics");
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 100}, requests: 10, balancer: {policy: random}"),
            "E0347 balancer: a balancer has nothing to choose where all servers share a queue");
}

TEST_F(InferenceChecks, WantBytesThatCanBeCounted) {
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 1e6}, requests: 1000000000, prediction_size: 1 TiB, "
                 "max_batch: 100000"),
            "E0308 prediction_size: the predictions are larger than 2 EiB");
  EXPECT_EQ(said("mode: offline, dataset: {files: 1000000000000, record_length: 1 TiB}"),
            "E0308 dataset: the data set is larger than 2 EiB");
}

// Four servers of 1 ms a batch of 2: 8,000 requests a second.
TEST_F(InferenceChecks, DoubtALoadThatIsTooMuch) {
  const std::string load = "arrivals: {policy: poisson, rate: 10000}, requests: 10, max_batch: 2";
  EXPECT_EQ(
      said(load),
      "W0012 arrivals: 10000 requests/s come, and 4 servers answer 8000 at most (rho = 1.25): the queue "
      "grows as long as they come");
  EXPECT_EQ(said(load + ", queue_capacity: 100"), "");
  EXPECT_EQ(said("arrivals: {policy: poisson, rate: 7999}, requests: 10, max_batch: 2"), "");
  EXPECT_TRUE(read(load + ", service_time: 1 ms").scenario);
}

TEST_F(InferenceChecks, AreTheThirdKindOfJob) {
  const std::string good = "arrivals: {policy: poisson, rate: 1}, requests: 5, service_time: 1 ms";
  const auto codes = [&](const std::string& more) {
    const std::string text = small_scenario();
    return codes_of(read_scenario_file(folder_.write("scenario.yaml", text.substr(0, text.find("  train:")) +
                                                                          "  serve:\n" + more +
                                                                          "    inference: {" + good +
                                                                          "}\n    nodes: {group: clients}\n"
                                                                          "    storage: scratch\n"))
                        .problems);
  };
  EXPECT_EQ(codes(""), "");
  EXPECT_EQ(codes("    workload: {dataset: {files: 1000}}\n"), "E0306");
  EXPECT_EQ(codes("    dlio: workloads/unet3d_h100.yaml\n"), "E0306");
  EXPECT_EQ(codes("    overrides: [a=b]\n"), "E0306");
}

TEST_F(InferenceChecks, AreLeftOutWhereAValueWasNotRead) {
  EXPECT_EQ(codes_of(read("arrivals: {policy: poisson, rate: many}").problems), "E0102 E0104");
}

}  // namespace
}  // namespace headrace
