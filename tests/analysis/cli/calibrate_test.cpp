#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

const std::string kOverhead = "platform.nodes.clients.host_work.pytorch.step_overhead";
const std::string kFigure = "jobs.train.delivered_samples_per_second";

class CalibrateTest : public CliTest {
 protected:
  // Runs the scenario with an override, and returns what it delivers in samples a second.
  double run_of(const std::string& setting, const std::string& truth) {
    EXPECT_EQ(call({"run", scenario_, setting, truth, "seed=9", "--json", "--out", database_}), 0) << err();
    const auto tree = nlohmann::json::parse(out());
    return tree["jobs"]["train"]["delivered_samples_per_second"];
  }
  static double milliseconds_of(const std::string& text) {
    return std::stod(text) * (text.ends_with("us") ? 0.001 : 1);
  }
  static std::string batch(int size) {
    return "jobs.train.workload.loader.batch_size=" + std::to_string(size);
  }
  void measure(const std::string& truth) {
    std::ofstream table(table_);
    table << "role,run,overrides,measured,source\n";
    for (const int size : {1, 2, 4, 5})
      table << (size < 5 ? "calibration," : "validation,") << size << "," << batch(size) << "," << kFigure
            << " == " << run_of(batch(size), truth) << ",synthetic\n";
  }
  std::vector<std::string> words(const std::string& field) const {
    return {"calibrate", scenario_, "--data", table_, "--fit", field, "--out", calibrated_};
  }
  int calibrate(const std::string& field, const std::vector<std::string>& more = {}) {
    std::vector<std::string> all = words(field);
    all.insert(all.end(), more.begin(), more.end());
    return call(all);
  }

  const std::string table_ = folder_ / "rates.csv", calibrated_ = folder_ / "found/calibrated.yaml";
};

