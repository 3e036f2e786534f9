#include "analysis/cli/parser.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Parser, EveryVerbHasAnExample) {
  Parser parser;
  const auto verbs = parser.app.get_subcommands([](CLI::App*) { return true; });
  EXPECT_GE(verbs.size(), 9U);
  for (CLI::App* verb : verbs) {
    EXPECT_NE(verb->get_footer().find("Example:\n  headrace " + verb->get_name()), std::string::npos)
        << verb->get_name();
    EXPECT_FALSE(verb->get_description().empty()) << verb->get_name();
    EXPECT_NE(parser.overview.find("\n  " + verb->get_name() + " "), std::string::npos) << verb->get_name();
  }
}

}  // namespace
}  // namespace headrace
