#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "analysis/report/page.h"
#include "scenarios/loader/database/sqlite.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ReportTest : public CliTest {
 protected:
  static bool has_pages() { return !page_shell().empty(); }
  static std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  // The data that the page of the result carries.
  nlohmann::json data_of(const std::string& page) {
    const std::string text = text_of(page);
    const std::string open = "id=\"data\">";
    const std::size_t from = text.find(open) + open.size();
    return nlohmann::json::parse(text.substr(from, text.find("</script>", from) - from));
  }
  const std::string page_ = folder_ / "results/tiny.html";
};

TEST_F(ReportTest, WritesAPageBesideTheResult) {
  if (!has_pages()) GTEST_SKIP() << "built without Node.js";
  ASSERT_EQ(run({"--series", "--quiet"}), 0) << err();
  const std::string answer = out().substr(0, out().find('\n'));
  ASSERT_EQ(call({"report", database_}), 0) << err();
  EXPECT_TRUE(out().starts_with(page_ + ": ")) << out();
  const nlohmann::json part = data_of(page_)["parts"][0];
  EXPECT_TRUE(part["answers"][0]["sentence"].get<std::string>().starts_with(answer)) << "but for its break";
  EXPECT_EQ(part["question"], "does it run?");
  std::vector<std::string> ids;
  for (const auto& plot : part["details"][0]["plots"]) ids.push_back(plot["id"]);
  for (const char* id : {"time-budget", "waits", "waiting", "use", "distributions", "latencies", "bytes",
                         "epoch-time-train", "ranks-train"})
    EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id;
  EXPECT_TRUE(std::any_of(ids.begin(), ids.end(), [](const auto& id) { return id.starts_with("series-"); }));
  EXPECT_NE(part["scenario"].get<std::string>().find("tiny.yaml:4"), std::string::npos) << "origins";
  const std::string first = text_of(page_);
  ASSERT_EQ(call({"report", database_, "--quiet"}), 0) << err();
  EXPECT_EQ(out(), "");
  EXPECT_EQ(text_of(page_), first) << "the same rows make the same page";
}

TEST_F(ReportTest, TellsOfArmsAndOfSeveralResults) {
  if (!has_pages()) GTEST_SKIP() << "built without Node.js";
  ASSERT_EQ(run({"compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}"}),
            0);
  const std::string other = folder_ / "results/sweep.db";
  ASSERT_EQ(call({"sweep", scenario_, "jobs.train.layout.stripe_count=1,2",
                  "jobs.train.workload.loader.read_threads=1,2", "--out", other}),
            0)
      << err();
  ASSERT_EQ(call({"report", database_, other, "--out", folder_ / "both.html", "--json"}), 0) << err();
  const auto said = nlohmann::json::parse(out());
  EXPECT_EQ(said["schema"], "headrace.report/1");
  const nlohmann::json parts = data_of(folder_ / "both.html")["parts"];
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0]["details"].size(), 2U) << "an arm each";
  EXPECT_EQ(parts[0]["plots"][0]["id"], "arms");
  EXPECT_EQ(parts[1]["plots"].back()["id"], "parallel");
  EXPECT_TRUE(
      parts[1]["answers"][0]["sentence"].get<std::string>().starts_with("4 points. Greatest mean of train: "))
      << parts[1];
}

TEST_F(ReportTest, TellsOfAProbeAndOfOneCallAmongSeveral) {
  ASSERT_EQ(run({"seed=5"}), 0) << err();
  ASSERT_EQ(call({"probe", scenario_, "--database", database_}), 0) << err();
  ASSERT_EQ(call({"report", database_ + ":1", "--plot", "time-budget", "--format", "csv"}), 0) << err();
  EXPECT_TRUE(out().starts_with("job,cause,time [s]")) << out();
  EXPECT_NE(out().find("train,compute,"), std::string::npos) << out();
  ASSERT_EQ(call({"report", database_, "--plot", "time-budget-train"}), 0) << err();
  EXPECT_TRUE(out().starts_with("<svg ")) << out();
}

TEST_F(ReportTest, RefusesWhatThereIsNot) {
  EXPECT_EQ(call({"report"}), 2);
  EXPECT_EQ(call({"report", folder_ / "absent.db", "--plot", "use"}), 3);
  EXPECT_EQ(call({"report", scenario_, "--plot", "use"}), 3) << "no database";
  const std::string empty = folder_ / "empty.db";
  std::ofstream(empty).close();
  EXPECT_EQ(call({"report", empty, "--plot", "use"}), 3) << err();
  ASSERT_EQ(run(), 0) << err();
  EXPECT_EQ(call({"report", database_ + ":99", "--plot", "use"}), 2);
  EXPECT_NE(err().find("there is no run 99 of " + database_), std::string::npos) << err();
  EXPECT_EQ(call({"report", database_, "--plot", "usee"}), 2);
  EXPECT_NE(err().find("there is no figure 'usee'; did you mean 'use'?"), std::string::npos) << err();
  EXPECT_NE(err().find("\n  time-budget  Where the time went"), std::string::npos) << err();
  EXPECT_EQ(call({"report", database_, "--plot", "use", "--figure", "seconds"}), 2);
  EXPECT_NE(err().find("--figure is for sweeps"), std::string::npos) << err();
}

TEST_F(ReportTest, RefusesADatabaseOfAnotherVersion) {
  ASSERT_EQ(run(), 0) << err();
  Database(database_, Database::Access::write).execute("PRAGMA user_version = 99");
  EXPECT_EQ(call({"report", database_, "--plot", "use"}), 3);
  EXPECT_NE(err().find("made by a newer headrace"), std::string::npos) << err();
}

TEST_F(ReportTest, RefusesFormsThatItDoesNotWrite) {
  EXPECT_EQ(call({"report", database_, "--plot", "use", "--format", "png"}), 2);
  EXPECT_NE(err().find("--format knows svg and csv, not 'png'"), std::string::npos) << err();
  EXPECT_EQ(call({"report", database_, "--format", "svg"}), 2);
  EXPECT_EQ(call({"report", database_, "--plot", "use", "--out", "a.svg"}), 2);
  EXPECT_EQ(call({"report", database_, "--plot", "use", "--json"}), 2);
}

TEST_F(ReportTest, ReplacesNoFileOfTheUser) {
  ASSERT_EQ(run(), 0) << err();
  const std::string mine = folder_ / "mine.html";
  std::ofstream(mine) << "<html>my notes</html>";
  EXPECT_EQ(call({"report", database_, "--out", mine}), has_pages() ? 3 : 74) << err();
  EXPECT_EQ(text_of(mine), "<html>my notes</html>");
}

}  // namespace
}  // namespace headrace
