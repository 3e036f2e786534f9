#include "analysis/output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/errors.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(WriteFile, ReplacesTheWholeFile) {
  const ScratchFolder folder;
  write_file(folder / "a.txt", "a long first text");
  write_file(folder / "a.txt", "short");
  EXPECT_EQ(contents(folder / "a.txt"), "short");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.part"));
}

TEST(WriteFile, NamesTheFileItCannotMake) {
  const ScratchFolder folder;
  try {
    write_file(folder / "missing/a.txt", "text");
    FAIL() << "nothing was thrown";
  } catch (const ResourceError& error) {
    EXPECT_NE(std::string(error.what()).find("missing/a.txt"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("No such file"), std::string::npos) << error.what();
  }
}

TEST(WriteFile, LeavesNothingUnfinishedBehind) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "a.txt");  // A folder cannot be replaced by a file.
  EXPECT_THROW(write_file(folder / "a.txt", "text"), ResourceError);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt.part"));
}

class FullDevice : public testing::Test {
 protected:
  void SetUp() override {
    file_ = std::fopen("/dev/full", "w");
    if (file_ == nullptr) GTEST_SKIP() << "this system has no /dev/full";
  }
  void TearDown() override {
    if (file_ != nullptr) std::fclose(file_);
  }
  std::FILE* file_ = nullptr;
};

TEST_F(FullDevice, IsAFailureForAnswers) {
  FileSink sink(file_, "standard output", FileSink::OnFailure::fail);
  sink.write("answer");
  try {
    sink.flush();
    FAIL() << "nothing was thrown";
  } catch (const ResourceError& error) {
    EXPECT_STREQ(error.what(), "standard output cannot be written: No space left on device");
  }
}

TEST_F(FullDevice, IsIgnoredForMessages) {
  FileSink sink(file_, "standard error", FileSink::OnFailure::ignore);
  sink.write("message");
  EXPECT_NO_THROW(sink.flush());
}

TEST(Streams, PaintOnlyTerminalsWithoutNoColor) {
  StringSink sink;
  EXPECT_FALSE((Streams{sink, sink}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).err_colour());
  EXPECT_FALSE((Streams{sink, sink, true, true, false}).out_colour());
}

}  // namespace
}  // namespace headrace
