// Warm-up: how much of a series to leave out before it is steady, by MSER-5.
//
// Batches of five values are left out from the front until the standard error of
// what remains is smallest (White 1997). This finds a place to cut and nothing
// else: values of one run depend on each other, so an interval from the batches
// that remain is too narrow. Intervals come from replications, each with its own
// warm-up cut off.
#pragma once

#include <cstddef>
#include <span>

namespace headrace {

struct WarmUp {
  std::size_t cut = 0;   // Values to leave out, a multiple of five.
  bool settled = false;  // Whether the least error lies in the first half; else the series is too short.
  double error = 0;      // Of the mean of what remains, were its batches independent: to compare cuts by.
};

WarmUp warm_up_of(std::span<const double> values);

}  // namespace headrace
