#include <nlohmann/json.hpp>

#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class QueryTest : public SweepTest {
 protected:
  int query(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"query", database_});
    return call(more);
  }
};

TEST_F(QueryTest, ListsWhatThereIs) {
  ASSERT_EQ(sweep(), 0);
  ASSERT_EQ(query(), 0) << err();
  for (const char* name : {"points", "sweep_result", "run_summary", "parameter"})
    EXPECT_NE(out().find(std::string("\n") + name), std::string::npos) << name << "\n" << out();
}

TEST_F(QueryTest, PointsAreATableOfPandas) {
  ASSERT_EQ(sweep({"measure.replications=2", "jobs.train.workload.loader.read_threads=1,2",
                   "jobs.train.workload.training.computation_time=100 ms,1 s"}),
            0)
      << err();
  ASSERT_EQ(query({"points", "--json"}), 0) << err();
  const auto rows = nlohmann::json::parse(out());
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0]["jobs.train.workload.training.computation_time [s]"], 0.1);
  EXPECT_EQ(rows[0]["jobs.train.workload.loader.read_threads"], 1);
  EXPECT_EQ(rows[1]["replication"], 2);
  EXPECT_GT(rows[0]["jobs.train.au_percent"], 0);
  EXPECT_GT(rows[0]["jobs.train.seconds"], 0);
  ASSERT_EQ(query({"points", "--csv"}), 0) << err();
  EXPECT_TRUE(out().starts_with("sweep,point,replication,state,message,outcome,seed,run,")) << out();
  EXPECT_EQ(std::count(out().begin(), out().end(), '\n'), 9);
}

TEST_F(QueryTest, GivesNoPointerAndNoEndlessValue) {
  ASSERT_EQ(sweep(), 0);
  query({"SELECT hex(fts3_tokenizer('simple')) AS pointer", "--csv"});  // NULL, or no such function.
  EXPECT_TRUE(out().empty() || out() == "pointer\n\n") << out();
  EXPECT_EQ(query({"SELECT length(zeroblob(1000000000)) AS size"}), 2) << out();
  EXPECT_NE(err().find("too big"), std::string::npos) << err();
}

// A cell of somebody else's database, as a table, as JSON and for a program.
TEST_F(QueryTest, CellsReachTheTerminalAsText) {
  ASSERT_EQ(sweep(), 0);
  const std::string sql = "SELECT char(27) || '[2J' || char(155) || char(8238) || 'a' AS text";
  ASSERT_EQ(query({sql}), 0) << err();
  EXPECT_EQ(out(), "text\n\\u001b[2J\\u009b\\u202ea\n");
  const std::string exact =
      "\x1b[2J\xc2\x9b\xe2\x80\xae"
      "a";
  ASSERT_EQ(query({sql, "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())[0]["text"], exact);
  EXPECT_EQ(out().find('\x1b'), std::string::npos);
  EXPECT_EQ(out().find("\xc2\x9b"), std::string::npos);
  ASSERT_EQ(query({sql, "--csv"}), 0) << err();
  EXPECT_EQ(out(), "text\n" + exact + "\n");
}

TEST_F(QueryTest, AnswersSqlAndNothingElse) {
  ASSERT_EQ(sweep(), 0);
  ASSERT_EQ(
      query({"SELECT point AS p, state FROM sweep_point WHERE point < 2 ORDER BY point DESC;", "--csv"}), 0);
  EXPECT_EQ(out(), "p,state\n1,done\n0,done\n");
  ASSERT_EQ(query({"SELECT 1 AS one, NULL AS none, 'a\"b,c' AS text", "--csv"}), 0);
  EXPECT_EQ(out(), "one,none,text\n1,,\"a\"\"b,c\"\n");
  EXPECT_EQ(query({"sweep_runs"}), 2);
  EXPECT_NE(err().find("did you mean 'sweep_run'?"), std::string::npos) << err();
  EXPECT_EQ(query({"SELECT absent"}), 2);
  EXPECT_NE(err().find("no such column: absent"), std::string::npos) << err();
  for (const std::string sql : {"DELETE FROM run", "PRAGMA journal_mode = WAL", "PRAGMA user_version = 9",
                                "BEGIN IMMEDIATE", "CREATE TEMP TABLE t (a)"}) {
    EXPECT_EQ(query({sql}), 2);
    EXPECT_NE(err().find("'query' only reads, and this is no question: " + sql), std::string::npos) << err();
  }
  const std::string copy = folder_ / "copy.db";
  EXPECT_EQ(query({"VACUUM INTO '" + copy + "'"}), 2);
  EXPECT_EQ(query({"ATTACH '" + copy + "' AS copy"}), 2);
  EXPECT_FALSE(std::filesystem::exists(copy));
  EXPECT_EQ(query({"SELECT 1; DELETE FROM run"}), 2);
  EXPECT_EQ(text("SELECT count(*) FROM run"), "6");
  EXPECT_EQ(text("PRAGMA journal_mode"), "delete");
  for (const std::string& no_database : {scenario_, folder_.path(), folder_ / "missing.db"}) {
    EXPECT_EQ(call({"query", no_database}), 3);
    EXPECT_NE(err().find(no_database), std::string::npos) << err();
  }
  EXPECT_EQ(call({"query"}), 2);
  EXPECT_EQ(query({"points", "--csv", "--json"}), 2);
}

}  // namespace
}  // namespace headrace
