// Constraint: what a point of a sweep must meet to be run.
//
//   read_threads * prefetch_size <= 64       capacity >= 2 * 64 GiB       policy != none
//
// One comparison (<= < >= > == !=) of + - * / and brackets over numbers, quantities and axes. An axis is
// named by its path or the end of it, where that names just one. What is compared or added is of one
// quantity.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/sweep/sweep_axis.h"

namespace headrace {

class Constraint {
 public:
  // `mark` covers the text where it stands there letter by letter.
  static std::optional<Constraint> parse(const std::string& text, const Mark& mark,
                                         const std::vector<SweepAxis>& axes, Problems& problems);

  // Values of the axes, in their order.
  bool holds(std::span<const std::string> values) const;

 private:
  friend class ConstraintParser;

  struct Step {
    enum class Kind : std::uint8_t { number, axis, plus, minus, times, divide };
    Kind kind = Kind::number;
    double number = 0;
    std::size_t axis = 0;
  };

  static double result(const std::vector<Step>& steps, std::span<const std::string> values);

  std::vector<Step> left_, right_;  // Operands before their operator.
  std::string comparison_;
  std::optional<std::size_t> word_axis_;  // Compared with a word, not with a number.
  std::string word_;
};

}  // namespace headrace
