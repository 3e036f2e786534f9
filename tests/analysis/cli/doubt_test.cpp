#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class DoubtTest : public CliTest {
 protected:
  nlohmann::json answer(std::vector<std::string> words) {
    words.insert(words.begin(), "doubt");
    words.insert(words.end(), {"--json", "--draws", "3"});
    EXPECT_EQ(call(words), 0) << err();
    return nlohmann::json::parse(out());
  }
};

// A step of 500 ms that one prior makes longer by 100 ms to 900 ms; all other priors are a few ms.
TEST_F(DoubtTest, FindsThePriorThatDecides) {
  std::string text = kTinyScenario;
  const std::string nodes = "cores: 12}";
  text.replace(text.find(nodes), nodes.size(),
               "cores: 12, host_work: {pytorch: {step_overhead: 300 ms}}}   # [assumed]");
  std::ofstream(scenario_) << text;
  const auto tree = answer({scenario_, "--figure", "delivered_samples_per_second"});
  EXPECT_EQ(tree["schema"], "headrace.doubts/1");
  ASSERT_EQ(tree["figures"].size(), 1u);
  const auto& figure = tree["figures"][0];
  EXPECT_EQ(figure["figure"], "jobs.train.delivered_samples_per_second");
  const auto& first = figure["priors"][0];
  EXPECT_EQ(first["path"], "platform.nodes.clients.host_work.pytorch.step_overhead");
  EXPECT_EQ(first["low"], "100 ms");
  EXPECT_EQ(first["high"], "900 ms");
  // Four ranks with two samples each, so a step of 8 samples is longer by 900 ms - 100 ms.
  EXPECT_NEAR(8 / first["at_high"].get<double>() - 8 / first["at_low"].get<double>(), 0.8, 0.01);
  const auto width = [&](const char* by) {
    return figure[by]["high"].get<double>() - figure[by]["low"].get<double>();
  };
  EXPECT_GT(width("by_priors"), 10 * width("by_seed"));
}

// A batch of two samples is there after 2 x (open + read), which 1 s of computation hides: either may be
// three times as long, and both may not. What is said of the farthest draw is what a run of it gives, and of
// what is to be measured what the draws give without it.
TEST_F(DoubtTest, FindsPriorsThatDecideTogether) {
  std::string text = kTinyScenario;
  const std::string store = "ost: {count: 2}}}";
  text.replace(text.find(store), store.size(),
               "mds: {open: 100 ms},   # [assumed]\n"
               "        ost: {count: 2, request_overhead: 100 ms}}}   # [assumed]");
  std::ofstream(scenario_) << text;
  const std::vector<std::string> size = {"jobs.train.workload.dataset.files=640",
                                         "jobs.train.workload.training.epochs=1"};
  ASSERT_EQ(call({"doubt", scenario_, size[0], size[1], "--figure", "au_percent", "--draws", "12", "--json"}),
            0)
      << err();
  const auto tree = nlohmann::json::parse(out());
  const auto& figure = tree["figures"][0];
  const std::string store_path = "platform.file_systems.scratch.lustre.";
  EXPECT_EQ(figure["measure_first"],
            (nlohmann::json{store_path + "mds.open", store_path + "ost.request_overhead"}));
  const auto& together = figure["together"];
  EXPECT_EQ(together["value"], figure["by_priors"]["low"]);
  const double value = figure["value"], alone = together["alone"];
  EXPECT_LT(alone - value, (together["value"].get<double>() - value) / 2);
  for (const auto& prior : figure["priors"])
    EXPECT_LT(std::abs(prior["at_high"].get<double>() - value), (value - alone) / 2) << prior["path"];
  EXPECT_GT(figure["if_known"]["low"].get<double>(), alone);
  std::vector<std::string> words = {"run", scenario_, size[0], size[1], "--json", "--out", database_};
  for (const auto& drawn : together["overrides"]) words.push_back(drawn);
  ASSERT_EQ(call(words), 0) << err();
  EXPECT_NEAR(nlohmann::json::parse(out())["jobs"]["train"]["au_percent"].get<double>(), alone, 1e-9);
}

