// Prior range: how far a number may be from the truth, by where it comes from.
//
//   prior_factor("prior [assumed]", Quantity::time)   // 3: nine of ten such times lie within a third and
//                                                     // three times the value
//
// A number that was read for the very machine, or is a setting of a program, has no range. The factors are
// priors themselves [derived]: public figures of the same cost differ as far between machines, such as 1.7 to
// 3.1 GB/s for a hand-over, 0.3 to 1.5 GB/s for reading NPZ, 1 to 4 ms for a step of PyTorch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/distribution.h"
#include "sim/units.h"

namespace headrace {

// WholeNumber: a count, such as of threads, or what lies between two while a range is made.
struct WholeNumber {
  double value = 0;
};

// A plain or a whole number, such as a share, has no range but the one that is stated for it.
enum class Quantity : std::uint8_t { time, rate, number };

// Returns the factor of a default of the program by its source; nothing where it is no prior.
std::optional<double> prior_factor(std::string_view source, Quantity quantity);

// Returns the factor of a value that a file gives, by the comment that stands in its line: "[fitted] within a
// factor of 1.08", or by its first tag.
std::optional<double> given_factor(std::string_view comment, Quantity quantity);

// Returns so many times a value as a scenario writes it, with so many digits; once it, with all. A
// distribution keeps its form; of whole numbers it is the nearest, from one on.
std::string scaled_text(Duration value, double times, int digits = 3);
std::string scaled_text(Bandwidth value, double times, int digits = 3);
std::string scaled_text(const Distribution& value, double times, int digits = 3);
std::string scaled_text(double value, double times, int digits = 3);
std::string scaled_text(WholeNumber value, double times, int digits = 3);

// Returns "500 us to 2 ms": what a prior is thought to lie within; of a distribution its mean.
std::string range_text(Duration value, double factor);
std::string range_text(Bandwidth value, double factor);
std::string range_text(const Distribution& value, double factor);
std::string range_text(double value, double factor);
std::string range_text(WholeNumber value, double factor);

}  // namespace headrace
