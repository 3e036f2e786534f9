#include "scenarios/loader/sweep/sweep_range.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scenarios/loader/sweep/designs/design.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr int kMostDecimals = 12;
constexpr double kLargest = 9e18;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

std::optional<Amount> parse_number(std::string_view text) {
  Tree scalar;
  scalar.kind = Tree::Kind::scalar;
  scalar.scalar = std::string(text);
  double value = 0;
  if (read_scalar(scalar, value)) return std::nullopt;
  Amount amount;
  if (const std::size_t e = text.find_first_of("eE"); e == std::string_view::npos) {
    const std::size_t point = text.find('.');
    if (point != std::string_view::npos) amount.decimals = static_cast<int>(text.size() - point - 1);
  } else {
    amount.decimals = kMostDecimals;
  }
  amount.decimals = std::min(amount.decimals, kMostDecimals);
  while (amount.decimals > 0 &&
         std::abs(value) * static_cast<double>(power_of_ten(amount.decimals)) > kLargest)
    --amount.decimals;
  const double count = value * static_cast<double>(power_of_ten(amount.decimals));
  if (std::abs(count) > kLargest) return std::nullopt;
  amount.count = std::llround(count);
  return amount;
}

void align(Amount& a, Amount& b) {
  for (; a.decimals < b.decimals && std::abs(a.count) < INT64_MAX / 10; ++a.decimals) a.count *= 10;
  for (; b.decimals < a.decimals && std::abs(b.count) < INT64_MAX / 10; ++b.decimals) b.count *= 10;
}

Amount amount_near(const SweepRange& range, double value, int digits) {
  Amount amount = range.low;
  // Binary units are rounded as they are written.
  const bool binary = amount.kind == Amount::Kind::bytes && amount.text().ends_with("iB") && value >= 1024;
  const double grain = binary ? std::pow(1024.0, std::floor(std::log2(value) / 10)) : 1;
  char text[40];
  char* end =
      std::to_chars(text, text + sizeof text, value / grain, std::chars_format::scientific, digits - 1).ptr;
  double rounded = 0;
  std::from_chars(text, end, rounded);
  if (range.whole) rounded = std::round(value);
  if (amount.kind == Amount::Kind::number && !range.whole) {
    // As many decimals as the digits need.
    const int before = rounded == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1;
    amount.decimals = std::clamp(digits - before, 0, kMostDecimals);
    amount.count = std::llround(rounded * static_cast<double>(power_of_ten(amount.decimals)));
    while (amount.decimals > 0 && amount.count % 10 == 0) {
      amount.count /= 10;
      --amount.decimals;
    }
  } else {
    const double unit = amount.kind == Amount::Kind::duration ? 1e9 : grain;
    amount.count = std::llround(rounded * unit);
  }
  if (amount.value() < range.low.value()) return range.low;
  return amount.value() > range.high.value() ? range.high : amount;
}

}  // namespace

double Amount::value() const {
  switch (kind) {
    case Kind::number: return static_cast<double>(count) / static_cast<double>(power_of_ten(decimals));
    case Kind::duration: return static_cast<double>(count) / 1e9;
    case Kind::bytes:
    case Kind::bandwidth: break;
  }
  return static_cast<double>(count);
}

std::string Amount::text() const {
  switch (kind) {
    case Kind::duration: return text_of(Duration::nanoseconds(count));
    case Kind::bytes: return text_of(Bytes::count(count));
    case Kind::bandwidth: return text_of(Bandwidth::bytes_per_second(static_cast<double>(count)));
    case Kind::number: break;
  }
  return decimals == 0 ? std::to_string(count) : number_text(value());
}

std::string_view unit_of(Amount::Kind kind) {
  switch (kind) {
    case Amount::Kind::number: break;
    case Amount::Kind::duration: return "s";
    case Amount::Kind::bytes: return "B";
    case Amount::Kind::bandwidth: return "B/s";
  }
  return "";
}

std::optional<Amount> parse_amount(std::string_view text) {
  text = without_blanks(text);
  if (auto number = parse_number(text)) return number;
  if (const auto duration = parse_duration(text); std::holds_alternative<Duration>(duration))
    return Amount{Amount::Kind::duration, std::get<Duration>(duration).ns(), 0};
  if (const auto bytes = parse_bytes(text); std::holds_alternative<Bytes>(bytes))
    return Amount{Amount::Kind::bytes, std::get<Bytes>(bytes).count(), 0};
  if (const auto rate = parse_bandwidth(text); std::holds_alternative<Bandwidth>(rate)) {
    const double per_second = std::get<Bandwidth>(rate).in_bytes_per_second();
    if (per_second < kLargest) return Amount{Amount::Kind::bandwidth, std::llround(per_second), 0};
  }
  return std::nullopt;
}

std::string SweepRange::at(double share, int digits) const {
  if (share <= 0) return low.text();
  if (share >= 1) return high.text();
  const double from = low.value(), to = high.value();
  if (log) return amount_near(*this, from * std::pow(to / from, share), digits).text();
  // Every whole number has the same part of the range.
  if (whole) return amount_near(*this, from + std::floor(share * (to - from + 1)), digits).text();
  return amount_near(*this, from + share * (to - from), digits).text();
}

