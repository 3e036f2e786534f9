#include "analysis/answer/checkpoint_validation.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

// 100 GB in so many seconds.
CheckpointRow time_of(const std::string& system, RowRole role, double seconds, std::optional<double> nominal,
                      CheckpointOperation operation = CheckpointOperation::write) {
  CheckpointRow row;
  row.system = system;
  row.role = role;
  row.operation = operation;
  row.checkpoint_gib = 100 / 1.073741824;
  row.seconds = seconds;
  row.nominal_gb_per_second = nominal;
  row.scenario = "a.yaml";
  return row;
}

constexpr RowRole kTeaches = RowRole::calibration;
constexpr RowRole kIsForetold = RowRole::validation;

CheckpointValidation judged_times(const std::vector<CheckpointRow>& rows, double seconds) {
  return judge(rows, std::vector<std::optional<double>>(rows.size(), seconds));
}

// t = bytes / (share x nominal): 100 GB in 10, 12.5 and 20 s are 1.0, 0.8 and 0.5 of 10 GB/s, median 0.8.
TEST(CheckpointValidation, AConstantIsTheMedianShareOfTheNominalRate) {
  const CheckpointValidation found = judged_times(
      {time_of("a", kTeaches, 10, 10), time_of("b", kTeaches, 12.5, 10), time_of("c", kTeaches, 20, 10),
       time_of("d", kIsForetold, 6, 20), time_of("e", kIsForetold, 6, std::nullopt)},
      6.6);
  EXPECT_NEAR(found.rows[3].of(Forecast::constant).value(), 100 / (0.8 * 20), 1e-12);
  EXPECT_NEAR(found.rows[3].error(Forecast::simulator).value(), 0.1, 1e-12);
  EXPECT_FALSE(found.rows[4].of(Forecast::constant)) << "no sheet says what is nominal";
  EXPECT_NEAR(found.rows[0].of(Forecast::constant).value(), 100 / (0.65 * 10), 1e-12)
      << "a calibration row is foretold without its system";
}

TEST(CheckpointValidation, ReadsTellNothingOfWrites) {
  const CheckpointValidation found = judged_times(
      {time_of("a", kTeaches, 10, 10, CheckpointOperation::read), time_of("d", kIsForetold, 6, 20)}, 6);
  EXPECT_FALSE(found.rows[1].of(Forecast::constant));
  ASSERT_EQ(found.groups.size(), 4U);
  EXPECT_EQ(found.groups[1].workload, "read");
  EXPECT_EQ(found.groups[3].workload, "write");
}

TEST(CheckpointValidation, ARowThatWasNotRunHasNoTime) {
  const std::vector rows = {time_of("a", kTeaches, 10, 10)};
  EXPECT_TRUE(judge(rows, {{std::nullopt}}).groups.empty());
}

}  // namespace
}  // namespace headrace
