#include "scenarios/loader/dlio/dlio_values.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

std::string problem_of(const std::string& text) {
  const DlioResult result = read("train: {computation_time: " + text + "}\n");
  EXPECT_FALSE(result.usable) << text;
  return result.problems.all().empty()
             ? ""
             : result.problems.all()[0].code + " " + result.problems.all()[0].sentence;
}

// The laws' means and standard deviations: uniform (min+max)/2 and half the width, gamma k*theta and
// sqrt(k)*theta, exponential theta, poisson lambda.
TEST(DlioLaw, LawsAreDlios) {
  EXPECT_EQ(time_of("{mean: 0.3}"), Distribution(300_ms));
  EXPECT_EQ(time_of("{mean: 0.3, stdev: 0.1}"), Distribution(Law::normal, 300_ms, 100_ms));
  EXPECT_EQ(time_of("{type: normal, mean: 0.3, stdev: 0.1}"), Distribution(Law::normal, 300_ms, 100_ms));
  EXPECT_EQ(time_of("{type: uniform, min: 1, max: 4}"), Distribution(Law::uniform, 2500_ms, 1500_ms));
  EXPECT_EQ(time_of("{type: gamma, shape: 4, scale: 0.5}"), Distribution(Law::gamma, 2_s, 1_s));
  EXPECT_EQ(time_of("{type: exponential, scale: 0.5}"), Distribution(Law::exponential, 500_ms));
  EXPECT_EQ(time_of("{type: poisson, lam: 2}"), Distribution(Law::poisson, 2_s));
  EXPECT_EQ(time_of("{}"), Distribution(Duration()));
}

// A constant draws nothing from its stream.
TEST(DlioLaw, LawsWithoutSpreadAreConstant) {
  EXPECT_EQ(time_of("{type: normal, mean: 0.3, stdev: 0}"), Distribution(300_ms));
  EXPECT_EQ(time_of("{type: uniform, min: 2, max: 2}"), Distribution(2_s));
  EXPECT_EQ(time_of("{type: gamma, shape: 0, scale: 1}"), Distribution(Duration()));
}

TEST(DlioLaw, MissingAndStrangePartsAreNamed) {
  EXPECT_EQ(problem_of("{type: normal, mean: 1}"), "E0211 'train.computation_time' lacks 'stdev'");
  EXPECT_EQ(problem_of("{stdev: 1}"), "E0211 'train.computation_time' lacks 'mean'");
  EXPECT_EQ(problem_of("{type: gamma, shape: 4}"), "E0211 'train.computation_time' lacks 'scale'");
  EXPECT_EQ(problem_of("{type: uniform, min: 1, max: 2, mean: 1}"), "E0202 a uniform time has no 'mean'");
  EXPECT_EQ(problem_of("{mean: 1, min: 2}"), "E0202 a time without a type has no 'min'");
  EXPECT_EQ(problem_of("{type: normal, mean: 0.3s, stdev: 1}"),
            "E0212 'train.computation_time.mean' wants a number, not '0.3s'");
  EXPECT_EQ(problem_of("{type: gamma, shape: 1e9, scale: 1e9}"),
            "E0204 'train.computation_time' has a mean above 1000000000 seconds");
}

}  // namespace
}  // namespace headrace
