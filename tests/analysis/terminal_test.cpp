#include "analysis/terminal.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/text.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

TEST(TerminalText, LeavesTextAsItIs) {
  for (const char* text : {"", "unet3d on an E1000", "a\tb\nc\n", "Zürich, 東京, 🙂", "\\u001b"})
    EXPECT_EQ(terminal_text(text), text);
}

TEST(TerminalText, ShowsWhatATerminalWouldObey) {
  const char* const cases[][2] = {
      {"\x1b]0;title\a", "\\u001b]0;title\\u0007"},
      {"\x1b[2J", "\\u001b[2J"},
      {"a\rb\x7f", "a\\u000db\\u007f"},
      {"\xc2\x9b"
       "31m",
       "\\u009b31m"},
      {"\xe2\x80\xae"
       "txt.exe",
       "\\u202etxt.exe"},
      {"\xe2\x81\xa6", "\\u2066"},
      {"\xf3\xa0\x80\x81", "\\udb40\\udc01"},
      {"\x9b"
       "31m",
       "\\u009b31m"},
      {"\xff\xe2\x80", "\\u00ff\\u00e2\\u0080"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(terminal_text(text), shown);
  EXPECT_EQ(terminal_text(std::string_view("a\0b", 3)), "a\\u0000b");
}

TEST(TerminalText, KeepsJsonTheSameJson) {
  const nlohmann::json tree = {
      {"name", "\x1b[2J \xc2\x9b \xe2\x80\xae \xf3\xa0\x80\x81 \" \\ Z\xc3\xbcrich"}};
  EXPECT_EQ(nlohmann::json::parse(terminal_text(tree.dump(2))), tree);
}

TEST(TerminalSink, PassesTheProgramsOwnMarksToATerminal) {
  StringSink shown;
  TerminalSink(shown, true, true).write("\r\x1b[K" + Style(true).bold("a\x1b[1m") + "\r\x1b[K");
  EXPECT_EQ(shown.text(), "\r\x1b[K\x1b[1ma\\u001b[1m\x1b[0m\\u000d\\u001b[K");
}

TEST(TerminalSink, PassesTheColoursOfProblems) {
  Problems problems;
  problems.add({}, "E0012", "one");
  problems.warn({}, "W0001", "two");
  StringSink shown;
  TerminalSink(shown, true, true).write(problems.text(true));
  EXPECT_EQ(shown.text(), problems.text(true));
  EXPECT_NE(shown.text().find('\x1b'), std::string::npos);
}

TEST(TerminalSink, PassesNoneElsewhere) {
  StringSink file, plain;
  TerminalSink(file, false, true).write("\r\x1b[1ma");
  EXPECT_EQ(file.text(), "\\u000d\\u001b[1ma");
  TerminalSink(plain, true, false).write("a\x1b[1m");
  EXPECT_EQ(plain.text(), "a\\u001b[1m");
}

TEST(TerminalSink, IsExactWhereAProgramReads) {
  StringSink file, terminal;
  TerminalSink(file, false, true).write_exact("a\r\n\x1b[2J");
  EXPECT_EQ(file.text(), "a\r\n\x1b[2J");
  TerminalSink(terminal, true, true).write_exact("a\x1b[2J");
  EXPECT_EQ(terminal.text(), "a\\u001b[2J");
}

}  // namespace
}  // namespace headrace
