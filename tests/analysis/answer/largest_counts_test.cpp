#include "analysis/answer/largest_counts.h"

#include <gtest/gtest.h>

#include "analysis/answer/limitation.h"

namespace headrace {
namespace {

MeasuredRow row_near(RowRole role, const std::string& workload, std::optional<double> au_percent = 91) {
  MeasuredRow row;
  row.role = role;
  row.workload = workload;
  row.accelerators = 10;
  if (role != RowRole::forecast) row.samples_per_second = 100;
  row.au_percent = au_percent;
  return row;
}

LargestCount count_of_ten(RowRole role, const std::string& workload, std::optional<std::int64_t> largest,
                          const std::string& limit = "a link") {
  LargestCount count;
  count.row = row_near(role, workload);
  count.largest = largest;
  count.limit = limit;
  return count;
}

// A threshold of 90: from there to 93, both of them included.
TEST(LargestCounts, AreOfRowsJustAboveTheirThreshold) {
  const auto is_near = [](std::optional<double> au, RowRole role = RowRole::validation) {
    return is_near_threshold(row_near(role, "unet3d", au), 90);
  };
  EXPECT_TRUE(is_near(90));
  EXPECT_TRUE(is_near(93));
  EXPECT_FALSE(is_near(89.99));
  EXPECT_FALSE(is_near(93.01));
  EXPECT_FALSE(is_near(std::nullopt)) << "AU was not published";
  EXPECT_FALSE(is_near(91, RowRole::forecast));
}

TEST(LargestCounts, ARatioIsToWhatWasSubmitted) {
  EXPECT_DOUBLE_EQ(count_of_ten(RowRole::validation, "unet3d", 9).ratio().value(), 0.9);
  EXPECT_DOUBLE_EQ(count_of_ten(RowRole::validation, "unet3d", 0).ratio().value(), 0);
  EXPECT_FALSE(count_of_ten(RowRole::validation, "unet3d", std::nullopt).ratio());
}

TEST(LargestCounts, TheAcceleratorsAreNoLimit) {
  EXPECT_TRUE(count_of_ten(RowRole::validation, "unet3d", 21).names_limit());
  EXPECT_FALSE(count_of_ten(RowRole::validation, "unet3d", 21, "").names_limit());
  EXPECT_FALSE(count_of_ten(RowRole::validation, "unet3d", 21, kTheAccelerators).names_limit());
}

// Ten were submitted: 9 are enough, 8 are not; 20 are not above twice as many, 21 are.
TEST(LargestCounts, AreScoredByRoleAndWorkload) {
  constexpr RowRole kLook = RowRole::validation;
  const std::vector counts = {count_of_ten(kLook, "unet3d", 9),
                              count_of_ten(kLook, "unet3d", 8),
                              count_of_ten(kLook, "resnet50", 20),
                              count_of_ten(kLook, "resnet50", 21),
                              count_of_ten(kLook, "resnet50", 21, kTheAccelerators),
                              count_of_ten(kLook, "unet3d", std::nullopt),
                              count_of_ten(RowRole::calibration, "unet3d", 0)};
  const std::vector<CountScore> scores = score_counts(counts);
  ASSERT_EQ(scores.size(), 5u) << "two roles, each of all, and the workloads that they have";
  EXPECT_EQ(scores[0].role, RowRole::calibration);
  EXPECT_EQ(scores[0].rows, 1u);
  EXPECT_EQ(scores[0].enough, 0u);
  EXPECT_EQ(scores[2].workload, "");
  EXPECT_EQ(scores[2].rows, 5u) << "a search that was stopped says nothing";
  EXPECT_EQ(scores[2].enough, 4u);
  EXPECT_EQ(scores[2].far_above, 2u);
  EXPECT_EQ(scores[2].named, 1u);
  EXPECT_EQ(scores[4].workload, "resnet50");
  EXPECT_EQ(scores[4].enough, 3u);
}

}  // namespace
}  // namespace headrace
