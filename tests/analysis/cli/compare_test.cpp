#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

constexpr const char* kOne = "platform.file_systems.scratch.lustre.ost.count=1";

class CompareTest : public CliTest {
 protected:
  int run_into(const std::string& database, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", scenario_, "--out", database, "--quiet", "--no-dlio-output",
                               "jobs.train.workload.training.epochs=1"});
    return call(more);
  }

  const std::string a_ = folder_ / "a.db";
  const std::string b_ = folder_ / "b.db";
};

TEST_F(CompareTest, HoldsTwoDatabasesAgainstEachOther) {
  ASSERT_EQ(run_into(a_, {"measure.replications=3"}), 0) << err();
  ASSERT_EQ(run_into(b_, {"measure.replications=3", kOne}), 0) << err();
  ASSERT_EQ(call({"compare", a_, b_}), 0) << err();
  EXPECT_NE(out().find("over 3 pairs"), std::string::npos) << out();
  EXPECT_NE(out().find("platform.file_systems.scratch.lustre.ost.count: 2 -> 1"), std::string::npos) << out();
  EXPECT_NE(out().find("\n  samples_per_second"), std::string::npos) << out();
  EXPECT_NE(out().find("How sure: nine of ten ratios of two runs on one system are within"),
            std::string::npos)
      << out();
  ASSERT_EQ(call({"compare", a_, b_, "--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["schema"], "headrace.compare/2");
  ASSERT_EQ(tree["points"].size(), 1U);
  EXPECT_EQ(tree["points"][0]["pairs"].size(), 3U);
  EXPECT_EQ(tree["points"][0]["pairs"][1]["replication"], 2);
  EXPECT_EQ(tree["config"].size(), 1U);
  EXPECT_GT(tree["model_ratio"]["within_90"], 0.03);
  EXPECT_EQ(tree["model_ratio"]["families"], 13);
  const auto rate = tree["points"][0]["jobs"]["train"]["samples_per_second"];
  EXPECT_NEAR(rate["b"].get<double>() - rate["a"].get<double>(), rate["difference"]["mean"].get<double>(),
              1e-9);
  EXPECT_LE(rate["difference"]["low_95"], rate["difference"]["mean"]);
  EXPECT_EQ(rate["unit"], "1/s");
  EXPECT_TRUE(tree["points"][0]["jobs"]["train"].contains("step_wait.p99"));
  // A run that is changed and run again stands in the same file, under the same name.
  ASSERT_EQ(run_into(a_, {"measure.replications=3", kOne}), 0) << err();
  ASSERT_EQ(call({"compare", a_, "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["points"][0]["jobs"], tree["points"][0]["jobs"]);
  ASSERT_EQ(call({"compare", a_ + ":1", a_ + ":6", "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["points"][0]["jobs"], tree["points"][0]["jobs"]);
}

// Values that a calibration found have errors of their own.
TEST_F(CompareTest, SaysNothingOfTheModelWhereItIsCalibrated) {
  const std::string calibrated = "calibration+={id: 0123456789abcdef, revision: abc}";
  ASSERT_EQ(run_into(a_, {calibrated}), 0) << err();
  ASSERT_EQ(run_into(b_, {kOne, calibrated}), 0) << err();
  ASSERT_EQ(call({"compare", a_, b_}), 0) << err();
  EXPECT_EQ(out().find("How sure"), std::string::npos) << out();
  ASSERT_EQ(call({"compare", a_, b_, "--json"}), 0) << err();
  EXPECT_FALSE(nlohmann::json::parse(out()).contains("model_ratio"));
}

// Three points each, the second side's axis the other way round, on half the targets.
TEST_F(CompareTest, PairsThePointsOfSweepsByTheirValues) {
  const auto sweep_into = [&](const std::string& database, const std::string& values,
                              const std::string& more) {
    return call({"sweep", scenario_, "--out", database, "--quiet",
                 "jobs.train.workload.loader.read_threads=" + values, more});
  };
  ASSERT_EQ(sweep_into(a_, "1,2,3", "seed=1"), 0) << err();
  ASSERT_EQ(sweep_into(b_, "3,2,1", kOne), 0) << err();
  const std::string back = folder_ / "back.db";
  ASSERT_EQ(sweep_into(back, "3,2,1", "seed=1"), 0) << err();
  ASSERT_EQ(call({"compare", a_, back}), 0) << err();
  EXPECT_EQ(out().find("train has the same samples/s in A and B at 3 points\n"), 0U) << out();
  ASSERT_EQ(call({"compare", a_, b_}), 0) << err();
  EXPECT_NE(out().find(" samples/s than A at 3 points; most at"), std::string::npos) << out();
  EXPECT_NE(out().find("platform.file_systems.scratch.lustre.ost.count: 2 -> 1"), std::string::npos) << out();
  EXPECT_EQ(out().find(" *"), std::string::npos) << "one pair has no interval: " << out();
  ASSERT_EQ(call({"compare", a_, b_, "--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  ASSERT_EQ(tree["points"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string path = "jobs.train.workload.loader.read_threads=" + std::to_string(i + 1);
    EXPECT_EQ(tree["points"][i]["parameters"]["jobs.train.workload.loader.read_threads"],
              std::to_string(i + 1));
    ASSERT_EQ(call({"compare", a_ + ":" + path, b_ + ":" + path, "--json"}), 0) << err();
    EXPECT_EQ(nlohmann::json::parse(out())["points"][0]["jobs"], tree["points"][i]["jobs"]);
  }
  ASSERT_EQ(call({"compare", a_ + ":read_threads=1", a_ + ":read_threads=3"}), 0) << err();
  EXPECT_NE(out().find("\n  jobs.train.workload.loader.read_threads: 1 -> 3\n"), std::string::npos) << out();
  EXPECT_EQ(call({"compare", a_ + ":read_threads=9", b_}), 2);
  EXPECT_NE(err().find("jobs.train.workload.loader.read_threads=1, 2, 3"), std::string::npos) << err();
  EXPECT_EQ(call({"compare", a_}), 2);
  EXPECT_NE(err().find("holds one sweep; say which two points of it"), std::string::npos) << err();
}

TEST_F(CompareTest, RefusesPointsThatDoNotMeet) {
  const auto sweep_into = [&](const std::string& database, const std::string& values) {
    return call({"sweep", scenario_, "--out", database, "--quiet",
                 "jobs.train.workload.loader.read_threads=" + values});
  };
  ASSERT_EQ(sweep_into(a_, "1,2"), 0) << err();
  ASSERT_EQ(sweep_into(b_, "3,4"), 0) << err();
  EXPECT_EQ(call({"compare", a_, b_}), 3);
  EXPECT_NE(
      err().find("no point of A has the values of a point of B: A has read_threads=1; read_threads=2; B "
                 "has read_threads=3; read_threads=4"),
      std::string::npos)
      << err();
}

TEST_F(CompareTest, SaysWhatIsEqual) {
  ASSERT_EQ(run_into(a_, {}), 0) << err();
  ASSERT_EQ(call({"compare", a_, a_}), 0) << err();
  EXPECT_EQ(out().find("train has the same samples/s in A and B in one pair"), 0U) << out();
  EXPECT_NE(out().find("A and B are the same scenario"), std::string::npos) << out();
  ASSERT_EQ(call({"compare", a_, a_, "--json"}), 0) << err();
  EXPECT_TRUE(nlohmann::json::parse(out())["points"][0]["jobs"]["train"]["au_percent"]["difference"]["low_95"]
                  .is_null());
}

TEST_F(CompareTest, RefusesWhatCannotBePaired) {
  ASSERT_EQ(run_into(a_, {"seed=1"}), 0) << err();
  ASSERT_EQ(run_into(b_, {"seed=2"}), 0) << err();
  EXPECT_EQ(call({"compare", a_, b_}), 3);
  EXPECT_NE(err().find("A has 1/1, B has 2/1 (seed/replication); run both with the same seed"),
            std::string::npos)
      << err();
  EXPECT_EQ(out(), "");
}

TEST_F(CompareTest, RefusesAWrongLine) {
  EXPECT_EQ(call({"compare"}), 2);
  EXPECT_NE(err().find("'compare' needs one or two result databases"), std::string::npos) << err();
  EXPECT_EQ(call({"compare", "a.db", "b.db", "c.db"}), 2);
  EXPECT_NE(err().find("'c.db' is one too many"), std::string::npos) << err();
  EXPECT_NE(call({"compare", folder_ / "none.db", folder_ / "none.db"}), 0);
  EXPECT_NE(err().find("none.db"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
