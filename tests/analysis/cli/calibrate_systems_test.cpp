#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"
#include "tests/analysis/small_system.h"

namespace headrace {
namespace {

const std::string kJitter = "jobs.train.host.step_jitter";
const std::string kMadeWith = "    host: {step_jitter: 0.03}\n";

// Three systems of one scenario, whose rows were made with a jitter of 0.03 and are off by -2, 0 and 2 % as
// a whole.
class CalibrateSystemsTest : public CliTest {
 protected:
  CalibrateSystemsTest() {
    write(system_ + kMadeWith);
    const std::vector<double> made = throughput();
    write(system_);
    measure(made);
  }
  void write(const std::string& text) const { std::ofstream(folder_ / "system.yaml") << text; }
  void measure(const std::vector<double>& rates) const {
    std::ofstream table(table_);
    table
        << "role,system,workload,accelerator,hosts,accelerators,cores_per_host,batch_size,computation_time_s,"
           "samples_per_second,au_percent,scenario,overrides,why_not,source\n";
    std::size_t row = 0;
    for (const std::string system : {"A", "B", "C"})
      for (const int accelerators : {1, 4, 8}) {
        const double off = system == "A" ? 0.98 : system == "B" ? 1 : 1.02;
        table << (system == "C" && accelerators == 8 ? "validation," : "calibration,") << system
              << ",unet3d,H100," << (accelerators == 8 ? 2 : 1) << "," << accelerators << ",64,7,0.323,"
              << (rates.empty() ? 10.0 : off * rates[row]) << ",90,system.yaml,,,made\n";
        ++row;
      }
  }
  // Returns what each row delivers with the scenario as it is.
  std::vector<double> throughput() {
    measure({});
    EXPECT_EQ(call({"validate", table_, "--json"}), 0) << err();
    const auto tree = nlohmann::json::parse(out());
    std::vector<double> found;
    for (const auto& row : tree["sets"][0]["rows"])
      found.push_back(row["forecasts"]["headrace"]["samples_per_second"]);
    return found;
  }
  int calibrate(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"calibrate", "--data",   table_, "--fit", kJitter + "=0.005..0.05",
                                      "--out",     calibrated_};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }

  const std::string system_ = small_system(4, 64, "unet3d_h100", ", ++workload.dataset.num_files_train=336");
  const std::string table_ = folder_ / "rows.csv", calibrated_ = folder_ / "found/all.yaml";
};

TEST_F(CalibrateSystemsTest, FindsWhatFitsAllOfThem) {
  ASSERT_EQ(calibrate({"--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  const auto& field = tree["fields"][0];
  const double found = std::stod(field["found"].get<std::string>());
  EXPECT_LT(std::stod(field["low"].get<std::string>()), 0.03);
  EXPECT_GT(std::stod(field["high"].get<std::string>()), 0.03);
  EXPECT_NEAR(found, 0.03, 0.008);
  ASSERT_EQ(tree["systems"].size(), 3u);
  EXPECT_EQ(tree["systems"][0]["rows"], 3);
  EXPECT_EQ(tree["systems"][2]["rows"], 2) << "the row of the role validation is no part of it";
  EXPECT_NEAR(tree["systems"][0]["error"].get<double>(), 0.02, 0.01);
  EXPECT_NEAR(tree["systems"][2]["error"].get<double>(), -0.02, 0.01);
  EXPECT_NEAR(tree["between"].get<double>(), 0.018, 0.008);
  EXPECT_EQ(tree["rows"].size(), 8u);
  EXPECT_EQ(tree["rows"][0]["left_out"].is_null(), false);
}

// Another scenario includes what was found, and says so; the text names systems.
TEST_F(CalibrateSystemsTest, WritesWhatScenariosInclude) {
  ASSERT_EQ(calibrate(), 0) << err();
  EXPECT_NE(in_one_line(out()).find("found from 8 rows of 3 systems"), std::string::npos) << out();
  EXPECT_NE(in_one_line(out()).find("a system that is left out"), std::string::npos) << out();
  std::ofstream(folder_ / "mine.yaml") << "include: found/all.yaml\n" << system_;
  ASSERT_EQ(call({"run", folder_ / "mine.yaml", "--out", database_}), 0) << err();
  EXPECT_NE(out().find("calibrated: calibration "), std::string::npos) << out();
}

TEST_F(CalibrateSystemsTest, RefusesWhatItCannotFit) {
  EXPECT_EQ(call({"calibrate", "--data", table_, "--fit", "jobs.trian.host.step_jitter=0.01..0.02"}), 2);
  EXPECT_NE(err().find("jobs.trian"), std::string::npos) << err();
  EXPECT_EQ(call({"calibrate", "--data", "mlperf_storage_v1.O", "--fit", kJitter + "=0.01..0.02"}), 2);
  EXPECT_NE(err().find("mlperf_storage_v1.O"), std::string::npos) << err();
  EXPECT_EQ(
      call({"calibrate", "--data", "mlperf_storage_v3.0_checkpoints", "--fit", kJitter + "=0.01..0.02"}), 2);
  EXPECT_NE(err().find("none of the role calibration trains"), std::string::npos) << err();
  EXPECT_EQ(call({"calibrate", "seed=3", "--data", table_, "--fit", kJitter + "=0.01..0.02"}), 2);
}

}  // namespace
}  // namespace headrace
