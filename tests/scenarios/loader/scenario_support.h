// What the tests of the scenario reader share: a small scenario without a
// mistake, and files in a folder of their own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

inline std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

inline std::string small_scenario() {
  return contents_of(HEADRACE_SOURCE_DIR "/tests/scenarios/mutant_base.yaml");
}

// The text with one part changed, which must be there.
inline std::string changed(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Codes of all problems, in order: "E0101 W0002".
inline std::string codes_of(const Problems& problems) {
  std::string codes;
  for (const Problem& problem : problems.all()) codes += (codes.empty() ? "" : " ") + problem.code;
  return codes;
}

// A folder that is gone after the test.
class TestFolder {
 public:
  explicit TestFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / ("headrace_" + name + "_" + unique())) {
    std::filesystem::create_directories(path_);
  }
  TestFolder(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, std::string_view text) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::string path(const std::string& name = "") const {
    return name.empty() ? path_.string() : (path_ / name).string();
  }

 private:
  static std::string unique() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(::getpid());
  }

  std::filesystem::path path_;
};

}  // namespace headrace
