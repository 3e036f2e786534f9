#include "scenarios/loader/text/near_path.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(NearPath, ReplacesOneMistypedPart) {
  const TestFolder folder("near_path");
  folder.write("platforms/ai400x2.yaml", "");
  folder.write("platforms/theta.yaml", "");
  const auto near = [&](const std::string& path) { return near_path(folder.path(), path); };
  EXPECT_EQ(near("platforms/ai400x3.yaml"), "platforms/ai400x2.yaml");
  EXPECT_EQ(near("platform/ai400x2.yaml"), "platforms/ai400x2.yaml");
  EXPECT_EQ(near("platform/ai400x3.yaml"), "");  // Two are no slip.
  EXPECT_EQ(near("platforms/perlmutter.yaml"), "");
  EXPECT_EQ(near("platform"), "");              // A folder is no file.
  EXPECT_EQ(near("platforms/theta.yaml"), "");  // Nothing is wrong with it.
  EXPECT_EQ(near_path("", folder.path("platforms/thetaa.yaml")), folder.path("platforms/theta.yaml"));
  EXPECT_EQ(near_path(folder.path("nowhere"), "a.yaml"), "");
}

}  // namespace
}  // namespace headrace
