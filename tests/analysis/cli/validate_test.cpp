#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

constexpr const char* kHeader =
    "role,system,workload,accelerator,hosts,accelerators,cores_per_host,batch_size,computation_time_s,"
    "samples_per_second,au_percent,scenario,overrides,why_not,source\n";

// Three systems with one scenario: two nodes of four accelerators, and a data set of 336 files.
class ValidateTest : public CliTest {
 protected:
  ValidateTest() {
    std::string text = kTinyScenario;
    text.erase(text.find("jobs:"));
    text.replace(text.find("accelerators: 2"), 15, "accelerators: 4");
    std::ofstream(folder_ / "system.yaml") << text << R"(jobs:
  train:
    dlio: workloads/unet3d_h100.yaml
    dlio_version: v1.0
    overrides: [++workload.train.epochs=1, ++workload.dataset.num_files_train=336]
    nodes: {group: clients, count: 1}
    accelerators_per_node: 1
    storage: scratch
)";
    write(
        "calibration,A,unet3d,H100,1,1,12,7,0.323,20.5,95,system.yaml,,,a page\n"
        "calibration,B,unet3d,H100,1,2,12,7,0.323,41,95,system.yaml,,,a page\n"
        "validation,C,unet3d,H100,2,2,12,7,0.323,40,93,system.yaml,,,a page\n"
        "validation,D,unet3d,H100,1,4,12,7,0.323,80,93,,,nobody described it,a page\n");
  }
  void write(const std::string& rows) { std::ofstream(table_) << kHeader << rows; }
  nlohmann::json answer(std::vector<std::string> words) {
    words.insert(words.end(), {"--json"});
    EXPECT_EQ(call(words), 0) << err();
    return nlohmann::json::parse(out());
  }

  const std::string table_ = folder_ / "rows.csv";
};

