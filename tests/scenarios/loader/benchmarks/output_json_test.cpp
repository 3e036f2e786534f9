#include "scenarios/loader/benchmarks/output_json.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

std::vector<JsonText> texts_of(const std::string& text) { return json_texts(output_text(text, "a.json")); }

TEST(OutputJson, ReadsTextsBetweenOtherLines) {
  const auto texts =
      texts_of("note: {x}\n{\n  \"a\": {\"b\": 7.5},\n  \"c\": \"d\"\n}\nwarning\n{\"a\": 1}\n");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_FALSE(texts[0].broken);
  EXPECT_EQ(json_number(texts[0].tree, "a.b"), 7.5);
  EXPECT_EQ(json_text_at(texts[0].tree, "c"), "d");
  EXPECT_EQ(json_at(texts[0].tree, "a.x"), nullptr);
  EXPECT_EQ(json_number(texts[0].tree, "c"), std::nullopt);
  EXPECT_EQ(json_number(texts[1].tree, "a"), 1);
}

TEST(OutputJson, HasThePlacesOfKeys) {
  const auto texts = texts_of("junk\n{\n  \"a\": [1, {\"bcd\": true}]\n}\n");
  ASSERT_EQ(texts.size(), 1u);
  const Tree* const list = json_at(texts[0].tree, "a");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->mark.line, 3);
  EXPECT_EQ(list->mark.column, 3);
  EXPECT_EQ(list->mark.length, 3);
  EXPECT_EQ(json_text_at(list->items.at(1), "bcd"), "true");
}

// What is open where the text ends is taken away, up to the outermost list.
TEST(OutputJson, KeepsTheWholeRecordsOfATextThatBreaksOff) {
  const auto texts = texts_of("{\"jobs\": [\n {\"a\": 1},\n {\"a\": 2, \"list\": [1, 2");
  ASSERT_EQ(texts.size(), 1u);
  ASSERT_TRUE(texts[0].broken);
  EXPECT_EQ(texts[0].broken->line, 3);
  const Tree* const jobs = json_at(texts[0].tree, "jobs");
  ASSERT_NE(jobs, nullptr);
  ASSERT_EQ(jobs->items.size(), 1u);
  EXPECT_EQ(json_number(jobs->items[0], "a"), 1);
}

TEST(OutputJson, RefusesDepthAndWhatIsNoJson) {
  EXPECT_TRUE(texts_of("[1, 2]\n").empty());
  EXPECT_TRUE(texts_of("").empty());
  std::string deep = "{\"a\": ";
  deep.append(100'000, '[');
  ASSERT_EQ(texts_of(deep).size(), 1u);
  EXPECT_TRUE(texts_of(deep)[0].broken);
  EXPECT_TRUE(texts_of("{\"a\": nan}\n").at(0).broken);
}

}  // namespace
}  // namespace headrace
