// CountedWords: what a text counts, as in "2 x 400 Gbit/s InfiniBand" and "16 x 3.84 TB NVMe (TLC)".
//
//   counted_words("2 x 400 Gbit/s InfiniBand + 1 x 50 Gbit/s Ethernet")
//   // count 2, amount 400, unit "Gbit/s", rest "InfiniBand", others "1 x 50 Gbit/s Ethernet"
//
// Only a text that begins with such a count has one: a number in the middle of a sentence may be of
// anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace headrace {

struct CountedWords {
  double count = 0;
  double amount = 0;
  std::string unit;
  std::string rest;    // Up to the next thing that is counted, brackets included.
  std::string others;  // Everything behind; empty: nothing.
};

std::optional<CountedWords> counted_words(std::string_view text);

// FirstNumber: the number that a text begins with, "32 or 64", "1,024"; `is_all` where nothing is behind.
struct FirstNumber {
  double value = 0;
  bool is_all = true;
};
std::optional<FirstNumber> first_number(std::string_view text);

// Returns both numbers of "14,500 / 10,500 MB/s" or "3.3 M / 315 k IOPS", by the unit behind them; nothing
// where a text has none.
std::optional<std::pair<double, double>> pair_before(std::string_view text, std::string_view unit);

// Returns the number between two pieces of text, as between "= " and " MB/s".
std::optional<double> number_between(std::string_view text, std::string_view before, std::string_view after);

}  // namespace headrace
