#include "scenarios/loader/benchmarks/fio_latency.h"

#include "scenarios/loader/benchmarks/output_json.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

double percentile_of(const std::vector<std::string>& sides, double percent) {
  std::vector<std::vector<JsonText>> texts;
  std::vector<const Tree*> trees;
  for (const std::string& side : sides) texts.push_back(json_texts(output_text(side, "a.json")));
  for (const auto& text : texts) trees.push_back(&text.at(0).tree);
  const auto found = fio_percentile(trees, percent);
  return found ? found->nanoseconds : 0;
}

TEST(FioLatency, OfOneJobIsWhatFioSays) {
  const std::string side = R"({"clat_ns": {"percentile": {"50.000000": 700, "99.900000": 9000}}})";
  EXPECT_EQ(percentile_of({side}, 50), 700);
  EXPECT_EQ(percentile_of({side}, 99.9), 9000);
  EXPECT_EQ(percentile_of({side}, 99), 0);
  // The latency as a whole, where fio was asked for it.
  EXPECT_EQ(
      percentile_of(
          {R"({"lat_ns": {"percentile": {"50.000000": 800}}, "clat_ns": {"percentile": {"50.000000": 7}}})"},
          50),
      800);
  EXPECT_EQ(percentile_of({R"({"lat_ns": {"mean": 5}, "clat_ns": {"percentile": {"50.000000": 7}}})"}, 50),
            7);
  EXPECT_EQ(percentile_of({"{}"}, 50), 0);
}

// Bins 100: 1 + 3, 200: 4, 900: 2 of 10 operations: half of them are within 200, 90 % within 900.
TEST(FioLatency, OfSeveralJobsIsThatOfTheirBinsTogether) {
  const std::string one = R"({"clat_ns": {"bins": {"100": 1, "900": 2}}})";
  const std::string two = R"({"clat_ns": {"bins": {"100": 3, "200": 4}}})";
  EXPECT_EQ(percentile_of({one, two}, 40), 100);
  EXPECT_EQ(percentile_of({one, two}, 50), 200);
  EXPECT_EQ(percentile_of({one, two}, 90), 900);
  EXPECT_EQ(percentile_of({one, R"({"clat_ns": {"percentile": {"50.000000": 7}}})"}, 50), 0);
  EXPECT_EQ(percentile_of({one, R"({"clat_ns": {"bins": {"x": 7}}})"}, 50), 0);
}

}  // namespace
}  // namespace headrace
