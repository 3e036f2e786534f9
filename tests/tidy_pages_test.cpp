// The rules for comments and pages, put to small bad snippets.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/tidy_rules.h"
#include "tests/tidy_source.h"

namespace headrace::tidy {
namespace {

TEST(Checker, SeesFragments) {
  const auto found = [](std::string_view path, std::string_view text) {
    return said(check_comments({make_source(std::string(path), text)}));
  };
  const std::string_view fragment = "int a;\n// Of the drives.\nint b;\n";
  EXPECT_EQ(found("sim/a.h", fragment), "2: a comment that begins with a fragment: name its subject\n");
  EXPECT_EQ(found("sim/a.h", "int a;\n  // The same without it.\n  int b;\n").substr(0, 2), "2:");
  EXPECT_EQ(found("sim/a.h", "// Of a file.\n#pragma once\n"), "");  // Opens the file.
  EXPECT_EQ(found("sim/a.h", "int a;\n// Rate\n// of the drives.\nint b;\n"), "");
  EXPECT_EQ(found("sim/a.h", "int a;\n// Of all below.\n\nint b;\n"), "");  // Of no declaration.
  EXPECT_EQ(found("sim/a.h", "int a;\n// Officers first.\nint b;\n"), "");
  EXPECT_EQ(found("sim/a.cpp", fragment), "");
  EXPECT_EQ(found("tests/a.h", fragment), "");
}

TEST(Checker, SeesPagesThatNameWhatIsGone) {
  const auto found = [](std::string_view page) {
    return said(check_pages(
        {make_source("docs/a.md", page), make_source("tests/sim/a_test.cpp", "TEST(Link, IsFair) {\n")},
        {"docs/a.md", "docs/b.md", "README.md", "sim/link.h"}));
  };
  EXPECT_EQ(found("`sim/link.h`, `link.h`, `sim/`, `Link.IsFair`, [b](b.md#c), [top](../README.md)\n"), "");
  EXPECT_EQ(found("x\n`sim/gone.h`\n"), "2: there is no sim/gone.h\n");
  EXPECT_EQ(found("`ink.h`\n"), "1: there is no ink.h\n");
  EXPECT_EQ(found("`gone/`\n"), "1: there is no gone/\n");
  EXPECT_EQ(found("`Link.IsGone`\n"), "1: there is no Link.IsGone\n");
  EXPECT_EQ(found("[c](c.md)\n"), "1: there is no c.md\n");
  EXPECT_EQ(found("`FairShares::fill`, [x](https://a.b/c.md)\n"), "");
}

}  // namespace
}  // namespace headrace::tidy