// A lock's age is 1 s at least, so 2 s has no third. A check for dirty pages is 1 ms at least, so 3 ms has
// one, and none of the draws below that.
TEST_F(DoubtTest, TellsWhatItLeavesOut) {
  std::string text = kTinyScenario;
  const std::string store = "ost: {count: 2}}}";
  text.replace(text.find(store), store.size(),
               "ost: {count: 2}, client: {\n"
               "        lock_max_age: 2 s,   # [assumed]\n"
               "        dirty_check: 3 ms}}}   # [assumed]");
  std::ofstream(scenario_) << text;
  ASSERT_EQ(call({"doubt", scenario_, "--json", "--quiet", "--draws", "60"}), 0) << err();
  EXPECT_TRUE(err().empty()) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["priors_kept"],
            nlohmann::json::array({"platform.file_systems.scratch.lustre.client.lock_max_age"}));
  // Each draw is below 1 ms with a probability of 0.05, so two to eleven of sixty are.
  const double draws = 60 - tree["draws_left_out"].get<double>();
  EXPECT_LE(draws, 58);
  EXPECT_GE(draws, 49);
  const auto figure = tree["figures"][0];
  EXPECT_EQ(figure["runs_missing"], 0);
  // The second least to the second greatest of n draws hold one more with probability (n - 3) / (n + 1).
  EXPECT_NEAR(figure["by_priors"]["probability"].get<double>(), (draws - 3) / (draws + 1), 1e-9);
}

TEST_F(DoubtTest, IsTheSameOnOneThreadAndTwo) {
  const auto one = answer({scenario_, "--jobs", "1"});
  EXPECT_EQ(answer({scenario_, "--jobs", "2"}), one);
  EXPECT_EQ(one["figures"][0]["figure"], "jobs.train.utilisation_percent");
}

TEST_F(DoubtTest, TakesASeedFromTheCommandLine) {
  const auto tree = answer({scenario_, "seed=9223372036854775807"});
  EXPECT_EQ(tree["figures"][0]["runs_missing"], 0);
}

TEST_F(DoubtTest, RefusesWhatItCannotAnswer) {
  EXPECT_EQ(call({"doubt"}), 2);
  EXPECT_EQ(call({"doubt", scenario_, "--draws", "none"}), 2);
  EXPECT_NE(err().find("--draws"), std::string::npos) << err();
  EXPECT_EQ(call({"doubt", scenario_, "--figure", "sample_per_second"}), 2);
  EXPECT_NE(err().find("did you mean 'samples_per_second'?"), std::string::npos) << err();
  EXPECT_EQ(call({"doubt", folder_ / "absent.yaml"}), 2);
}

// A store that takes 100 ms to open a file, where a step computes for 500 ms, against one that computes for
// longer and opens them at once: below some time of opening the first is ahead, and above it is not.
class DoubtArmsTest : public DoubtTest {
 protected:
  DoubtArmsTest() {
    std::string text = kTinyScenario;
    const std::string nodes = "cores: 12}";
    text.replace(text.find(nodes), nodes.size(),
                 "cores: 12, host_work: {pytorch: {step_overhead: 90 ms}}}   # [assumed]");
    std::ofstream(scenario_) << text << "compare:\n"
                             << "  slow: {overrides: [jobs.train.workload.training.computation_time=700ms]}\n"
                             << "  plain: {overrides: []}\n"
                             << "  lean: {overrides: [jobs.train.workload.training.computation_time=600ms, "
                             << kOverhead << "=0s]}\n";
  }
  static constexpr const char* kOverhead = "platform.nodes.clients.host_work.pytorch.step_overhead";
};

