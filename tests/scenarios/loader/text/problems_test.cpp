#include "scenarios/loader/text/problems.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

Mark mark_in(const std::string& text, int line, int column, int length) {
  return {std::make_shared<const SourceText>(SourceText{"storage.yaml", text}), line, column, length};
}

TEST(Problems, HaveTheFormOfACompilersMessages) {
  Problems problems;
  problems
      .add(mark_in(std::string(13, '\n') + "  link: { bw: 200Gbit }\n", 14, 18, 4), "E0123",
           "'Gbit' is not a bandwidth")
      .hint("did you mean 'Gbit/s'?")
      .with_help("bandwidth takes Gbit/s, GB/s, GiB/s ...   (headrace show units)");
  EXPECT_EQ(problems.text(),
            "storage.yaml:14:18: error[E0123]: 'Gbit' is not a bandwidth\n"
            "   14 |   link: { bw: 200Gbit }\n"
            "      |                  ^^^^ did you mean 'Gbit/s'?\n"
            "   help: bandwidth takes Gbit/s, GB/s, GiB/s ...   (headrace show units)\n");
  EXPECT_TRUE(problems.has_errors());
}

TEST(Problems, CountColumnsInCharacters) {
  Problems problems;
  problems.add(mark_in("größe: 5\n", 1, 10, 1), "E0120", "'5' has no unit");  // The tenth byte.
  EXPECT_EQ(problems.text(),
            "storage.yaml:1:8: error[E0120]: '5' has no unit\n"
            "    1 | größe: 5\n"
            "      |        ^\n");
}

TEST(Problems, OfAWholeTextHaveNoLine) {
  Problems problems;
  problems.add(mark_in("", 0, 0, 1), "E0011", "the text is empty").hint("did you mean another file?");
  problems.add(Mark(), "E0001", "there is no file");
  EXPECT_EQ(problems.text(),
            "storage.yaml: error[E0011]: the text is empty\n"
            "   help: did you mean another file?\n"
            "error[E0001]: there is no file\n");
}

TEST(Problems, TellTheAliasThatLedToAPlace) {
  Problems problems;
  Mark mark = mark_in("a: &x 5\n", 1, 7, 1);
  mark.alias_line = 9;
  problems.add(mark, "E0120", "'5' has no unit");
  EXPECT_NE(problems.text().find("   note: this place was reached through the alias in line 9\n"),
            std::string::npos);
}

TEST(Problems, ShowPartOfALongLine) {
  Problems problems;
  problems.add(mark_in(std::string(1000, 'a') + "X" + std::string(1000, 'b'), 1, 1001, 1), "E0104", "wrong");
  EXPECT_EQ(problems.text(), "storage.yaml:1:1001: error[E0104]: wrong\n    1 | …" + std::string(60, 'a') +
                                 "X" + std::string(59, 'b') + "…\n      | " + std::string(61, ' ') + "^\n");
}

TEST(Problems, DoNotSteerTheTerminal) {
  Problems problems;
  problems.add(mark_in("a: \x1b[2J\tb\n", 1, 4, 1), "E0003", "not \x1b[31m text\n");
  EXPECT_EQ(problems.text(),
            "storage.yaml:1:4: error[E0003]: not ?[31m text\\n\n"
            "    1 | a: ?[2J b\n"
            "      |    ^\n");
}

TEST(Problems, AreColouredOnlyWhenAsked) {
  Problems problems;
  problems.add(mark_in("a\n", 1, 1, 1), "E0104", "wrong");
  problems.warn(mark_in("a\n", 1, 1, 1), "W0001", "doubtful");
  EXPECT_EQ(problems.text().find('\033'), std::string::npos);
  EXPECT_NE(problems.text(true).find("\033[1;31merror[E0104]\033[0m"), std::string::npos);
  EXPECT_NE(problems.text(true).find("\033[1;35mwarning[W0001]\033[0m"), std::string::npos);
}