// Rates of another seed, made with 60 ms, which the priors' 1 ms is far from.
TEST_F(CalibrateTest, FindsWhatTheRunsWereMadeWith) {
  measure(kOverhead + "=60ms");
  ASSERT_EQ(calibrate(kOverhead + "=10ms..200ms", {"--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["schema"], "headrace.calibration/2");
  const auto field = tree["fields"][0];
  EXPECT_EQ(field["path"], kOverhead);
  EXPECT_NEAR(milliseconds_of(field["found"]), 60, 2) << field;
  EXPECT_GT(field["learnt"].get<double>(), 0.8);
  EXPECT_GT(tree["scores"][0]["median_before"].get<double>(), 0.01);
  EXPECT_LT(tree["scores"][0]["median_found"].get<double>(), 0.005);
  EXPECT_LT(tree["scores"][1]["worst_found"].get<double>(), 0.005);
  EXPECT_EQ(tree["scores"][1]["in_interval"], 1);
}

// The file that is written is a scenario: it delivers what was measured, and its range is known to `doubt`.
TEST_F(CalibrateTest, WritesAScenarioWithWhatWasFound) {
  measure(kOverhead + "=60ms");
  const double measured = run_of(batch(5), kOverhead + "=60ms");
  ASSERT_EQ(calibrate(kOverhead + "=10ms..200ms", {"--quiet"}), 0) << err();
  EXPECT_TRUE(out().starts_with(kOverhead + "=")) << out();
  ASSERT_EQ(call({"run", calibrated_, batch(5), "--json", "--out", database_}), 0) << err();
  const double found = nlohmann::json::parse(out())["jobs"]["train"]["delivered_samples_per_second"];
  EXPECT_NEAR(found / measured, 1, 0.005);
  // Each run says by what it was calibrated, and when that was of another headrace.
  ASSERT_EQ(call({"run", calibrated_, "--out", database_}), 0) << err();
  EXPECT_NE(out().find("calibrated: calibration "), std::string::npos) << out();
  EXPECT_EQ(out().find("uncalibrated"), std::string::npos) << out();
  EXPECT_EQ(out().find("calibrate again"), std::string::npos) << out();
  ASSERT_EQ(call({"run", calibrated_, "calibration.revision=older", "--out", database_}), 0) << err();
  EXPECT_NE(in_one_line(out()).find("headrace older found them"), std::string::npos) << out();
  EXPECT_NE(in_one_line(out()).find("calibrate again"), std::string::npos) << out();
  ASSERT_EQ(call({"query", database_, "SELECT count(*) FROM run WHERE length(calibration_id) = 16", "--csv"}),
            0)
      << err();
  EXPECT_TRUE(out().ends_with("\n3\n")) << out();
  ASSERT_EQ(call({"doubt", calibrated_, "--json", "--quiet", "--draws", "1"}), 0) << err();
  const auto figure = nlohmann::json::parse(out())["figures"][0];
  for (const auto& prior : figure["priors"]) {
    if (prior["path"] != kOverhead) continue;
    EXPECT_TRUE(prior["source"].get<std::string>().starts_with("[fitted] within a factor of 1.")) << prior;
  }
  // Written again, and over nothing that is not its own.
  EXPECT_EQ(calibrate(kOverhead + "=10ms..200ms", {"--quiet"}), 0) << err();
  std::ofstream(calibrated_) << "mine\n";
  EXPECT_EQ(calibrate(kOverhead + "=10ms..200ms"), 3);
}

// Reading 16 MiB files directly, a node moves n requests of 1 MiB each round trip to a target: the window n
// and the latency of the network come back together, made with 5 and 20 ms.
TEST_F(CalibrateTest, FindsWholeNumbers) {
  const std::string window = "platform.file_systems.scratch.lustre.client.max_rpcs_in_flight";
  const std::string latency = "platform.network.latency";
  std::ofstream table(table_);
  table << "role,run,overrides,measured,source\n";
  for (const std::string length : {"1 MiB", "2 MiB", "4 MiB", "8 MiB", "16 MiB"}) {
    std::string size = "jobs.train.workload.dataset.record_length=" + length;
    size.erase(size.find(' '), 1);
    EXPECT_EQ(call({"run", scenario_, size, window + "=5", latency + "=20ms", "seed=9", "--json", "--out",
                    database_}),
              0)
        << err();
    const auto tree = nlohmann::json::parse(out());
    table << "calibration," << length << "," << size << "," << kFigure
          << " == " << tree["jobs"]["train"]["delivered_samples_per_second"].get<double>() << ",synthetic\n";
  }
  table.close();
  ASSERT_EQ(calibrate(window + "=2..8", {"--fit", latency + "=5ms..60ms", "--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["fields"][0]["found"], "5") << tree["fields"];
  EXPECT_NEAR(milliseconds_of(tree["fields"][1]["found"]), 20, 3) << tree["fields"];
  EXPECT_GT(tree["fields"][0]["learnt"].get<double>(), 0.5);
  EXPECT_LE(std::stoi(tree["fields"][0]["low"].get<std::string>()), 5);
  EXPECT_GE(std::stoi(tree["fields"][0]["high"].get<std::string>()), 5);
  const std::string two = out();
  ASSERT_EQ(calibrate(window + "=2..8", {"--fit", latency + "=5ms..60ms", "--json", "--jobs", "1"}), 0);
  EXPECT_EQ(out(), two);
}

TEST_F(CalibrateTest, IsTheSameOnOneThreadAndTwoAndAfterACut) {
  measure(kOverhead + "=2ms");
  ASSERT_EQ(calibrate(kOverhead, {"--json", "--jobs", "1"}), 0) << err();
  const std::string one = out();
  ASSERT_EQ(calibrate(kOverhead, {"--json", "--jobs", "2"}), 0) << err();
  EXPECT_EQ(out(), one);
  const std::string kept = folder_ / "kept.db";
  EXPECT_EQ(calibrate(kOverhead, {"--database", kept, "--wall-limit", "1ns"}), 4) << err();
  EXPECT_TRUE(out().empty()) << out();
  ASSERT_EQ(calibrate(kOverhead, {"--json", "--database", kept}), 0) << err();
  EXPECT_EQ(out(), one);
  ASSERT_EQ(calibrate(kOverhead, {"--json", "--database", kept}), 0) << err();
  EXPECT_EQ(out(), one);
  EXPECT_EQ(call({"show", "answer", kept}), 2);
  EXPECT_NE(err().find("the same 'calibrate'"), std::string::npos) << err();
}

TEST_F(CalibrateTest, RefusesWhatItCannotDo) {
  EXPECT_EQ(call({"calibrate"}), 2);
  EXPECT_EQ(call({"calibrate", scenario_, "--fit", kOverhead}), 2);
  EXPECT_NE(err().find("--data FILE"), std::string::npos) << err();
  std::ofstream(table_) << "role,run,overrides,measured,source\ncalibration,a,," << kFigure << " == 7,x\n";
  EXPECT_EQ(call({"calibrate", scenario_, "--data", table_}), 2);
  EXPECT_NE(err().find("--fit PATH"), std::string::npos) << err();
  EXPECT_EQ(calibrate(kOverhead, {"seed=2"}), 2);
  EXPECT_NE(err().find("takes no override"), std::string::npos) << err();
  // Every problem of table and fields at once.
  std::ofstream(table_) << "role,run,overrides,measured,source\ncalibration,a,," << kFigure << " == 7,\n";
  EXPECT_EQ(calibrate(kOverhead + "s"), 2);
  EXPECT_NE(err().find("the row has no source"), std::string::npos) << err();
  EXPECT_NE(err().find("did you mean '" + kOverhead + "'?"), std::string::npos) << err();
  std::ofstream(table_) << "role,run,overrides,measured,source\n"
                        << "calibration,a," << kOverhead << "=1ms," << kFigure << " == 7,x\n";
  EXPECT_EQ(calibrate(kOverhead), 2);
  EXPECT_NE(err().find("sets " + kOverhead + ", which is to be found"), std::string::npos) << err();
  EXPECT_NE(err().find(table_ + ":2:15: error[E0606]"), std::string::npos) << err();
  std::vector<std::string> onto_its_table = words(kOverhead);
  onto_its_table.back() = table_;
  EXPECT_EQ(call(onto_its_table), 2);
}

// DLIO's rule counts no step of an epoch of one, so there is no AU.
TEST_F(CalibrateTest, SaysThatThereIsNoFigure) {
  std::ofstream(table_) << "role,run,overrides,measured,source\n"
                        << "calibration,a,jobs.train.workload.dataset.files=8,jobs.train.au_percent == 7,x\n";
  EXPECT_EQ(calibrate(kOverhead), 6);
  EXPECT_NE(err().find("a fitted row had no figure"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
