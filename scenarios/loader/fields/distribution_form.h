// DistributionForm: a distribution as a map of a scenario:
// `{law: lognormal, mean: 80 us, cv: 0.3}`. A plain duration is a constant.
#pragma once

#include <string_view>

#include "models/fields.h"

namespace headrace {

inline constexpr std::string_view kLaws[] = {"constant", "exponential", "lognormal", "normal",
                                             "uniform",  "gamma",       "poisson"};
// Mean and spread.
inline constexpr Duration kLongestDraw = Duration::nanoseconds(1'000'000'000'000'000'000);

constexpr bool has_spread(Law law) {
  return law != Law::constant && law != Law::exponential && law != Law::poisson;
}

struct DistributionForm {
  Law law = Law::constant;
  Duration mean;
  Duration spread;
  double cv = 0;

  void visit(Fields& f) {
    const Field law_field = required("law", "the law that times are drawn from");
    f.choice(law_field, law, kLaws);
    f.duration(required("mean", "its mean; for poisson the mean of a count of whole seconds"), mean,
               Duration(), kLongestDraw);
    f.duration({"spread", "its standard deviation, for uniform half the width; or give cv"}, spread,
               Duration(), kLongestDraw);
    f.number({"cv", "coefficient of variation: spread / mean"}, cv, 0, 1000);
  }
};

}  // namespace headrace
