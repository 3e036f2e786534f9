#include "analysis/output_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/errors.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

constexpr FileKind kNote = {"note", [](std::string_view start) { return start.starts_with("note: "); }};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Error, class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

class OutputFileTest : public testing::Test {
 protected:
  std::int64_t files() const {
    const std::filesystem::directory_iterator all(folder_.path());
    return std::distance(begin(all), end(all));
  }
  std::string refusal(const std::string& path) const {
    return error_of<InputError>([&] { write_file(path, "note: new", kNote); });
  }

  ScratchFolder folder_;
  const std::string path_ = folder_ / "a.txt";
};

TEST_F(OutputFileTest, ReplacesOneOfItsKindWhole) {
  write_file(path_, "note: a long first text", kNote);
  expect_writable(path_, kNote);
  EXPECT_EQ(contents(path_), "note: a long first text");
  write_file(path_, "note: short", kNote);
  EXPECT_EQ(contents(path_), "note: short");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, AnEmptyFileHoldsNothingToLose) {
  std::ofstream(path_).close();
  write_file(path_, "note: a", kNote);
  EXPECT_EQ(contents(path_), "note: a");
}

TEST_F(OutputFileTest, LeavesWhatIsSomebodyElses) {
  std::ofstream(path_) << "schema: headrace/1\n";
  EXPECT_EQ(refusal(path_), path_ +
                                " is no note that headrace wrote; it was left as it is; name another file, "
                                "or remove this one");
  EXPECT_THROW(expect_writable(path_, kNote), InputError);
  EXPECT_EQ(contents(path_), "schema: headrace/1\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, FollowsNoLinkAndReplacesNone) {
  std::ofstream(folder_ / "victim") << "note: old";
  std::filesystem::create_symlink("victim", path_);
  EXPECT_NE(refusal(path_).find("is a link"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  std::filesystem::remove(folder_ / "victim");  // One that leads nowhere is a link, too.
  EXPECT_NE(refusal(path_).find("is a link"), std::string::npos);
  EXPECT_EQ(files(), 1);
}

// The name that unfinished files once had, taken by a file or a link of somebody else's.
TEST_F(OutputFileTest, UnfinishedTextHasANameThatNobodyHas) {
  std::ofstream(folder_ / "victim") << "precious";
  std::filesystem::create_symlink("victim", path_ + ".part");
  write_file(path_, "note: a", kNote);
  EXPECT_EQ(contents(folder_ / "victim"), "precious");
  EXPECT_TRUE(std::filesystem::is_symlink(path_ + ".part"));
  EXPECT_EQ(files(), 3);
}

TEST_F(OutputFileTest, NamesTheFileItCannotMake) {
  const std::string path = folder_ / "missing/a.txt";
  const std::string expected = path + ": the file cannot be made: No such file or directory";
  EXPECT_EQ(error_of<ResourceError>([&] { write_file(path, "note: a", kNote); }), expected);
  EXPECT_EQ(error_of<ResourceError>([&] { expect_writable(path, kNote); }), expected);
}

TEST_F(OutputFileTest, RefusesWhatIsNoFile) {
  std::filesystem::create_directory(path_);
  EXPECT_EQ(refusal(path_), path_ + " is a folder, no file to be written");
  EXPECT_EQ(refusal("/dev/null"), "/dev/null is a device or a pipe, which no file can take the place of");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, OutputsAreApartFromEachOther) {
  const std::vector<std::string> none;
  EXPECT_NO_THROW(
      expect_apart({{"--out", "a.db", true}, {"--trace", "a.json"}, {"--x", ""}, {"--y", ""}}, none));
  EXPECT_EQ(
      error_of<UsageError>([&] { expect_apart({{"--out", "a.db"}, {"--trace", "./b/../a.db"}}, none); }),
      "--out and --trace are one file, ./b/../a.db; give each its own");
  EXPECT_THROW(expect_apart({{"--out", "a.db", true}, {"--trace", "a.db-wal"}}, none), UsageError);
  EXPECT_NO_THROW(expect_apart({{"--out", "a.db"}, {"--trace", "a.db-wal"}}, none));
}

TEST_F(OutputFileTest, OutputsAreApartFromInputs) {
  std::ofstream(path_) << "note: a";
  std::filesystem::create_hard_link(path_, folder_ / "b.txt");
  const std::vector<std::string> inputs = {folder_ / "b.txt"};
  EXPECT_EQ(error_of<UsageError>([&] { expect_apart({{"--trace", path_}}, inputs); }),
            "--trace " + path_ + " would replace what this command reads");
}

}  // namespace
}  // namespace headrace
