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
  EXPECT_NEAR(tree["spreads"][0]["between"].get<double>(), 0.018, 0.008);
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
  EXPECT_NE(err().find("'jobs' has no 'train'"), std::string::npos) << err();
  EXPECT_EQ(call({"calibrate", "seed=3", "--data", table_, "--fit", kJitter + "=0.01..0.02"}), 2);
}

// Checkpoints of a Llama 3, written and read back by one drive a node, made with 2 GB/s written and 5 read,
// of which the scenario knows neither; a third row may not be fitted.
class CalibrateCheckpointsTest : public CliTest {
 protected:
  static constexpr const char* kDrive = "platform.file_systems.scratch.local.device.";

  CalibrateCheckpointsTest() {
    const std::vector<double> made = seconds_of("2 GB/s", "5 GB/s");
    write("3 GB/s", "3 GB/s", made);
  }
  void write(const std::string& writing, const std::string& reading,
             const std::vector<double>& seconds) const {
    std::ofstream(folder_ / "checkpoints.yaml")
        << "schema: headrace/1\nname: checkpoints\nplatform:\n"
           "  nodes: {clients: {count: 2, accelerators: 2, cores: 12}}\n"
           "  file_systems: {scratch: {local: {device: {read_bandwidth: "
        << reading << ", write_bandwidth: " << writing
        << "}}}}\njobs:\n  checkpoints:\n    dlio: workloads/llama3_8b.yaml\n"
           "    overrides: [++workload.checkpoint.num_checkpoints_write=1, "
           "++workload.checkpoint.num_checkpoints_read=1]\n"
           "    nodes: {group: clients, count: 1}\n    accelerators_per_node: 1\n    storage: scratch\n";
    std::ofstream(table_) << "role,system,workload,operation,hosts,ranks,checkpoint_gib,seconds,"
                             "nominal_gb_per_second,nominal_source,scenario,why_not,source\n"
                          << "calibration,A,llama3_8b,write,1,2,104.705," << seconds[0]
                          << ",,,checkpoints.yaml,,made\n"
                          << "calibration,A,llama3_8b,read,1,2,104.705," << seconds[1]
                          << ",,,checkpoints.yaml,,made\n"
                          << "validation,B,llama3_8b,write,2,2,104.705," << seconds[2]
                          << ",,,checkpoints.yaml,,made\n";
  }
  // Returns the time of each row with drives of such rates.
  std::vector<double> seconds_of(const std::string& writing, const std::string& reading) {
    write(writing, reading, {1, 1, 1});
    EXPECT_EQ(call({"validate", table_, "--json"}), 0) << err();
    std::vector<double> seconds;
    const auto tree = nlohmann::json::parse(out());
    for (const auto& row : tree["sets"][0]["rows"])
      seconds.push_back(row["forecasts"]["headrace"]["seconds"]);
    return seconds;
  }
  int calibrate(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"calibrate", "--data", table_, "--out", folder_ / "found.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }

  const std::string table_ = folder_ / "rows.csv";
  const std::vector<std::string> both_ = {"--fit", std::string(kDrive) + "write_bandwidth=1GB/s..6GB/s",
                                          "--fit", std::string(kDrive) + "read_bandwidth=1GB/s..10GB/s",
                                          "--json"};
};

TEST_F(CalibrateCheckpointsTest, FindsTheRatesThatTheyWereMadeWith) {
  ASSERT_EQ(calibrate(both_), 0) << err();
  const std::string found = out();
  const auto tree = nlohmann::json::parse(found);
  EXPECT_NEAR(std::stod(tree["fields"][0]["found"].get<std::string>()), 2, 0.02) << tree["fields"];
  EXPECT_NEAR(std::stod(tree["fields"][1]["found"].get<std::string>()), 5, 0.05) << tree["fields"];
  ASSERT_EQ(tree["rows"].size(), 2u) << "the row of the role validation is no part of it";
  EXPECT_EQ(tree["rows"][0]["figure"], "jobs.checkpoints.checkpoint_write_seconds");
  EXPECT_EQ(tree["spreads"][1]["figure"], "checkpoint_read_seconds");
  // The same on one thread, and gone on with.
  const std::string kept = folder_ / "kept.db";
  std::vector<std::string> again = both_;
  again.insert(again.end(), {"--jobs", "1", "--database", kept});
  ASSERT_EQ(calibrate(again), 0) << err();
  EXPECT_EQ(out(), found);
  ASSERT_EQ(calibrate(again), 0) << err();
  EXPECT_EQ(out(), found);
  const std::string text = (calibrate({both_[0], both_[1]}), in_one_line(out()));
  EXPECT_NE(text.find("A, checkpoint_write_seconds"), std::string::npos) << text;
  EXPECT_NE(text.find("1 field found from 2 rows of 1 system"), std::string::npos) << text;
}

TEST_F(CalibrateCheckpointsTest, FitsNoRowThatMayOnlyBePredicted) {
  std::ofstream(table_) << "role,system,workload,operation,hosts,ranks,checkpoint_gib,seconds,"
                           "nominal_gb_per_second,nominal_source,scenario,why_not,source\n"
                           "validation,A,llama3_8b,write,1,2,104.705,40,,,checkpoints.yaml,,made\n";
  EXPECT_EQ(calibrate(both_), 2);
  EXPECT_NE(err().find(table_ + ":2:1: error[E0606]: no row of "), std::string::npos) << err();
  write("3 GB/s", "3 GB/s", {0, 20, 20});
  EXPECT_EQ(calibrate(both_), 2);
  EXPECT_NE(err().find(table_ + ":2:"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
