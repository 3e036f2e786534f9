#include "scenarios/loader/database/sqlite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

#include "analysis/errors.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class SqliteTest : public testing::Test {
 protected:
  ScratchFolder folder_;
};

TEST_F(SqliteTest, ValuesComeBackAsTheyWentIn) {
  Database db(folder_ / "a.db", Database::Access::write);
  db.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT) STRICT");
  const std::string with_zero("a\0b", 3);
  Statement insert = db.prepare("INSERT INTO t VALUES (?, ?, ?)");
  insert.run(std::numeric_limits<std::int64_t>::min(), 0.1, with_zero);
  insert.run(7, -1e300, "");
  insert.bind_null(1);
  insert.bind(2, 2.5);
  insert.bind(3, std::string_view());
  insert.step();
  insert.reset();
  Statement rows = db.prepare("SELECT i, r, s FROM t ORDER BY rowid");
  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.integer(0), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(rows.real(1), 0.1);
  EXPECT_EQ(rows.text(2), with_zero);
  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.text(2), "");
  EXPECT_FALSE(rows.null(2));
  ASSERT_TRUE(rows.step());
  EXPECT_TRUE(rows.null(0));
  EXPECT_FALSE(rows.null(2));
  EXPECT_FALSE(rows.step());
  EXPECT_EQ(db.last_row_id(), 3);
  EXPECT_EQ(db.integer("SELECT count(*) FROM t"), 3);
  EXPECT_EQ(db.text("SELECT typeof(r) FROM t"), "real");
}

TEST_F(SqliteTest, RefusesWhatIsNoNumber) {
  Database db(folder_ / "a.db", Database::Access::write);
  db.execute("CREATE TABLE t (r REAL) STRICT");
  Statement insert = db.prepare("INSERT INTO t VALUES (?)");
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    EXPECT_THROW(insert.bind(1, bad), InternalError);
}

TEST_F(SqliteTest, TransactionsRollBackUnlessCommitted) {
  Database db(folder_ / "a.db", Database::Access::write);
  db.execute("CREATE TABLE t (i INTEGER) STRICT");
  {
    Transaction transaction(db);
    db.execute("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(db.integer("SELECT count(*) FROM t"), 0);
  Transaction transaction(db);
  db.execute("INSERT INTO t VALUES (1)");
  transaction.commit();
  EXPECT_EQ(db.integer("SELECT count(*) FROM t"), 1);
}

template <class Error>
std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_F(SqliteTest, MissingFilesAreNamed) {
  const std::string path = folder_ / "missing.db";
  EXPECT_EQ(message_of<InputError>([&] { Database db(path, Database::Access::read); }),
            "there is no file " + path);
  const std::string deep = path + "/results.db";
  EXPECT_EQ(message_of<ResourceError>([&] { Database db(deep, Database::Access::write); }),
            deep + ": the file cannot be made: No such file or directory");
}

TEST_F(SqliteTest, AFolderIsNoDatabase) {
  for (const Database::Access access : {Database::Access::read, Database::Access::write})
    EXPECT_EQ(message_of<InputError>([&] { Database db(folder_.path(), access); }),
              folder_.path() + " is a folder, no database");
}

TEST_F(SqliteTest, OtherFilesAreRefused) {
  const std::string path = folder_ / "notes.txt";
  std::ofstream(path) << std::string(5000, 'x');
  Database db(path, Database::Access::write);
  EXPECT_EQ(message_of<InputError>([&] { db.execute("CREATE TABLE t (i INTEGER) STRICT"); }),
            path + ": the file is not a headrace result database; it was left as it is");
}

TEST_F(SqliteTest, AFullDiskIsSaid) {
  const std::string path = folder_ / "a.db";
  Database db(path, Database::Access::write);
  db.execute("PRAGMA max_page_count = 4; CREATE TABLE t (s TEXT) STRICT");
  Statement insert = db.prepare("INSERT INTO t VALUES (?)");
  EXPECT_EQ(message_of<ResourceError>([&] { insert.run(std::string(100'000, 'x')); }),
            path + ": the disk is full; the run was not stored");
}

TEST_F(SqliteTest, WritingAReadOnlyConnectionFails) {
  const std::string path = folder_ / "a.db";
  {
    Database db(path, Database::Access::write);
    db.execute("CREATE TABLE t (i INTEGER) STRICT");
  }
  Database db(path, Database::Access::read);
  EXPECT_EQ(message_of<ResourceError>([&] { db.execute("INSERT INTO t VALUES (1)"); }),
            path + ": the file or its folder is not writable");
}

TEST_F(SqliteTest, WrongSqlIsAFaultOfOurs) {
  Database db(folder_ / "a.db", Database::Access::write);
  EXPECT_THROW(db.prepare("SELEC 1"), InternalError);
  EXPECT_THROW(db.execute("CREATE TABLE"), InternalError);
}

TEST_F(SqliteTest, AQuestionEnds) {
  constexpr const char* kEndless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  Database db(folder_ / "a.db", Database::Access::write);
  db.restrict_to_questions(100'000);
  try {
    db.integer(kEndless);
    FAIL() << "it ended";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("a.db: the question takes too long"), std::string::npos);
  }
  Database plenty(folder_ / "b.db", Database::Access::write);
  plenty.restrict_to_questions(100'000);
  EXPECT_EQ(plenty.integer("SELECT 1 + 1"), 2);
}

TEST_F(SqliteTest, AFileThatIsNotInItsPlaceIsToldAtTheCommit) {
  const std::string path = folder_ / "a.db", other = folder_ / "b.db";
  void (*const changes[])(const std::string&, const std::string&) = {
      [](const std::string& a, const std::string&) { std::filesystem::remove(a); },
      [](const std::string& a, const std::string& b) { std::filesystem::rename(a, b); },
      [](const std::string& a, const std::string& b) {
        std::ofstream(b) << "another";
        std::filesystem::rename(b, a);
      }};
  for (const auto change : changes) {
    std::filesystem::remove(path);
    Database db(path, Database::Access::write);
    db.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (i INTEGER) STRICT");
    EXPECT_NO_THROW(Transaction(db).commit());
    EXPECT_NO_THROW(db.expect_in_place());
    Transaction transaction(db);
    db.execute("INSERT INTO t VALUES (1)");
    change(path, other);
    EXPECT_THROW(transaction.commit(), ResourceError);
    EXPECT_THROW(db.expect_in_place(), ResourceError);
  }
}

}  // namespace
}  // namespace headrace
