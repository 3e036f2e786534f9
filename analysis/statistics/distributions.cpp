#include "analysis/statistics/distributions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace headrace {

namespace {

// In double: 15 digits of a quantile are enough, and the same on machines whose long double is another.
using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Normal = boost::math::normal_distribution<double, Plain>;
using Student = boost::math::students_t_distribution<double, Plain>;

}  // namespace

double normal_probability(double z) { return boost::math::cdf(Normal(), z); }

double student_probability(double t, double degrees) { return boost::math::cdf(Student(degrees), t); }

double student_quantile(double probability, double degrees) {
  return boost::math::quantile(Student(degrees), probability);
}

}  // namespace headrace
