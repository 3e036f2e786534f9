#include "scenarios/loader/import/description_part.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

class DescriptionPartTest : public PartTest {
 protected:
  DescriptionPart root(std::string_view text) { return part(text, ""); }
};

constexpr Plausible kFew{1, 10, "there are 1 to 10"};

TEST_F(DescriptionPartTest, ReadsValuesWithTheirPlaces) {
  const DescriptionPart part = root(R"({"a": [{"n": 3, "q": "4", "t": ["x", "y"], "none": null}]})");
  ASSERT_EQ(part.list("a").size(), 1U);
  const DescriptionPart item = part.list("a").front();
  EXPECT_EQ(item.path(), "a[0]");
  EXPECT_EQ(item.number("n", kFew)->value, 3);
  EXPECT_EQ(item.number("n", kFew)->origin.words, "a[0].n");
  EXPECT_EQ(item.number("q", kFew)->value, 4);
  EXPECT_EQ(item.text("t"), "x y");
  EXPECT_FALSE(item.has("none"));
  EXPECT_FALSE(item.number("none", kFew));
  EXPECT_FALSE(item.part("absent").exists());
  EXPECT_TRUE(item.part("absent").list("deeper").empty());
  EXPECT_FALSE(problems_.has_errors()) << problems_.text();
  EXPECT_TRUE(not_taken_.empty());
}

TEST_F(DescriptionPartTest, LeavesOutWhatCannotBeMeant) {
  const DescriptionPart part =
      root(R"({"low": 0, "high": 1e308, "huge": 1e999, "word": "up to 12", "nan": nan})");
  for (const char* key : {"low", "high", "huge", "word", "nan"}) EXPECT_FALSE(part.number(key, kFew)) << key;
  ASSERT_EQ(not_taken_.size(), 5U);
  EXPECT_EQ(not_taken_[0].why, "0 cannot be meant: there are 1 to 10");
  EXPECT_EQ(not_taken_[3].why, "'up to 12' is no number");
  EXPECT_FALSE(problems_.has_errors());
}

TEST_F(DescriptionPartTest, ReportsWhatIsOfAnotherKind) {
  const DescriptionPart part = root(R"({"a": 7, "b": [1, {"c": [2]}], "d": {"e": 1}})");
  EXPECT_TRUE(part.list("a").empty());
  EXPECT_EQ(part.list("b").size(), 1U);
  EXPECT_FALSE(part.number("d", kFew));
  EXPECT_EQ(part.text("d"), "");
  EXPECT_FALSE(part.part("b").exists());
  EXPECT_NE(problems_.text().find("x.yaml:1:7: error[E0703]: 'a' is '7' where a list stands"),
            std::string::npos)
      << problems_.text();
  EXPECT_EQ(problems_.errors(), 5U);
}

TEST(CommentWords, AreOneLineOfAscii) {
  EXPECT_EQ(comment_words("a\n\tb  c\x01"), "a b c");
  EXPECT_EQ(comment_words("Gr\xc3\xbc\xc3\x9f"), "Gr????");
  EXPECT_EQ(comment_words(std::string(200, 'x'), 10), "xxxxxxx...");
  EXPECT_EQ(comment_words(""), "");
}

TEST(WholeNumberText, IsANumberAndNothingElse) {
  EXPECT_EQ(whole_number_text(" 2.5 "), 2.5);
  for (const char* text : {"", " ", "2 GB", "1e999", "inf", "nan", "0x10"})
    EXPECT_FALSE(whole_number_text(text)) << text;
}

}  // namespace
}  // namespace headrace
