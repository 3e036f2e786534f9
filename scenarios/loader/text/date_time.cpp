#include "scenarios/loader/text/date_time.h"

#include <chrono>

namespace headrace {
namespace {

constexpr std::int64_t kDay = 86'400;  // Seconds.

bool is_numeral(char c) { return c >= '0' && c <= '9'; }

// Takes a number of so many digits away from a text; nothing where they are not there.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!is_numeral(text[i])) return std::nullopt;
    value = 10 * value + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// Takes "18:15:46" away from a text, in seconds of the day.
std::optional<std::int64_t> take_clock(std::string_view& text) {
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ":")) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || *minutes > 59 || !take(text, ":")) return std::nullopt;
  const auto seconds = take_digits(text, 2);
  if (!seconds || *seconds > 60) return std::nullopt;
  return *hours * 3600 + *minutes * 60 + *seconds;
}

// Takes ".680" away from a text, in nanoseconds.
std::int64_t take_fraction(std::string_view& text) {
  std::int64_t ns = 0;
  if (text.size() < 2 || text[0] != '.' || !is_numeral(text[1])) return ns;
  text.remove_prefix(1);
  for (std::int64_t unit = 100'000'000; !text.empty() && is_numeral(text.front()); unit /= 10) {
    ns += (text.front() - '0') * unit;
    text.remove_prefix(1);
  }
  return ns;
}

// Takes "Z" or "+01:00" away from a text, in seconds ahead of UTC.
std::optional<std::int64_t> take_zone(std::string_view& text) {
  if (text.empty() || take(text, "Zz")) return 0;
  const bool behind = text.front() == '-';
  if (!take(text, "+-")) return std::nullopt;
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 15) return std::nullopt;
  take(text, ":");
  const auto minutes = take_digits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const std::int64_t ahead = *hours * 3600 + *minutes * 60;
  return behind ? -ahead : ahead;
}

}  // namespace

std::optional<Duration> since_1970(std::string_view text) {
  const auto year = take_digits(text, 4);
  if (!year || *year < 1970 || *year > 2200 || !take(text, "-")) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day || !take(text, " T")) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  const auto clock = take_clock(text);
  if (!date.ok() || !clock) return std::nullopt;
  const std::int64_t fraction = take_fraction(text);
  const auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return Duration::nanoseconds((days * kDay + *clock - *zone) * 1'000'000'000 + fraction);
}

std::string date_time_text(std::int64_t seconds) {
  const auto digits = [](std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  const std::int64_t day = (seconds >= 0 ? seconds : seconds - (kDay - 1)) / kDay;
  const std::int64_t clock = seconds - day * kDay;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return std::to_string(static_cast<int>(date.year())) + "-" + digits(static_cast<unsigned>(date.month())) +
         "-" + digits(static_cast<unsigned>(date.day())) + " " + digits(clock / 3600) + ":" +
         digits(clock / 60 % 60) + ":" + digits(clock % 60);
}

}  // namespace headrace
