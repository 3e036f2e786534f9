#include "scenarios/loader/text/syntax_words.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

std::string message(std::string_view text) {
  Problems problems;
  parse_document(text, "x.yaml", problems);
  return problems.text();
}

TEST(SyntaxWords, SayWhatToChange) {
  EXPECT_EQ(message("a: [1, 2\nb: 3\n"),
            "x.yaml:1:4: error[E0004]: this '[' is never closed\n"
            "    1 | a: [1, 2\n"
            "      |    ^\n"
            "   help: lists are written [a, b]\n");
  EXPECT_EQ(message("a:\n  b: 1\n\tc: 2\n"),
            "x.yaml:3:1: error[E0005]: a tab indents this line\n"
            "    3 |  c: 2\n"
            "      | ^\n"
            "   help: indent with spaces\n");
  EXPECT_EQ(message("a: b: c\n"),
            "x.yaml:1:5: error[E0004]: a ':' cannot stand here\n"
            "    1 | a: b: c\n"
            "      |     ^\n"
            "   help: check the indentation of the line; a text with ': ' in it needs quotes\n");
}

TEST(SyntaxWords, CoverWhatTheLibrarySays) {
  for (const std::string_view text :
       {"a: {b: 1\n", "a: @b\n", "a: %b\n", "a: \"\\q\"\n", "a: - b\n", "a: }\n", "a: \"x\" y\n",
        "a:\n  b: 1\n c: 2\n", "a: 1\n- b\n", "a: [1, 2}\n"}) {
    const std::string said = message(text);
    EXPECT_NE(said.find("error[E0004]"), std::string::npos) << text;
    EXPECT_EQ(said.find("this is not YAML"), std::string::npos) << text << said;
  }
}

TEST(SyntaxWords, PassOnWhatIsNew) {
  Problems problems;
  report_syntax(Mark(), "something unheard of", nullptr, problems);
  EXPECT_EQ(problems.text(), "error[E0004]: this is not YAML: something unheard of\n");
}

}  // namespace
}  // namespace headrace
