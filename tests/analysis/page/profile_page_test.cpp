#include "analysis/page/profile_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

RecordingProfile small_profile() {
  RecordingProfile profile;
  profile.processes = 2;
  profile.span = 10_s;
  profile.busy = 4_s;
  profile.reads.count = 8;
  profile.reads.sequential = 4;
  profile.reads.time = 6_s;
  profile.reads.sizes[4] = 8;
  profile.files = 3;
  return profile;
}

TEST(ProfilePage, SaysWhereTheTimeWent) {
  const std::string text = profile_report(small_profile(), "run", Style(false));
  EXPECT_TRUE(text.starts_with("what run did to its files\n")) << text;
  EXPECT_NE(text.find("reading                           3.000     30.0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("none: computing, or waiting       6.000     60.0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("sequential        50.0 %   0.0 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("100 KiB to 1 MiB       8       0\n"), std::string::npos) << text;
}

TEST(ProfilePage, IsATreeForPrograms) {
  const nlohmann::ordered_json tree = profile_tree(small_profile());
  EXPECT_EQ(tree["schema"], "headrace.profile/1");
  EXPECT_EQ(tree["reads"]["seconds"], 3.0);
  EXPECT_EQ(tree["reads"]["sizes"]["100 KiB to 1 MiB"], 8);
  EXPECT_EQ(tree["files"]["touched"], 3);
}

}  // namespace
}  // namespace headrace
