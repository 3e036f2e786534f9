#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ExplainTest : public CliTest {
 protected:
  nlohmann::json explained(std::vector<std::string> words) {
    words.insert(words.begin(), {"explain", scenario_});
    words.insert(words.end(), {"--json", "--seeds", "1"});
    EXPECT_EQ(call(words), 0) << err();
    return nlohmann::json::parse(out())["figures"][0];
  }
};

struct Bottleneck {
  std::vector<std::string> overrides;
  const char* side;
  const char* part;
};

// Whatever is made to last far longer than all else is found, on its side; and as everything that takes
// time is a part, the elasticities sum to 1 and everything 10 % faster gives 10 %.
TEST_F(ExplainTest, FindsSeededBottlenecks) {
  const std::string store = "platform.file_systems.scratch.lustre.",
                    host = "platform.nodes.clients.host_work.";
  const Bottleneck bottlenecks[] = {
      {{}, "accelerators", "train: compute"},
      {{store + "ost.device.read_bandwidth=30 MB/s"}, "storage", "scratch: ost"},
      {{store + "mds.open=2 s"}, "storage", "scratch: mds"},
      {{"platform.nodes.clients.nic={ports: 1, bandwidth: 40 MB/s}"}, "network", "clients: ports"},
      {{host + "decode.npz=10 MB/s"}, "client", "clients: work of software on the cores"},
      {{"jobs.train.workload.loader.preprocess_time=2 s"}, "client", "train: preprocessing"},
      {{host + "pytorch.step_overhead=3 s"}, "client", "clients: work of software on the cores"},
  };
  for (const Bottleneck& one : bottlenecks) {
    const auto figure = explained(one.overrides);
    EXPECT_EQ(figure["figure"], "jobs.train.delivered_samples_per_second");
    EXPECT_EQ(figure["bound_by"], nlohmann::json{one.side}) << one.part;
    const auto& first = figure["parts"][0];
    EXPECT_EQ(first["part"], one.part);
    EXPECT_GT(first["elasticity"]["mean"].get<double>(), 0.5) << one.part;
    EXPECT_NEAR(figure["sum_of_elasticities"].get<double>(), 1, 0.05) << one.part;
    EXPECT_NEAR(figure["gain_percent_all_10"]["mean"].get<double>(), 10, 0.5) << one.part;
  }
}

// What is said of the part is what a run of the changed scenario gives.
TEST_F(ExplainTest, SaysWhatARunGives) {
  const auto figure = explained({"--figure", "seconds"});
  ASSERT_EQ(figure["parts"][0]["part"], "train: compute");
  const double gain = figure["parts"][0]["gain_percent_50"]["mean"];
  const double seconds = figure["value"]["mean"];
  ASSERT_EQ(run({"jobs.train.workload.training.computation_time=333333333 ns", "--json"}), 0) << err();
  const double faster = nlohmann::json::parse(out())["jobs"]["train"]["seconds"];
  EXPECT_NEAR(100 * (seconds / faster - 1), gain, 1e-4);
}

TEST_F(ExplainTest, ExplainsAnArmByItsName) {
  std::ofstream(scenario_, std::ios::app)
      << "compare:\n  plain: {overrides: []}\n"
         "  slow: {overrides: [\"platform.file_systems.scratch.lustre.ost.device.read_bandwidth=30 "
         "MB/s\"]}\n";
  EXPECT_EQ(call({"explain", scenario_}), 2);
  EXPECT_NE(err().find("--arm NAME"), std::string::npos) << err();
  EXPECT_EQ(call({"explain", scenario_, "--arm", "slo"}), 2);
  EXPECT_NE(err().find("did you mean 'slow'?"), std::string::npos) << err();
  EXPECT_EQ(explained({"--arm", "slow"})["bound_by"], nlohmann::json{"storage"});
  EXPECT_EQ(explained({"--arm", "plain"})["bound_by"], nlohmann::json{"accelerators"});
}

TEST_F(ExplainTest, PrintsAVerdict) {
  ASSERT_EQ(call({"explain", scenario_, "--seeds", "2"}), 0) << err();
  EXPECT_NE(out().find("bound by the accelerators"), std::string::npos) << out();
  EXPECT_NE(out().find("over 2 seeds"), std::string::npos) << out();
  EXPECT_EQ(call({"explain", scenario_, "--seeds", "0"}), 2);
  EXPECT_EQ(call({"explain", scenario_, "--figure", "au"}), 2);
}

}  // namespace
}  // namespace headrace
