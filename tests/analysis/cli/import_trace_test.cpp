#include "analysis/cli/import_trace.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

class ImportTraceTest : public CliTest {
 protected:
  ImportTraceTest() { std::ofstream(trace_) << kDxtText; }

  const std::string trace_ = folder_ / "run.dxt.txt", made_ = folder_ / "made/run.recording";
};

TEST_F(ImportTraceTest, KnowsATraceByHowItBegins) {
  ASSERT_EQ(call({"import", trace_, "--out", made_}), 0) << err();
  EXPECT_TRUE(out().starts_with("dxt: 6 operations of 2 processes on 2 hosts\n")) << out();
  EXPECT_NE(out().find("`headrace replay " + made_), std::string::npos);
  EXPECT_EQ(recognised_form(trace_)->name, "dxt");
  EXPECT_EQ(recognised_form(scenario_), nullptr);
  EXPECT_EQ(call({"import", scenario_, "--out", made_}), 3);
  EXPECT_NE(err().find("begins as no trace that is known"), std::string::npos) << err();
}

TEST_F(ImportTraceTest, GivesATree) {
  ASSERT_EQ(call({"import", "dxt", trace_, "--out", made_, "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["operations"], 6);
  ASSERT_EQ(call({"import", "dxt", trace_, "--out", made_, "--quiet"}), 0) << err();
  EXPECT_TRUE(out().empty());
}

TEST_F(ImportTraceTest, MayBeStrict) {
  EXPECT_EQ(call({"import", trace_, "--out", made_, "--strict"}), 3);
  EXPECT_NE(err().find("run.dxt.txt:22: a row whose columns are no operation"), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(made_));
}

TEST_F(ImportTraceTest, HidesNames) {
  ASSERT_EQ(call({"import", trace_, "--out", made_, "--anonymise"}), 0) << err();
  EXPECT_NE(out().find("  names of files, folders, processes and hosts were replaced"), std::string::npos)
      << out();
  ASSERT_EQ(call({"import", trace_, "--out", made_, "--anonymise", "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["anonymous"], true);
  std::ifstream file(made_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  for (const char* const name : {"scratch", "node7", "rank"}) EXPECT_EQ(bytes.find(name), std::string::npos);
  EXPECT_EQ(call({"import", "swf", trace_, "--anonymise"}), 2);
}

TEST_F(ImportTraceTest, NeedsTheColumnsOfATable) {
  std::ofstream(folder_ / "table.csv") << "1,5\n";
  EXPECT_EQ(call({"import", "columns", folder_ / "table.csv"}), 2);
  EXPECT_EQ(call({"import", "columns", folder_ / "table.csv", "--columns", "begin:s,length", "--out", made_}),
            0)
      << err();
  EXPECT_EQ(call({"import", "dxt", trace_, "--columns", "begin:s,length"}), 2);
  EXPECT_EQ(call({"import", "dxt", trace_, "--store", "lustre"}), 2);
  EXPECT_EQ(call({"import", "dxt"}), 2);
  EXPECT_EQ(call({"import", "dftracr", trace_}), 2);
  EXPECT_NE(err().find("did you mean 'dftracer'?"), std::string::npos) << err();
}

TEST_F(ImportTraceTest, ReplacesNoFileOfTheUsers) {
  EXPECT_EQ(call({"import", trace_, "--out", trace_}), 2);
  EXPECT_EQ(call({"import", trace_, "--out", scenario_}), 3);
}

}  // namespace
}  // namespace headrace
