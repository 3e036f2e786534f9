#include "analysis/page/inferred_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

TEST(InferredPage, HasALineForEachValueWithItsReason) {
  InferredLoader found;
  found.batch_size = {7, 0.9, "waits lie behind multiples of so many samples"};
  found.computation_time = {323_ms, 0.3, "a guess"};
  const std::string text = inferred_report(found, "run", Style(false));
  EXPECT_TRUE(text.starts_with("the loader behind run\n")) << text;
  EXPECT_NE(text.find("  batch_size                      7  high    waits lie behind"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  computation_time           323 ms  low     a guess"), std::string::npos) << text;
}

TEST(InferredPage, HasItsRowsAsWords) {
  InferredLoader found;
  found.format = {"npz", 0.9, "its files end so"};
  const std::array<std::string, 4> first = inferred_words(found).at(0);
  EXPECT_EQ(first, (std::array<std::string, 4>{"format", "npz", "high", "its files end so"}));
}

TEST(InferredPage, IsATreeForPrograms) {
  InferredLoader found;
  found.shuffled = {true, 0.9, "why"};
  CheckedInference alike;
  alike.traits.gaps = 0.5;
  alike.dlio_cosine = 0.75;
  const nlohmann::ordered_json tree = inferred_tree(found, alike);
  EXPECT_EQ(tree["shuffled"]["value"], true);
  EXPECT_EQ(tree["similarity"]["gaps"], 0.5);
  EXPECT_EQ(tree["similarity"]["DLIO's cosine"], 0.75);
  EXPECT_FALSE(inferred_tree(found, std::nullopt).contains("similarity"));
  EXPECT_NE(similarity_report(alike).find("  gaps                         0.50\n"), std::string::npos);
}

}  // namespace
}  // namespace headrace
