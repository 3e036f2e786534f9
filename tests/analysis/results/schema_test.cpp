#include "analysis/results/schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "analysis/errors.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/run_reader.h"
#include "analysis/results/seal.h"
#include "tests/analysis/results/older_file.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> names(Database& db, const std::string& type) {
  Statement rows =
      db.prepare("SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name");
  rows.bind(1, type);
  std::vector<std::string> names;
  while (rows.step()) names.push_back(rows.text(0));
  return names;
}

class SchemaTest : public testing::Test {
 protected:
  ScratchFolder folder_;
  const std::string path_ = folder_ / "results.db";
};

TEST_F(SchemaTest, MakesAllTablesOnce) {
  for (int i = 0; i < 2; ++i) {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
    EXPECT_EQ(names(db, "table"),
              (std::vector<std::string>{"answer", "call", "epoch", "histogram", "meta", "metric", "part",
                                        "run", "scenario", "series", "sweep", "sweep_parameter",
                                        "sweep_point", "sweep_run", "time_budget"}));
    EXPECT_EQ(names(db, "view"), (std::vector<std::string>{"activity_share", "call_run", "epoch_summary",
                                                           "job", "latency", "parameter", "resource",
                                                           "run_summary", "sweep_result", "time_share"}));
    EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'schema_version'"), std::to_string(kSchemaVersion));
    EXPECT_FALSE(db.text("SELECT value FROM meta WHERE key = 'program_version'").empty());
  }
}

TEST_F(SchemaTest, EveryViewCanBeRead) {
  Database db(path_, Database::Access::write);
  prepare_for_writing(db);
  for (const std::string& view : names(db, "view"))
    EXPECT_EQ(db.integer("SELECT count(*) FROM " + view), 0) << view;
}

TEST_F(SchemaTest, ATableThatIsMissingIsNamed) {
  Database db(path_, Database::Access::write);
  prepare_for_writing(db);
  db.execute("DROP TABLE time_budget");
  for (void (*look)(Database&) : {&check_readable, &prepare_for_writing}) {
    try {
      look(db);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), path_ + ": the database is damaged: it has no table time_budget");
    }
  }
}

TEST_F(SchemaTest, AcceptsAnEmptyFile) {
  std::ofstream(path_).close();
  Database db(path_, Database::Access::write);
  prepare_for_writing(db);
  EXPECT_EQ(names(db, "table").size(), 15U);
}

TEST_F(SchemaTest, RefusesSomebodyElsesDatabase) {
  {
    Database db(path_, Database::Access::write);
    db.execute("CREATE TABLE bookmarks (url TEXT)");
  }
  const std::string before = contents(path_);
  Database db(path_, Database::Access::write);
  EXPECT_THROW(prepare_for_writing(db), InputError);
  EXPECT_THROW(check_readable(db), InputError);
  EXPECT_EQ(contents(path_), before);
}

TEST_F(SchemaTest, RefusesANewerVersion) {
  {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
    db.execute("PRAGMA user_version = 99");
  }
  Database db(path_, Database::Access::write);
  try {
    prepare_for_writing(db);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(),
              path_ + ": made by a newer headrace (schema 99, this one knows 4); it was left as it is");
  }
  EXPECT_THROW(check_readable(db), InputError);
}

// Versions are known from 1 on: one of ours that says 0, or less, was never made by any program.
TEST_F(SchemaTest, RefusesAVersionBeforeTheFirst) {
  {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
  }
  for (const std::int64_t version : {0, -1}) {
    Database db(path_, Database::Access::write);
    db.execute("PRAGMA user_version = " + std::to_string(version));
    for (void (*look)(Database&) : {&check_readable, &prepare_for_writing}) {
      try {
        look(db);
        ADD_FAILURE() << "accepted";
      } catch (const InputError& error) {
        EXPECT_EQ(error.what(), path_ + ": the schema version " + std::to_string(version) + " is unknown");
      }
    }
  }
}

