#include "models/cache/foresight.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

TEST(Foresight, IsRefusedWhereItIsNeeded) {
  for (const auto& member : CachePolicy::table()) {
    RecordingCheck check;
    refuse_foresight(check, "policy", Chosen<CachePolicy>(member.name));
    EXPECT_EQ(check.codes, member.name == "belady" ? "E0326 policy" : "") << member.name;
  }
}

}  // namespace
}  // namespace headrace
