#include "analysis/cli/man_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"

namespace headrace {
namespace {

VerbShape small_verb() {
  VerbShape verb;
  verb.name = "dig";
  verb.description = "dig a hole";
  verb.words = {{"place", "[DEPTH]", "where to dig"}};
  verb.options = {{"--deep", "N", "so deep,\n.in metres"}, {"--json", "", "as JSON"}};
  verb.footer = "Example:\n  headrace dig garden";
  return verb;
}

TEST(ManPage, SaysWhatAVerbReads) {
  const std::string page = man_page(small_verb());
  EXPECT_TRUE(page.starts_with(".TH HEADRACE\\-DIG 1 ")) << page;
  EXPECT_NE(page.find(".SH NAME\nheadrace\\-dig \\- dig a hole\n"), std::string::npos) << page;
  EXPECT_NE(page.find(".B headrace dig\n[\\fIOPTIONS\\fR] [\\fIplace\\fR [DEPTH] ...]\n"), std::string::npos)
      << page;
  EXPECT_NE(page.find(".TP\n.B \\-\\-deep \\fIN\\fR\n"), std::string::npos) << page;
  EXPECT_NE(page.find(".TP\n.B \\-\\-json\nas JSON\n"), std::string::npos) << page;
  EXPECT_NE(page.find(".nf\nExample:\n  headrace dig garden\n.fi\n"), std::string::npos) << page;
}

TEST(ManPage, HasNoLineThatIsTakenForARequest) {
  EXPECT_NE(man_page(small_verb()).find("so deep,\n\\&.in metres\n"), std::string::npos);
}

// Each line that starts with a dot is a request that these pages know.
TEST(ManPage, OfEveryVerbIsWellFormed) {
  const std::vector<VerbShape> shapes = verb_shapes(verbs());
  std::vector<std::string> pages = {man_page_of_program(shapes)};
  for (const VerbShape& shape : shapes) pages.push_back(man_page(shape));
  for (const std::string& page : pages) {
    EXPECT_EQ(page.find("\n\n\n"), std::string::npos);
    for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1) {
      const std::string line = page.substr(at, page.find('\n', at) - at);
      if (!line.starts_with(".")) continue;
      const std::string request = line.substr(0, line.find(' '));
      const std::string_view known[] = {".TH", ".SH", ".TP", ".B", ".BR", ".nf", ".fi"};
      EXPECT_NE(std::find(std::begin(known), std::end(known), request), std::end(known)) << line;
    }
  }
}

TEST(ManPage, OfTheProgramNamesEveryVerb) {
  const std::string page = man_page_of_program(verb_shapes(verbs()));
  for (const VerbRow& row : verbs()) {
    EXPECT_NE(page.find(".B " + std::string(row.name) + "\n"), std::string::npos) << row.name;
    EXPECT_NE(page.find(".BR headrace\\-" + std::string(row.name) + " (1)"), std::string::npos) << row.name;
  }
}

}  // namespace
}  // namespace headrace
