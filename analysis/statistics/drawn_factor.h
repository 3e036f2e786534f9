// Drawn factor: what a number that is known to within a factor may be a multiple of.
//
//   drawn_factor(3, seed, "handover", 7)   // Draw 7 of nine in ten between a third and three.
#pragma once

#include <cstdint>
#include <string_view>

namespace headrace {

// Returns a draw of the lognormal law of median 1 with nine tenths between 1 / factor and factor. The same
// seed, name and draw give the same; `factor` is above 1.
double drawn_factor(double factor, std::uint64_t seed, std::string_view name, std::uint64_t draw);

}  // namespace headrace