// A file as the program of version 1 made it: read as it is, and made newer where it is written to.
TEST_F(SchemaTest, AnOldFileGoesOnInTheNewVersion) {
  make_older_file(path_, 1);
  const std::string before = contents(path_);
  std::string old_rows;
  {
    Database db(path_, Database::Access::read);
    check_readable(db);
    EXPECT_EQ(db.text("SELECT job || ' ' || au_threshold_percent FROM run_summary"), "train 90.0");
    old_rows = db.text("SELECT group_concat(component || metric || statistic || value || unit) FROM metric");
    EXPECT_EQ(contents(path_), before);
  }
  for (int i = 0; i < 2; ++i) {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
    EXPECT_EQ(db.integer("PRAGMA user_version"), kSchemaVersion);
    EXPECT_EQ(db.text("SELECT value FROM meta WHERE key = 'schema_version'"), std::to_string(kSchemaVersion));
    EXPECT_EQ(names(db, "table").size(), 15U);
    EXPECT_EQ(db.integer("SELECT count(*) FROM parameter"), 0);
    EXPECT_EQ(db.text("SELECT group_concat(component || metric || statistic || value || unit) FROM metric"),
              old_rows);
    EXPECT_EQ(db.text("PRAGMA integrity_check"), "ok");
  }
}

// Version 3 had calls and seals; its runs keep their hashes, and their time stands under no activity.
TEST_F(SchemaTest, AFileOfTheThirdVersionGetsParts) {
  make_older_file(path_, 3);
  std::string rows, hash;
  {
    Database db(path_, Database::Access::read);
    check_readable(db);
    verify_content(db);
    rows = db.text("SELECT group_concat(rank || cause || ns) FROM time_budget");
    hash = content_hash(db);
    EXPECT_THROW(read_run(db, 1), InputError);
  }
  Database db(path_, Database::Access::write);
  prepare_for_writing(db);
  verify_content(db);
  EXPECT_EQ(db.text("SELECT group_concat(rank || cause || ns) FROM time_budget"), rows);
  EXPECT_EQ(content_hash(db), hash);
  EXPECT_EQ(db.integer("SELECT count(*) FROM part"), 0);
  EXPECT_THROW(read_run(db, 1), InputError);
}

// Version 2 had no calls, and views that did not leave them out.
TEST_F(SchemaTest, AFileOfTheSecondVersionGetsCalls) {
  {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
    db.execute(kAsOfVersion2);
    check_readable(db);
  }
  Database db(path_, Database::Access::write);
  prepare_for_writing(db);
  for (const char* table : {"call", "call_run", "parameter", "sweep_result"})
    EXPECT_EQ(db.integer(std::string("SELECT count(*) FROM ") + table), 0) << table;
  EXPECT_EQ(db.integer("PRAGMA user_version"), kSchemaVersion);
}

TEST_F(SchemaTest, RefusesAnUnknownOlderVersion) {
  {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
    db.execute("PRAGMA user_version = 0");
  }
  Database db(path_, Database::Access::write);
  EXPECT_THROW(prepare_for_writing(db), InputError);
}

TEST_F(SchemaTest, ADamagedFileIsSaid) {
  {
    Database db(path_, Database::Access::write);
    prepare_for_writing(db);
  }
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);
    file << std::string(4000, '\xff');
  }
  Database db(path_, Database::Access::write);
  EXPECT_THROW(
      {
        prepare_for_writing(db);
        db.integer("SELECT count(*) FROM run");
      },
      InputError);
}

TEST_F(SchemaTest, ManyMayMakeItAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::string> errors(4);
  for (std::string& error : errors)
    threads.emplace_back([this, &error] {
      try {
        Database db(path_, Database::Access::write);
        prepare_for_writing(db);
      } catch (const std::exception& e) {
        error = e.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(4));
  Database db(path_, Database::Access::write);
  EXPECT_EQ(names(db, "table").size(), 15U);
}

}  // namespace
}  // namespace headrace
