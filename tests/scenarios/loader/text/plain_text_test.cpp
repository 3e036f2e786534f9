#include "scenarios/loader/text/plain_text.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

std::string refusal(std::string_view text) {
  Problems problems;
  EXPECT_EQ(plain_text(text, "x.yaml", problems), nullptr);
  if (problems.all().size() != 1) return "?";
  const Problem& problem = problems.all()[0];
  return problem.code + " " + std::to_string(problem.mark.line) + ":" + std::to_string(problem.mark.column);
}

std::string accepted(std::string_view text) {
  Problems problems;
  const auto source = plain_text(text, "x.yaml", problems);
  return source == nullptr ? "refused" : source->text;
}

TEST(PlainText, DropsAByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(accepted("\xEF\xBB\xBF"
                     "a: 1\r\nb: 2\r\n"),
            "a: 1\nb: 2\n");
  EXPECT_EQ(accepted(""), "");
  EXPECT_EQ(accepted("a\tb \xE2\x82\xAC \xF0\x9F\x98\x80"), "a\tb \xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST(PlainText, RefusesWhatIsNotUtf8) {
  EXPECT_EQ(refusal("ab\n c\xFF"), "E0002 2:3");
  EXPECT_EQ(refusal("\xC3"), "E0002 1:1");              // Cut short.
  EXPECT_EQ(refusal("\xC0\x80"), "E0002 1:1");          // Overlong.
  EXPECT_EQ(refusal("\xE0\x80\x80"), "E0002 1:1");      // Overlong.
  EXPECT_EQ(refusal("\xED\xA0\x80"), "E0002 1:1");      // Half of a surrogate pair.
  EXPECT_EQ(refusal("\xF4\x90\x80\x80"), "E0002 1:1");  // Beyond the last character.
  EXPECT_EQ(refusal("\xFF\xFE"
                    "a"),
            "E0002 1:1");  // UTF-16.
}

TEST(PlainText, RefusesControlCharacters) {
  EXPECT_EQ(refusal(std::string_view("a: \0b", 5)), "E0003 1:4");
  EXPECT_EQ(refusal("a\n\x04"), "E0003 2:1");  // The YAML library would end there.
  EXPECT_EQ(refusal("a\rb"), "E0003 1:2");
  EXPECT_EQ(refusal("\x7F"), "E0003 1:1");
}

TEST(PlainText, RefusesWhatIsTooLong) { EXPECT_EQ(refusal(std::string(kLongestText + 1, 'a')), "E0012 0:0"); }

}  // namespace
}  // namespace headrace
