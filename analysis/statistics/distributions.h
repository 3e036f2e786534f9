// Distributions: the quantiles that intervals are made of, and the probabilities below a value.
#pragma once

namespace headrace {

double normal_probability(double z);
// Student's t; `degrees` of freedom.
double student_probability(double t, double degrees);
double student_quantile(double probability, double degrees);

}  // namespace headrace
