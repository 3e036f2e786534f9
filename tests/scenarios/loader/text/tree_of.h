// A tree of a text without a mistake.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "scenarios/loader/text/document.h"

namespace headrace {

// Parses a text, which must be right.
inline Tree tree_of(std::string_view text) {
  Problems problems;
  Tree tree = parse_document(text, "x.yaml", problems);
  EXPECT_FALSE(problems.has_errors()) << problems.text();
  return tree;
}

}  // namespace headrace
