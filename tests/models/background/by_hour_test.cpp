#include <gtest/gtest.h>

#include "models/background/policy.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// Sets the percent of the hours, and with them what a scenario's numbers set.
class Hours final : public GivenFields {
 public:
  Hours(std::vector<std::int64_t> percent, Numbers numbers)
      : GivenFields(std::move(numbers)), percent_(std::move(percent)) {}
  void integers(const Field&, std::vector<std::int64_t>& value) override { value = percent_; }

 private:
  std::vector<std::int64_t> percent_;
};

Chosen<BackgroundLoad> by_hours(std::vector<std::int64_t> percent, GivenFields::Numbers numbers = {}) {
  Chosen<BackgroundLoad> load("by_hour");
  Hours hours(std::move(percent), std::move(numbers));
  load.visit(hours);
  return load;
}

TEST(ByHour, IsEachHourInTurnAndBeginsAgain) {
  const auto load = by_hours({10, 0, 99}).make({RandomStream(1, "load")});
  for (const double taken : {0.1, 0.0, 0.99, 0.1, 0.0}) {
    const BackgroundLoad::Step step = load->next();
    EXPECT_EQ(step.taken, taken);
    EXPECT_EQ(step.lasting, 3600_s);
  }
}

TEST(ByHour, BeginsInItsFirstHour) {
  const auto load =
      by_hours({10, 20, 30}, {{"first", 2}, {"hour_length", 60}}).make({RandomStream(1, "load")});
  EXPECT_EQ(load->next().taken, 0.3);
  const BackgroundLoad::Step step = load->next();
  EXPECT_EQ(step.taken, 0.1);
  EXPECT_EQ(step.lasting, 60_s);
}

}  // namespace
}  // namespace headrace
