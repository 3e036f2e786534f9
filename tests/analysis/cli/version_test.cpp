#include "analysis/version.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using VersionTest = CliTest;

TEST_F(VersionTest, NamesVersionRevisionAndCompiler) {
  EXPECT_EQ(call({"version"}), 0);
  EXPECT_EQ(out(), std::string("headrace ") + program_version() + " (revision " + program_revision() + ", " +
                       compiler_version() + ")\n");
  const std::string text = out();
  EXPECT_EQ(call({"--version"}), 0);
  EXPECT_EQ(out(), text);
}

TEST_F(VersionTest, GivesJson) {
  EXPECT_EQ(call({"version", "--json"}), 0);
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["schema"], "headrace.version/1");
  EXPECT_EQ(answer["version"], program_version());
  EXPECT_EQ(answer["result_database_schema"], 4);
}

}  // namespace
}  // namespace headrace