TEST_F(ValidateTest, HoldsEachRowAgainstItsPrediction) {
  const auto tree = answer({"validate", table_});
  EXPECT_EQ(tree["schema"], "headrace.validation/1");
  const auto& set = tree["sets"][0];
  EXPECT_EQ(set["set"], "rows");
  ASSERT_EQ(set["rows"].size(), 4u);
  const auto& row = set["rows"][2];
  const double predicted = row["forecasts"]["headrace"]["samples_per_second"];
  EXPECT_GT(predicted, 20);
  EXPECT_LT(predicted, 2 * 7 / 0.323);
  EXPECT_NEAR(row["forecasts"]["headrace"]["error"].get<double>(), predicted / 40 - 1, 1e-9);
  EXPECT_GT(row["predicted_au_percent"].get<double>(), 50);
  EXPECT_TRUE(set["rows"][3]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_GT(set["rows"][3]["forecasts"]["constant"]["samples_per_second"].get<double>(), 70);
}

TEST_F(ValidateTest, PrintsATable) {
  ASSERT_EQ(call({"validate", table_, "--quiet"}), 0) << err();
  EXPECT_NE(out().find("rows: 4 rows, 3 predicted"), std::string::npos) << out();
  EXPECT_NE(out().find("1 row of D: nobody described it"), std::string::npos) << out();
}

// Forms are chosen by calibration rows: those of validation are not even run.
TEST_F(ValidateTest, RunsOneRoleWhereThatIsAsked) {
  const auto tree = answer({"validate", table_, "--role", "calibration"});
  const auto& rows = tree["sets"][0]["rows"];
  EXPECT_FALSE(rows[0]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_TRUE(rows[2]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_EQ(call({"validate", table_, "--role", "validaton"}), 2);
  EXPECT_NE(err().find("did you mean 'validation'?"), std::string::npos) << err();
}

// Runs of one call are not made again by the next, and `show answer` prints the same.
TEST_F(ValidateTest, GoesOnWhereItWasLeft) {
  const std::string database = folder_ / "rows.db";
  answer({"validate", table_, "--role", "calibration", "--database", database});
  const auto whole = answer({"validate", table_, "--database", database});
  EXPECT_FALSE(whole["sets"][0]["rows"][0]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_FALSE(whole["sets"][0]["rows"][2]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_EQ(answer({"show", "answer", database}), whole);
  ASSERT_EQ(call({"query", database, "SELECT count(*) FROM run", "--csv"}), 0) << err();
  EXPECT_NE(out().find("\n3\n"), std::string::npos) << out();
}

// A table of checkpoints is one of times: each is that of a run which writes, or reads.
TEST_F(ValidateTest, HoldsCheckpointsAgainstTheirTimes) {
  std::string text = kTinyScenario;
  text.erase(text.find("jobs:"));
  std::ofstream(folder_ / "checkpoints.yaml") << text << R"(jobs:
  checkpoints:
    dlio: workloads/llama3_8b.yaml
    dlio_version: v2.0
    nodes: {group: clients, count: 1}
    accelerators_per_node: 1
    storage: scratch
)";
  std::ofstream(table_)
      << "role,system,workload,operation,hosts,ranks,checkpoint_gib,seconds,nominal_gb_per_second,"
         "nominal_source,scenario,why_not,source\n"
         "calibration,A,llama3_8b,write,1,2,104.705,40,5,a sheet,checkpoints.yaml,,a page\n"
         "validation,B,llama3_8b,write,2,4,104.705,20,10,a sheet,checkpoints.yaml,,a page\n"
         "validation,B,llama3_8b,read,2,4,104.705,20,10,a sheet,,nobody described it,a page\n";
  const std::string database = folder_ / "checkpoints.db";
  const auto tree = answer({"validate", table_, "--database", database});
  const auto& rows = tree["sets"][0]["rows"];
  ASSERT_EQ(rows.size(), 3u);
  const double seconds = rows[1]["forecasts"]["headrace"]["seconds"];
  EXPECT_GT(seconds, 1);
  EXPECT_NEAR(rows[1]["forecasts"]["headrace"]["error"].get<double>(), seconds / 20 - 1, 1e-9);
  EXPECT_NEAR(rows[1]["forecasts"]["constant"]["seconds"].get<double>(), 20, 1e-9) << "40 s at half the rate";
  EXPECT_TRUE(rows[2]["forecasts"]["headrace"]["seconds"].is_null());
  EXPECT_EQ(answer({"show", "answer", database}), tree);
  ASSERT_EQ(call({"validate", table_, "--role", "validation", "--quiet"}), 0) << err();
  EXPECT_NE(out().find("rows: 3 rows, 1 predicted"), std::string::npos) << out();
}

TEST_F(ValidateTest, RefusesATableThatIsWrong) {
  write(
      "calibration,A,unet3d,H100,1,1,12,7,0.323,20.5,95,system.yaml,,,\n"
      "calibration,B,unet3d,H100,1,2,12,7,323,41,95,sytem.yaml,,,a page\n");
  EXPECT_EQ(call({"validate", table_}), 2);
  EXPECT_NE(err().find("the row has no source"), std::string::npos) << err();
  write("calibration,B,unet3d,H100,1,2,16,7,0.323,41,95,system.yaml,,,a page\n");
  EXPECT_EQ(call({"validate", table_}), 2);
  EXPECT_NE(err().find("the row says cores_per_host 16, and its scenario 12"), std::string::npos) << err();
  EXPECT_EQ(call({"validate", "no_such_set"}), 2);
  EXPECT_NE(err().find("there is no file"), std::string::npos) << err();
}

// Rows A and C are near their threshold of 90 %, B is above 93 % and D has no scenario. What is found is what
// single runs say: with the largest count AU is met, and with the next one it is not.
TEST_F(ValidateTest, FindsHowManyAcceleratorsARowCouldHave) {
  write(
      "calibration,A,unet3d,H100,1,1,12,7,0.323,20.5,91.5,system.yaml,,,a page\n"
      "calibration,B,unet3d,H100,1,2,12,7,0.323,41,95,system.yaml,,,a page\n"
      "validation,C,unet3d,H100,2,4,12,7,0.323,80,93,system.yaml,,,a page\n"
      "validation,D,unet3d,H100,1,4,12,7,0.323,80,93,,,nobody described it,a page\n");
  const std::string database = folder_ / "counts.db";
  const auto tree = answer({"validate", table_, "--largest-counts", "--database", database});
  EXPECT_EQ(tree["schema"], "headrace.largest_counts/1");
  const auto& rows = tree["sets"][0]["rows"];
  ASSERT_EQ(rows.size(), 2u);
  const auto& single = rows[0];
  EXPECT_EQ(single["system"], "A");
  EXPECT_EQ(single["au_threshold_percent"], 90);
  EXPECT_LE(single["largest_accelerators"], 3) << "twice one, and one more";
  const auto& pair = rows[1];
  EXPECT_EQ(pair["largest_accelerators"].get<int>() % 2, 0) << "both nodes have as many";
  for (const auto& row : rows) {
    EXPECT_EQ(row["at_least"], row["ratio"] > 2) << row;
    bool is_largest_met = false;
    for (const auto& searched : row["searched"]) {
      const bool met = searched["au_percent"] >= 90;
      if (searched["accelerators"] == row["largest_accelerators"]) is_largest_met = met;
      EXPECT_FALSE(met && searched["accelerators"] > row["largest_accelerators"]) << row;
    }
    EXPECT_TRUE(is_largest_met) << row;
    EXPECT_NE(row["limited_by"], "") << row;
  }
  EXPECT_EQ(tree["sets"][0]["scores"][0]["role"], "calibration");
  EXPECT_EQ(tree["sets"][0]["scores"][0]["rows"], 1);
  const auto again = answer({"validate", table_, "--largest-counts", "--database", database});
  EXPECT_EQ(again["sets"][0]["rows"][0]["runs"], again["sets"][0]["rows"][0]["runs_reused"]);
  EXPECT_EQ(again["sets"][0]["rows"][1]["searched"], pair["searched"]);
  EXPECT_EQ(again["sets"][0]["scores"], tree["sets"][0]["scores"]);
  ASSERT_EQ(call({"validate", table_, "--largest-counts", "--role", "validation", "--quiet"}), 0) << err();
  EXPECT_NE(out().find("rows: 1 row measured at most 3 points above the AU threshold"), std::string::npos)
      << out();
  EXPECT_EQ(call({"validate", table_, "--largest-counts", "--memory-limit", "1 B"}), 4);
  EXPECT_NE(out().find("stopped"), std::string::npos) << out();
  EXPECT_NE(err().find("stopped by --memory-limit 1 B"), std::string::npos) << err();
}

TEST_F(ValidateTest, ALimitEndsIt) {
  EXPECT_EQ(call({"validate", table_, "--memory-limit", "1 B"}), 4);
  EXPECT_NE(err().find("stopped by --memory-limit 1 B"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