TEST(Problems, KeepTwentyAndCountTheRest) {
  Problems problems;
  const Mark mark = mark_in("a\n", 1, 1, 1);
  for (int i = 0; i < 25; ++i) problems.warn(mark, "W0001", "doubtful");
  EXPECT_FALSE(problems.has_errors());
  for (int i = 0; i < 21; ++i) {
    EXPECT_EQ(problems.is_full(), i >= 20);
    problems.add(mark, "E0104", "wrong").hint("lost on the last");
  }
  EXPECT_EQ(problems.errors(), 21u);
  EXPECT_EQ(problems.all().size(), 40u);
  EXPECT_TRUE(problems.text().ends_with("… and 1 more error\n… and 5 more warnings\n"));
}

TEST(Problems, AreSortedByPlaceWithErrorsFirst) {
  Problems problems;
  const auto one = std::make_shared<const SourceText>(SourceText{"one", "\n\n\n\n"});
  const auto two = std::make_shared<const SourceText>(SourceText{"two", "\n\n"});
  problems.warn({one, 1, 1}, "W1", "");
  problems.add({one, 3, 5}, "E3", "");
  problems.add({two, 1, 1}, "E4", "");
  problems.add({one, 3, 2}, "E2", "");
  problems.add({one, 2, 9}, "E1", "");
  problems.sort_by_position();
  std::string order;
  for (const Problem& problem : problems.all()) order += problem.code + " ";
  EXPECT_EQ(order, "E1 E2 E3 E4 W1 ");
}

TEST(Problems, AbsorbWhatIsNew) {
  const auto source = std::make_shared<const SourceText>(SourceText{"a.yaml", "one\ntwo\n"});
  const auto again = std::make_shared<const SourceText>(SourceText{"a.yaml", "one\ntwo\n"});
  Problems own;
  own.add({source, 1, 1, 3}, "E0101", "first");
  Problems others;
  others.add({again, 1, 1, 3}, "E0101", "first");
  others.add({again, 2, 1, 3}, "E0102", "second").hint("near").at("path").with_help("help");
  others.warn({again, 2, 2, 1}, "W0001", "third");
  own.absorb(others, "in the arm 'x'");
  ASSERT_EQ(own.all().size(), 3u);
  EXPECT_EQ(own.errors(), 2u);
  EXPECT_EQ(own.all()[1].help, "help; in the arm 'x'");
  EXPECT_EQ(own.all()[1].nearest, "near");
  EXPECT_EQ(own.all()[1].path, "path");
  EXPECT_EQ(own.all()[1].mark.source, source) << "a file that was read twice is one";
  EXPECT_EQ(own.all()[2].help, "in the arm 'x'");
  own.absorb(others, "in the arm 'y'");
  EXPECT_EQ(own.errors(), 2u);
}

TEST(Problems, AbsorbAlsoWhatWasOnlyCounted) {
  Problems own, others;
  for (int i = 0; i < 25; ++i) others.add({}, "E0101", "problem " + std::to_string(i));
  own.absorb(others, "note");
  EXPECT_EQ(own.errors(), 25u);
  EXPECT_EQ(own.all().size(), Problems::kShown);
}

TEST(Problems, PutIncludesThatFailBeforeTheirConsequences) {
  const auto source = std::make_shared<const SourceText>(SourceText{"a.yaml", "1\n2\n3\n"});
  Problems problems;
  problems.warn({source, 1, 1}, "W0001", "doubtful");
  problems.add({source, 1, 1}, "E0102", "something is missing");
  problems.add({source, 3, 1}, "E0024", "there is no file");
  problems.sort_by_position();
  EXPECT_EQ(problems.all()[0].code, "E0024");
  EXPECT_EQ(problems.all()[1].code, "E0102");
  EXPECT_EQ(problems.all()[2].code, "W0001");
}

}  // namespace
}  // namespace headrace
