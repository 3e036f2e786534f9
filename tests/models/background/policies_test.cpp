// The laws of every background load.

#include "models/background/policy.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

class EveryLoad : public testing::TestWithParam<std::size_t> {
 protected:
  std::string_view name() const { return BackgroundLoad::table()[GetParam()].name; }
  std::unique_ptr<BackgroundLoad> make(std::uint64_t seed, GivenFields::Numbers parameters = {}) const {
    return chosen<BackgroundLoad>(name(), std::move(parameters)).make({RandomStream(seed, "load")});
  }
  static std::vector<double> shares(BackgroundLoad& load) {
    std::vector<double> shares;
    for (int i = 0; i < 100; ++i) {
      const BackgroundLoad::Step step = load.next();
      shares.push_back(step.taken * step.lasting.in_seconds());
    }
    return shares;
  }
};

// Also where its parameters are the greatest that a scenario may give.
TEST_P(EveryLoad, LeavesSomething) {
  std::vector<GivenFields::Numbers> all = {{}};
  if (name() != "by_hour") all.push_back({{name() == "ar1" ? "mean" : "taken", BackgroundLoad::kMostTaken}});
  for (const GivenFields::Numbers& numbers : all) {
    const auto load = make(2, numbers);
    for (int i = 0; i < 10'000; ++i) {
      const BackgroundLoad::Step step = load->next();
      ASSERT_GE(step.taken, 0);
      ASSERT_LE(step.taken, BackgroundLoad::kMostTaken);
      ASSERT_GT(step.lasting, Duration());
    }
  }
}

TEST_P(EveryLoad, IsTheSameForTheSameSeed) {
  EXPECT_EQ(shares(*make(7)), shares(*make(7)));
  EXPECT_EQ(shares(*make(7)) == shares(*make(8)), name() == "constant" || name() == "by_hour");
}

INSTANTIATE_TEST_SUITE_P(Table, EveryLoad, testing::Range(std::size_t{0}, BackgroundLoad::table().size()),
                         [](const auto& row) {
                           return std::string(BackgroundLoad::table()[row.param].name);
                         });

}  // namespace
}  // namespace headrace
