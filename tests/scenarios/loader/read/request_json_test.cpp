#include "scenarios/loader/read/request_json.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(RequestJson, IsALineOfMooncakes) {
  const RequestJson request = parse_request_json(
      R"({"timestamp": 27482, "input_length": 6955, "output_length": 52, "hash_ids": [46, 47, -1]})");
  EXPECT_EQ(request.wrong, "");
  EXPECT_EQ(request.milliseconds, 27482);
  EXPECT_EQ(request.prompt_tokens, 6955);
  EXPECT_EQ(request.output_tokens, 52);
  EXPECT_EQ(request.blocks, (std::vector<std::uint64_t>{46, 47, ~std::uint64_t{0}}));
}

TEST(RequestJson, HasATimeAtLeast) {
  const RequestJson request = parse_request_json(R"({"other": {"a": [1]}, "timestamp": 1.5})");
  EXPECT_EQ(request.wrong, "");
  EXPECT_EQ(request.milliseconds, 1.5);
  EXPECT_FALSE(request.prompt_tokens || request.output_tokens || request.blocks);
}

TEST(RequestJson, SaysWhatIsWrong) {
  const auto wrong = [](std::string_view line) { return parse_request_json(line).wrong; };
  EXPECT_EQ(wrong("{"), "the line is no JSON object");
  EXPECT_EQ(wrong("[1]"), "the line is no JSON object");
  EXPECT_EQ(wrong("{}"), "'timestamp' is no number of milliseconds");
  EXPECT_EQ(wrong(R"({"timestamp": "1"})"), "'timestamp' is no number of milliseconds");
  EXPECT_EQ(wrong(R"({"timestamp": 1, "input_length": -1})"), "'input_length' is no number of tokens");
  EXPECT_EQ(wrong(R"({"timestamp": 1, "input_length": 1.5})"), "'input_length' is no number of tokens");
  EXPECT_EQ(wrong(R"({"timestamp": 1, "output_length": 1000000001})"),
            "'output_length' is no number of tokens");
  EXPECT_EQ(wrong(R"({"timestamp": 1, "hash_ids": 5})"), "'hash_ids' is no list of whole numbers");
  EXPECT_EQ(wrong(R"({"timestamp": 1, "hash_ids": [1, "2"]})"), "'hash_ids' is no list of whole numbers");
}

// A hostile line is refused like any other, however deep it nests.
TEST(RequestJson, NestsAsDeepAsItLikes) {
  EXPECT_EQ(parse_request_json(std::string(1'000'000, '[')).wrong, "the line is no JSON object");
}

}  // namespace
}  // namespace headrace
