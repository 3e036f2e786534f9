#include "scenarios/loader/benchmarks/fio_words.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {
namespace {

// Returns the bytes of a unit such as "k", "MiB" or "g"; 0: it is none. Under a base of 1024 fio has "k" for
// 1024 and "ki" for 1000, under 1000 the other way round.
double unit_of(std::string_view word, bool is_decimal) {
  constexpr std::string_view kPrefixes = "kmgtp";
  std::string unit;
  for (const char c : word) unit += lower(c);
  if (unit.ends_with('b')) unit.pop_back();
  if (unit.empty()) return 1;
  const std::size_t power = kPrefixes.find(unit.front());
  if (power == std::string_view::npos || unit.size() > 2 || (unit.size() == 2 && unit.back() != 'i'))
    return 0;
  const bool is_thousand = (unit.size() == 2) != is_decimal;
  return std::pow(is_thousand ? 1000.0 : 1024.0, static_cast<double>(power) + 1);
}

}  // namespace

std::optional<std::string> FioOptions::text(std::string_view name, std::string_view other) const {
  for (const Tree* const options : {own_, global_})
    for (const std::string_view word : {name, other}) {
      if (options == nullptr || word.empty()) continue;
      const Tree* const value = json_at(*options, word);
      if (value != nullptr && value->kind == Tree::Kind::scalar) return value->scalar;
    }
  return std::nullopt;
}

bool FioOptions::is_on(std::string_view name) const {
  const std::optional<std::string> value = text(name);
  return value && *value != "0" && *value != "false";
}

std::optional<std::int64_t> FioOptions::count(std::string_view name) const {
  const std::optional<std::string> value = text(name);
  return value ? output_count(*value) : std::nullopt;
}

std::optional<std::int64_t> FioOptions::bytes(std::string_view name, std::string_view other,
                                              std::size_t place) const {
  const std::optional<std::string> all = text(name, other);
  if (!all) return std::nullopt;
  std::string_view word = *all;
  for (std::size_t i = 0; i < place && word.find(',') != std::string_view::npos; ++i) {
    const std::string_view rest = word.substr(word.find(',') + 1);
    if (rest.empty() || rest.front() == ',') break;
    word = rest;
  }
  word = trimmed(word.substr(0, word.find(',')));
  const std::size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
  const std::optional<double> number = finite_number(word.substr(0, digits));
  const double unit = unit_of(word.substr(digits), text("kb_base") == "1000");
  if (!number || unit == 0 || *number * unit > 1e18) return std::nullopt;
  return static_cast<std::int64_t>(*number * unit);
}

}  // namespace headrace
