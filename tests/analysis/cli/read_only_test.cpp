// Folders and files that may only be read, as a user who is not the superuser meets them.

#include <cstdio>
#include <map>

#include "tests/analysis/child.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

class ReadOnlyTest : public SweepTest {
 protected:
  ReadOnlyTest() {
    add_plan();
    fs::permissions(folder_.path(), fs::perms(0755));
    for (const std::string& made : {held_, open_}) fs::create_directory(made);
    EXPECT_EQ(call({"sweep", scenario_, "--out", held_ + "/sweep.db", kAxis, "--quiet"}), 0) << err();
    EXPECT_EQ(call({"run", scenario_, "--out", held_ + "/run.db", "--no-dlio-output", "--quiet"}), 0);
    fs::copy(held_ + "/sweep.db", held_ + "/log.db");
    Database(held_ + "/log.db", Database::Access::write).text("PRAGMA journal_mode = WAL");
    fs::copy(held_ + "/sweep.db", open_ + "/sweep.db");
    for (const auto& file : fs::directory_iterator(held_)) fs::permissions(file, fs::perms(0444));
    fs::permissions(open_ + "/sweep.db", fs::perms(0444));
    fs::permissions(open_, fs::perms(0777));
    fs::permissions(held_, fs::perms(0555));
  }
  ~ReadOnlyTest() override { fs::permissions(held_, fs::perms(0755)); }
  void SetUp() override {
    const int code = as_another({"query", held_ + "/run.db", "run"});
    const bool there = code != Child::kNoOtherUser && code != Child::kNoProgram;
    const char* const why = code == Child::kNoOtherUser ? "there is no user 65534 to become"
                                                        : "user 65534 cannot start the program where it is";
    if (!there) std::printf("skipped: %s\n", why);
    if (!there) GTEST_SKIP() << why;
  }

  int as_another(const std::vector<std::string>& words) {
    Child child(words, {.unprivileged = true});
    const int code = child.wait();
    text_ = child.text();
    return code;
  }
  std::map<std::string, std::uintmax_t> files_held() const {
    std::map<std::string, std::uintmax_t> sizes;
    for (const auto& file : fs::directory_iterator(held_)) sizes[file.path()] = file.file_size();
    return sizes;
  }
  std::vector<std::vector<std::string>> commands_that_write(const std::string& database) const {
    return {{"run", scenario_, "--out", database, "--no-dlio-output"},
            {"sweep", scenario_, "--out", database, kAxis},
            {"plan", scenario_, "--out", database},
            {"merge", database, held_ + "/run.db"}};
  }

  const std::string held_ = folder_ / "held";  // Nothing may be written there.
  const std::string open_ = folder_ / "open";  // But for one file.
  std::string text_;
};

TEST_F(ReadOnlyTest, WhatIsThereIsRead) {
  const auto before = files_held();
  const std::string expected = hash_of(held_ + "/sweep.db") + "\n";
  for (const char* file : {"/sweep.db", "/log.db"}) {
    EXPECT_EQ(as_another({"show", "hash", held_ + file}), 0) << text_;
    EXPECT_EQ(text_, expected) << file;
    EXPECT_EQ(as_another({"query", held_ + file, "points", "--csv"}), 0) << text_;
    EXPECT_EQ(std::count(text_.begin(), text_.end(), '\n'), 7) << text_;
    EXPECT_EQ(as_another({"compare", held_ + "/run.db", held_ + file}), 0) << text_;
  }
  EXPECT_EQ(as_another({"merge", open_ + "/merged.db", held_ + "/sweep.db", held_ + "/run.db"}), 0) << text_;
  EXPECT_EQ(files_held(), before);
}

TEST_F(ReadOnlyTest, WhatCannotBeWrittenIsNamed) {
  const auto before = files_held();
  for (const std::string& database : {held_ + "/sweep.db", held_ + "/new.db", open_ + "/sweep.db"})
    for (const std::vector<std::string>& command : commands_that_write(database)) {
      EXPECT_EQ(as_another(command), 74) << command[0] << ": " << text_;
      EXPECT_NE(text_.find("headrace: error: " + database + ": "), std::string::npos) << text_;
    }
  for (const std::vector<std::string>& command : commands_that_write(held_ + "/new/results.db")) {
    EXPECT_EQ(as_another(command), 74) << command[0] << ": " << text_;
    EXPECT_NE(text_.find(held_ + "/new: the folder cannot be made: Permission denied"), std::string::npos)
        << text_;
  }
  EXPECT_EQ(files_held(), before);
  EXPECT_EQ(hash_of(open_ + "/sweep.db"), hash_of(held_ + "/sweep.db"));
}

}  // namespace
}  // namespace headrace
