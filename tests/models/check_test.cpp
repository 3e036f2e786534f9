#include "models/check.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A finding is of its field alone unless its rule says else; nothing is said of a field that the text lacks.
// A refusal asks to be shown at what holds the field.
TEST(Check, AFindingIsOfItsFieldUnlessItSaysElse) {
  RecordingCheck check;
  check.warn({.field = "count", .code = "W0003", .sentence = "more than there are"});
  check.refuse("count", "E0309", "too many", "take fewer");
  ASSERT_EQ(check.codes, "W0003 count, E0309 count");
  EXPECT_FALSE(check.findings[0].or_at_spec);
  EXPECT_FALSE(check.findings[0].is_of_all);
  EXPECT_TRUE(check.findings[1].or_at_spec);
  EXPECT_FALSE(check.findings[1].is_of_all);
  EXPECT_EQ(check.findings[1].sentence, "too many");
  EXPECT_EQ(check.findings[1].help, "take fewer");
  for (const Finding& finding : check.findings) {
    EXPECT_EQ(finding.sought, "");
    EXPECT_TRUE(finding.names.empty());
  }
}

}  // namespace
}  // namespace headrace