double SweepRange::share_of(const Amount& amount) const {
  const double from = low.value(), to = high.value();
  if (log) return std::log(amount.value() / from) / std::log(to / from);
  return (amount.value() - from) / (to - from);
}

bool is_range(std::string_view text) {
  if (text.starts_with("log ")) return true;
  const bool begins = !text.empty() && (is_digit(text[0]) || (text[0] == '-' && text.size() > 1));
  return begins && text.find("..") != std::string_view::npos;
}

namespace {

class RangeParser {
 public:
  RangeParser(std::string_view text, const Mark& mark, Problems& problems)
      : text_(text), mark_(mark), problems_(problems) {}

  std::optional<RangeText> parse(bool whole) {
    std::string_view rest = text_;
    RangeText read;
    SweepRange& range = read.range;
    range.log = rest.starts_with("log ");
    if (range.log) rest = without_blanks(rest.substr(4));
    const std::size_t dots = rest.find("..");
    if (dots == std::string_view::npos) return refuse("E0402", in_quotes(text_) + " has no '..'", text_);
    std::string_view high = rest.substr(dots + 2), steps;
    const std::size_t colon = range.log ? high.rfind(' ') : high.find(':');
    // In "log 1 s..1 h" the last word is no number of values.
    const bool counted = !range.log || (colon != std::string_view::npos && is_count(high.substr(colon + 1)));
    if (colon != std::string_view::npos && counted) {
      steps = without_blanks(high.substr(colon + 1));
      high = high.substr(0, colon);
      read.has_steps = true;
      if (steps.empty()) return refuse("E0402", in_quotes(text_) + " has no step", text_);
    }
    if (!set(range.low, rest.substr(0, dots)) || !set(range.high, high)) return std::nullopt;
    if (!same_quantity(range.high, range.low)) return std::nullopt;
    align(range.low, range.high);
    range.whole = range.low.kind == Amount::Kind::number && range.low.decimals == 0 && whole;
    if (range.high.count < range.low.count)
      return refuse("E0403", "the range is empty: it ends at " + range.high.text() + ", below its beginning",
                    text_);
    if (range.log && range.low.count <= 0)
      return refuse("E0403", "equal ratios cannot begin at " + range.low.text(), text_);
    if (!read.has_steps && range.high.count == range.low.count)
      return refuse("E0403", "the range is one value: it ends where it begins", text_);
    if (!read.has_steps) return read;
    const bool good = range.log ? add_ratios(read, steps) : add_steps(read, steps);
    return good ? std::optional(std::move(read)) : std::nullopt;
  }

 private:
  static bool is_count(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  }

  std::nullopt_t refuse(const char* code, const std::string& sentence, std::string_view part) {
    Mark mark = mark_;
    if (static_cast<std::size_t>(mark.length) == text_.size()) {
      mark.column += static_cast<int>(part.data() - text_.data());
      mark.length = std::max(1, static_cast<int>(part.size()));
    }
    problems_.add(mark, code, sentence)
        .with_help(
            "a range is 8..64:8, with a step, or log 10s..1h 8, of eight values; ends are of one unit");
    return std::nullopt;
  }

  bool set(Amount& amount, std::string_view text) {
    text = without_blanks(text);
    const auto read = parse_amount(text);
    if (!read) refuse("E0402", in_quotes(text) + " is neither a number nor a quantity", text);
    if (read) amount = *read;
    return read.has_value();
  }

  bool same_quantity(const Amount& a, const Amount& b) {
    if (a.kind == b.kind) return true;
    refuse("E0404", in_quotes(a.text()) + " and " + in_quotes(b.text()) + " are different quantities", text_);
    return false;
  }

  bool add_steps(RangeText& read, std::string_view text) {
    Amount step, low = read.range.low, high = read.range.high;
    if (!set(step, text) || !same_quantity(step, low)) return false;
    align(low, step);
    align(high, step);
    align(low, step);
    if (step.count <= 0) {
      refuse("E0403", "the range never ends: its step is " + step.text(), text);
      return false;
    }
    const std::int64_t last = (high.count - low.count) / step.count;
    if (last >= kMostPoints) return refuse_size();
    for (std::int64_t i = 0; i <= last; ++i) {
      Amount value = low;
      value.count += i * step.count;
      read.values.push_back(value.text());
    }
    return true;
  }

  bool add_ratios(RangeText& read, std::string_view text) {
    std::int64_t values = 0;
    std::from_chars(text.data(), text.data() + text.size(), values);
    if (values < 2) {
      refuse("E0403", "a range of equal ratios has at least its two ends", text);
      return false;
    }
    if (values > kMostPoints) return refuse_size();
    for (std::int64_t i = 0; i < values; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(values - 1);
      std::string value = read.range.at(share, 4);
      // Of whole numbers close together some round to the same.
      if (read.values.empty() || read.values.back() != value) read.values.push_back(std::move(value));
    }
    return true;
  }

  bool refuse_size() {
    refuse("E0411", "the range has more than " + std::to_string(kMostPoints) + " values", text_);
    return false;
  }

  std::string_view text_;
  const Mark& mark_;
  Problems& problems_;
};

}  // namespace

std::optional<RangeText> parse_range(std::string_view text, bool whole, const Mark& mark,
                                     Problems& problems) {
  return RangeParser(text, mark, problems).parse(whole);
}

}  // namespace headrace