// 500 ms and an overhead of 90 ms (30 to 270) against 600 ms and none: the longer overhead turns their order,
// and lean has a value of its own, which no draw changes.
TEST_F(DoubtArmsTest, SaysHowOftenTheOrderHolds) {
  const std::vector<std::string> words = {"doubt",   scenario_, "--figure", "delivered_samples_per_second",
                                          "--draws", "20",      "--json"};
  ASSERT_EQ(call(words), 0) << err();
  const std::string two = out();
  const auto tree = nlohmann::json::parse(two);
  EXPECT_EQ(tree["schema"], "headrace.arm_doubts/1");
  ASSERT_EQ(tree["comparisons"].size(), 1u);
  const auto& compared = tree["comparisons"][0];
  const auto& order = compared["order"];
  EXPECT_EQ(order["ahead"], "plain");
  EXPECT_EQ(order["draws"], 20);
  EXPECT_EQ(order["seeds"], 5);
  ASSERT_EQ(order["leads"].size(), 2u);
  EXPECT_EQ(order["leads"][0]["over"], "slow");
  EXPECT_EQ(order["leads"][0]["ahead_in"], 20) << "the same overhead stands on top of both";
  // Above 100 ms lean is ahead: with the logarithm of 10 / 9 over a deviation of log(3) / 1.645, z = 0.158,
  // that is 0.44 of draws; of twenty 2 to 16 are within three deviations.
  EXPECT_EQ(order["leads"][1]["over"], "lean");
  EXPECT_EQ(order["leads"][1]["ahead_in"], order["ahead_in"]);
  EXPECT_GE(order["ahead_in"].get<int>(), 4);
  EXPECT_LE(order["ahead_in"].get<int>(), 18);
  ASSERT_EQ(order["turned_by"].size(), 1u) << order["turned_by"];
  EXPECT_EQ(order["turned_by"][0]["path"], kOverhead);
  EXPECT_EQ(order["turned_by"][0]["value"], "270 ms");
  EXPECT_EQ(order["turned_by"][0]["ahead"], "lean");
  const auto width = [&](const char* arm) {
    const auto& by = compared["arms"][arm]["by_priors"];
    return by["high"].get<double>() - by["low"].get<double>();
  };
  EXPECT_LT(width("lean"), width("plain") / 4);
  std::vector<std::string> one = words;
  one.insert(one.end(), {"--jobs", "1"});
  ASSERT_EQ(call(one), 0) << err();
  EXPECT_EQ(out(), two);
}

// Two nodes deliver nearly twice what one does, and each of their accelerators no more.
TEST_F(DoubtArmsTest, ComparesRatesOfEachAcceleratorWhereSizesDiffer) {
  std::ofstream(scenario_)
      << kTinyScenario
      << "compare:\n  one: {overrides: [jobs.train.nodes.count=1]}\n  two: {overrides: []}\n";
  const auto tree = answer({scenario_, "--figure", "samples_per_second"});
  const auto& compared = tree["comparisons"][0];
  EXPECT_EQ(compared["unit"], "samples_per_second of each accelerator");
  const double one = compared["arms"]["one"]["value"], two = compared["arms"]["two"]["value"];
  EXPECT_NEAR(two / one, 1, 0.05);
  EXPECT_LT(one, 2 / 0.5) << "two samples in 500 ms at most";
}

// What an arm gives is what a run of it gives.
TEST_F(DoubtArmsTest, GivesWhatRunsGive) {
  ASSERT_EQ(call({"run", scenario_, "--json", "--out", database_}), 0) << err();
  const auto run = nlohmann::json::parse(out());
  const auto tree = answer({scenario_, "--figure", "samples_per_second"});
  for (const char* arm : {"slow", "plain", "lean"})
    EXPECT_NEAR(tree["comparisons"][0]["arms"][arm]["value"].get<double>(),
                run["arms"][arm]["jobs"]["train"]["samples_per_second"].get<double>(), 1e-9)
        << arm;
  ASSERT_EQ(call({"doubt", scenario_, "--draws", "2", "--quiet"}), 0) << err();
  EXPECT_NE(out().find("arm"), std::string::npos) << out();
}

TEST_F(DoubtTest, SaysThatItWasCut) {
  EXPECT_EQ(call({"doubt", scenario_, "--wall-limit", "1ns"}), 4);
  EXPECT_TRUE(out().empty()) << out();
}

}  // namespace
}  // namespace headrace
