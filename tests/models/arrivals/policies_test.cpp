// The laws of every arrival process: its rate, its variation, its seed, and that it is nobody else's
// business.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "models/arrivals/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

constexpr std::size_t kGaps = 200'000;
constexpr double kRate = 1000;

// Evenly 0, 2 ms, 2 ms, 4 ms, 4 ms, …: gaps of 0 and 2 ms in turn, whose variation is 1.
const std::vector<Duration>& trace() {
  static const std::vector<Duration> kTrace = [] {
    std::vector<Duration> times;
    for (std::size_t i = 1; i <= kGaps; ++i) times.push_back(2_ms * static_cast<std::int64_t>(i / 2));
    return times;
  }();
  return kTrace;
}

// How each row is tried, and the variation its gaps must show. A row that is not here fails.
struct Case {
  GivenFields::Numbers parameters;
  double cv = 0;
};
const std::map<std::string, Case, std::less<>>& cases() {
  static const std::map<std::string, Case, std::less<>> kCases = {
      {"poisson", {{{"rate", kRate}}, 1}},
      {"gamma", {{{"rate", kRate}, {"cv", 2}}, 2}},
      {"regular", {{{"rate", kRate}}, 0}},
      {"replay", {{}, 1}},
  };
  return kCases;
}

class EveryArrivalProcess : public testing::TestWithParam<std::size_t> {
 protected:
  std::string_view name() const { return ArrivalProcess::table()[GetParam()].name; }
  const Case& tried() const { return cases().at(std::string(name())); }
  std::unique_ptr<ArrivalProcess> make(std::uint64_t seed, std::string_view stream = "arrivals") const {
    return chosen<ArrivalProcess>(name(), tried().parameters).make({RandomStream(seed, stream), trace()});
  }
  static std::vector<Duration> gaps_of(ArrivalProcess& process, std::size_t count = kGaps) {
    std::vector<Duration> gaps;
    while (gaps.size() < count) {
      const auto gap = process.gap();
      if (!gap) break;
      gaps.push_back(*gap);
    }
    return gaps;
  }
};

// The mean of n gaps of variation cv is off by cv / sqrt(n) of itself. A gamma law of that cv has an excess
// kurtosis of 6 cv^2, so the sample's own cv is off by sqrt((2 + 6 cv^2) / 4n + cv^2 / n) of itself at most.
// Both to four deviations, and a nanosecond of rounding.
TEST_P(EveryArrivalProcess, HasItsMeanRateAndItsVariation) {
  const auto process = make(5);
  EXPECT_DOUBLE_EQ(process->mean_rate(), kRate);
  const std::vector<Duration> gaps = gaps_of(*process);
  ASSERT_EQ(gaps.size(), kGaps);
  double sum = 0, squares = 0;
  for (const Duration gap : gaps) {
    ASSERT_GE(gap, Duration());
    sum += gap.in_seconds();
    squares += gap.in_seconds() * gap.in_seconds();
  }
  const auto n = static_cast<double>(kGaps);
  const double mean = sum / n, cv = tried().cv;
  EXPECT_NEAR(mean * kRate, 1, 4 * cv / std::sqrt(n) + 1e-6);
  const double deviation = std::sqrt(std::max(0.0, squares / n - mean * mean));
  const double off = std::sqrt((2 + 6 * cv * cv) / (4 * n) + cv * cv / n);
  EXPECT_NEAR(deviation / mean, cv, 4 * off * cv + 1e-3);
}

TEST_P(EveryArrivalProcess, IsTheSameForTheSameSeed) {
  EXPECT_EQ(gaps_of(*make(7), 1000), gaps_of(*make(7), 1000));
  const bool drawn = name() != "regular" && name() != "replay";
  EXPECT_EQ(gaps_of(*make(7), 1000) == gaps_of(*make(8), 1000), !drawn);
}

// A second process between its draws leaves the first one's arrivals where they were.
TEST_P(EveryArrivalProcess, ChangesNoOtherAndIsChangedByNone) {
  const std::vector<Duration> alone = gaps_of(*make(7), 1000);
  const auto first = make(7);
  const auto second = make(7, "jobs/other/arrivals");
  for (const Duration gap : alone) {
    second->gap();
    ASSERT_EQ(first->gap(), gap);
  }
}

TEST_P(EveryArrivalProcess, EndsOnlyWithItsTrace) {
  const auto process = make(9);
  gaps_of(*process);
  EXPECT_EQ(process->gap().has_value(), name() != "replay");
}

INSTANTIATE_TEST_SUITE_P(Table, EveryArrivalProcess,
                         testing::Range(std::size_t{0}, ArrivalProcess::table().size()), [](const auto& row) {
                           return std::string(ArrivalProcess::table()[row.param].name);
                         });

}  // namespace
}  // namespace headrace
