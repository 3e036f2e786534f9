#include "scenarios/loader/sweep/sweep_parts.h"

#include <gtest/gtest.h>

#include "scenarios/loader/sweep/sweep_reader.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kCounts = "jobs.train.layout.stripe_count=1,2";
constexpr const char* kSizes = "jobs.train.layout.stripe_size=1 MiB,4 MiB,16 MiB";

std::shared_ptr<const SweepParts> parts_of(const std::vector<std::string>& axes, Problems& problems) {
  const FileFinder files(FileFinder::Disk::no);
  const auto merged = MergedScenario::parse(small_scenario(), "small.yaml", {}, files, problems);
  return merged ? read_sweep_parts(*merged, merged->read({}, problems), axes, problems) : nullptr;
}

TEST(SweepParts, GiveTheValuesOfEachPlaceOfTheDesign) {
  Problems problems;
  const auto parts = parts_of({kCounts, kSizes}, problems);
  ASSERT_NE(parts, nullptr) << problems.text();
  EXPECT_EQ(parts->size, 6);
  EXPECT_EQ(parts->values_at(0), (std::vector<std::string>{"1", "1 MiB"}));
  EXPECT_EQ(parts->values_at(2), (std::vector<std::string>{"1", "16 MiB"}));
  EXPECT_EQ(parts->values_at(3), (std::vector<std::string>{"2", "1 MiB"}));
}

TEST(SweepParts, ReadAPointWithItsValues) {
  Problems problems;
  const auto parts = parts_of({kCounts}, problems);
  ASSERT_NE(parts, nullptr) << problems.text();
  SweepPoint point;
  point.parameters = {{"jobs.train.layout.stripe_count", "2"}};
  const MergedScenario::Read read = read_point(*parts, point, {}, problems);
  EXPECT_EQ(codes_of(problems), "");
  EXPECT_EQ(read.scenario.jobs[0].second.layout.stripe_count, 2);
}

TEST(SweepParts, PointAtAValueThatIsWrong) {
  Problems problems;
  const auto parts = parts_of({kCounts}, problems);
  ASSERT_NE(parts, nullptr) << problems.text();
  SweepPoint point;
  point.parameters = {{"jobs.train.layout.stripe_count", "none"}};
  Mark value = parts->marks[0];
  value.column = 32;
  read_point(*parts, point, {value}, problems);
  ASSERT_EQ(codes_of(problems), "E0104");
  EXPECT_EQ(problems.all()[0].mark.column, 32);
}

}  // namespace
}  // namespace headrace
