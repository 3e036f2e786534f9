#include "scenarios/loader/read/file_kinds.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string told_of_file(const std::string& text) {
  return read_scenario(text, "given.yaml").problems.text();
}

TEST(FileKinds, ADlioFileBelongsUnderAJob) {
  const std::string message =
      "given.yaml:1:1: error[E0028]: this is a DLIO workload file, and no scenario\n"
      "    1 | model: {name: unet3d}\n"
      "      | ^\n"
      "   help: put it under jobs.<name>.dlio, in a scenario: 'dlio: given.yaml'\n";
  EXPECT_EQ(told_of_file("model: {name: unet3d}\nframework: pytorch\nworkflow: {train: True}\n"), message);
  EXPECT_NE(told_of_file("workload:\n  reader: {batch_size: 7}\n").find("E0028"), std::string::npos);
  EXPECT_NE(
      told_of_file(contents_of(HEADRACE_SOURCE_DIR "/scenarios/workloads/unet3d_h100.yaml")).find("E0028"),
      std::string::npos);
}

TEST(FileKinds, APlatformIsIncluded) {
  EXPECT_EQ(told_of_file("name: theta\nnodes: {knl: {count: 2}}\n"),
            "given.yaml:1:1: error[E0028]: this describes a platform, and is no scenario\n"
            "    1 | name: theta\n"
            "      | ^\n"
            "   help: include it under platform, in a scenario: 'platform: {include: given.yaml}'\n");
}

TEST(FileKinds, AScenarioIsOneWithAllItsMistakes) {
  EXPECT_EQ(told_of_file("schema: headrace/1\nname: a\njobs: {}\nnodes: {}\n").find("E0028"),
            std::string::npos);
  EXPECT_EQ(told_of_file("schema: headrace/1\nname: a\n").find("E0028"), std::string::npos);
  EXPECT_EQ(told_of_file("schema: headrace/1\nworkload: {reader: {}}\n").find("E0028"), std::string::npos);
}

}  // namespace
}  // namespace headrace
