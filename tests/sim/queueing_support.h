// What the tests against queueing theory share: how many customers settle a mean, the interval around it,
// and the comparison with the theory.
//
// The interval comes from batch means: 40 batches after one that is dropped,
// each of many relaxation times, so their means are independent and Student's
// t with 39 degrees of freedom applies; 3.558 is its 99.95 % point, for an
// interval of 99.9 %. With other seeds one comparison in a thousand would fail.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "sim/distribution.h"

namespace headrace::queueing {

constexpr double kService = 1e-3;  // The mean service, in seconds, where a test has one.
constexpr std::size_t kBatches = 40;
constexpr double kStudent = 3.558;

// The relative error of a mean that the tests allow.
inline double tolerance(double rho) { return rho > 0.9 ? 0.02 : 0.01; }

// So many customers that the tolerance is 3.6 deviations of their mean time in the system. Over n customers
// its relative variance is 2 (1 + rho) / ((1 - rho)^2 n) for M/M/1: the integrated autocovariance of the
// number in the system, 2 rho (1 + rho) / (1 - rho)^4 services (Whitt 1989), over the squared mean number and
// the n / rho services that they take. In heavy traffic a law of squared variation v puts 1 + v for the 2,
// whatever the number of servers; at light load that of the service itself is the most of it.
inline std::int64_t customers_for(double rho, double variation = 1) {
  const double of_one = (1 + std::max(variation, 1.0)) * (1 + rho) / std::pow(1 - rho, 2);
  return static_cast<std::int64_t>(of_one * std::pow(3.6 / tolerance(rho), 2));
}

class BatchMeans {
 public:
  explicit BatchMeans(std::int64_t records) : size_(records / static_cast<std::int64_t>(kBatches + 1)) {}

  void record(double value) {
    sum_ += value;
    if (++count_ < size_) return;
    means_.push_back(sum_ / static_cast<double>(size_));
    sum_ = 0;
    count_ = 0;
  }
  // Of the batches after the first, which holds the start from empty.
  double mean() const {
    double sum = 0;
    for (std::size_t i = 1; i <= kBatches; ++i) sum += means_.at(i);
    return sum / kBatches;
  }
  double half_width() const {
    double squares = 0;
    for (std::size_t i = 1; i <= kBatches; ++i) squares += std::pow(means_.at(i) - mean(), 2);
    return kStudent * std::sqrt(squares / (kBatches - 1) / kBatches);
  }

 private:
  std::int64_t size_;
  std::int64_t count_ = 0;
  double sum_ = 0;
  std::vector<double> means_;
};

// The line is a row of the table of oracles: what, theory, error, half of the interval.
inline void expect_theory(const std::string& what, const BatchMeans& measured, double theory, double error) {
  std::printf("oracle: %-36s %10.6f ms %+6.2f %% +- %.2f %%\n", what.c_str(), theory * 1e3,
              100 * (measured.mean() / theory - 1), 100 * measured.half_width() / theory);
  EXPECT_NEAR(measured.mean(), theory, error * theory) << what;
  EXPECT_NEAR(measured.mean(), theory, measured.half_width()) << what << ": outside of the 99.9 % interval";
  EXPECT_LT(measured.half_width(), 3 * error * theory) << what << ": an interval that excludes nothing";
}

inline std::string at_load(const std::string& what, double rho) {
  return what + " rho " + std::to_string(rho).substr(0, 4);
}

}  // namespace headrace::queueing
