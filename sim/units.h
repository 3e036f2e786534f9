// Units: the quantities every model is written in.
//
// Time is an instant, Duration a span, Bytes an amount, Bandwidth a rate. Each
// is its own type, so seconds never add to bytes and a rate is never mistaken
// for a size. Time, Duration and Bytes are whole numbers in 64 bits, because a
// run must give the same answer on every machine; only rates are floating
// point. What is made from a rate rounds up: nothing arrives before its last
// byte. Reading and writing of text with units is units_text.h.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace headrace {

class Duration {
 public:
  constexpr Duration() = default;
  static constexpr Duration nanoseconds(std::int64_t n) { return Duration(n); }
  // Rounds to the nearest nanosecond.
  static constexpr Duration seconds(double s) {
    return Duration(static_cast<std::int64_t>(s * 1e9 + (s < 0 ? -0.5 : 0.5)));
  }
  static constexpr Duration max() { return Duration(std::numeric_limits<std::int64_t>::max()); }

  constexpr std::int64_t ns() const { return ns_; }
  // Divides, so that a whole number of seconds is one.
  constexpr double in_seconds() const { return static_cast<double>(ns_) / 1e9; }

  constexpr auto operator<=>(const Duration&) const = default;
  constexpr Duration& operator+=(Duration d) {
    ns_ += d.ns_;
    return *this;
  }
  constexpr Duration& operator-=(Duration d) {
    ns_ -= d.ns_;
    return *this;
  }
  friend constexpr Duration operator+(Duration a, Duration b) { return Duration(a.ns_ + b.ns_); }
  friend constexpr Duration operator-(Duration a, Duration b) { return Duration(a.ns_ - b.ns_); }
  friend constexpr Duration operator*(Duration d, std::int64_t n) { return Duration(d.ns_ * n); }
  friend constexpr Duration operator*(std::int64_t n, Duration d) { return d * n; }
  friend constexpr Duration operator/(Duration d, std::int64_t n) { return Duration(d.ns_ / n); }
  // Returns what `parts` of the `all` equal parts of many such spans take, rounded down.
  friend constexpr Duration scaled(Duration d, std::int64_t parts, std::int64_t all) {
    return Duration(parts / all * d.ns_ + parts % all * (d.ns_ / all) + parts % all * (d.ns_ % all) / all);
  }
  friend constexpr double operator/(Duration a, Duration b) {
    return static_cast<double>(a.ns_) / static_cast<double>(b.ns_);
  }

 private:
  constexpr explicit Duration(std::int64_t ns) : ns_(ns) {}
  std::int64_t ns_ = 0;
};

class Time {
 public:
  constexpr Time() = default;
  static constexpr Time at(Duration since_start) { return Time(since_start.ns()); }
  static constexpr Time never() { return Time(std::numeric_limits<std::int64_t>::max()); }

  constexpr Duration since_start() const { return Duration::nanoseconds(ns_); }
  constexpr std::int64_t ns() const { return ns_; }

  constexpr auto operator<=>(const Time&) const = default;
  constexpr Time& operator+=(Duration d) {
    ns_ += d.ns();
    return *this;
  }
  friend constexpr Time operator+(Time t, Duration d) { return Time(t.ns_ + d.ns()); }
  friend constexpr Time operator-(Time t, Duration d) { return Time(t.ns_ - d.ns()); }
  friend constexpr Duration operator-(Time a, Time b) { return Duration::nanoseconds(a.ns_ - b.ns_); }

 private:
  constexpr explicit Time(std::int64_t ns) : ns_(ns) {}
  std::int64_t ns_ = 0;
};

class Bytes {
 public:
  constexpr Bytes() = default;
  static constexpr Bytes count(std::int64_t n) { return Bytes(n); }

  constexpr std::int64_t count() const { return n_; }

  constexpr auto operator<=>(const Bytes&) const = default;
  constexpr Bytes& operator+=(Bytes b) {
    n_ += b.n_;
    return *this;
  }
  constexpr Bytes& operator-=(Bytes b) {
    n_ -= b.n_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.n_ + b.n_); }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.n_ - b.n_); }
  friend constexpr Bytes operator*(Bytes b, std::int64_t n) { return Bytes(b.n_ * n); }
  friend constexpr Bytes operator*(std::int64_t n, Bytes b) { return b * n; }
  friend constexpr Bytes operator/(Bytes b, std::int64_t n) { return Bytes(b.n_ / n); }
  friend constexpr std::int64_t operator/(Bytes a, Bytes b) { return a.n_ / b.n_; }
  friend constexpr Bytes operator%(Bytes a, Bytes b) { return Bytes(a.n_ % b.n_); }

 private:
  constexpr explicit Bytes(std::int64_t n) : n_(n) {}
  std::int64_t n_ = 0;
};

// Returns a share of a size, in whole bytes, rounded towards zero.
constexpr Bytes share_of(Bytes whole, double share) {
  return Bytes::count(static_cast<std::int64_t>(static_cast<double>(whole.count()) * share));
}

class Bandwidth {
 public:
  constexpr Bandwidth() = default;
  static constexpr Bandwidth bytes_per_second(double r) { return Bandwidth(r); }

  constexpr double in_bytes_per_second() const { return rate_; }

  constexpr auto operator<=>(const Bandwidth&) const = default;
  friend constexpr Bandwidth operator*(Bandwidth b, double factor) { return Bandwidth(b.rate_ * factor); }
  friend constexpr Bandwidth operator/(Bandwidth b, std::int64_t ways) {
    return Bandwidth(b.rate_ / static_cast<double>(ways));
  }

 private:
  constexpr explicit Bandwidth(double r) : rate_(r) {}
  double rate_ = 0;
};

// Returns how long a size takes at a rate, rounded up to whole nanoseconds: by a comparison, as std::ceil is
// a call where processors may lack SSE 4.1.
inline Duration operator/(Bytes size, Bandwidth rate) {
  const double exact = static_cast<double>(size.count()) / rate.in_bytes_per_second() * 1e9;
  const auto whole = static_cast<std::int64_t>(exact);
  return Duration::nanoseconds(whole + static_cast<std::int64_t>(static_cast<double>(whole) < exact));
}
constexpr Bandwidth operator/(Bytes size, Duration span) {
  return Bandwidth::bytes_per_second(static_cast<double>(size.count()) / span.in_seconds());
}

inline namespace literals {
constexpr Duration operator""_ns(unsigned long long n) {
  return Duration::nanoseconds(static_cast<std::int64_t>(n));
}
constexpr Duration operator""_us(unsigned long long n) {
  return Duration::nanoseconds(static_cast<std::int64_t>(n) * 1'000);
}
constexpr Duration operator""_ms(unsigned long long n) {
  return Duration::nanoseconds(static_cast<std::int64_t>(n) * 1'000'000);
}
constexpr Duration operator""_s(unsigned long long n) {
  return Duration::nanoseconds(static_cast<std::int64_t>(n) * 1'000'000'000);
}
constexpr Bytes operator""_B(unsigned long long n) { return Bytes::count(static_cast<std::int64_t>(n)); }
constexpr Bytes operator""_KiB(unsigned long long n) {
  return Bytes::count(static_cast<std::int64_t>(n) << 10);
}
constexpr Bytes operator""_MiB(unsigned long long n) {
  return Bytes::count(static_cast<std::int64_t>(n) << 20);
}
constexpr Bytes operator""_GiB(unsigned long long n) {
  return Bytes::count(static_cast<std::int64_t>(n) << 30);
}
constexpr Bytes operator""_TiB(unsigned long long n) {
  return Bytes::count(static_cast<std::int64_t>(n) << 40);
}
constexpr Bandwidth operator""_MBps(unsigned long long n) {
  return Bandwidth::bytes_per_second(static_cast<double>(n) * 1e6);
}
constexpr Bandwidth operator""_GBps(unsigned long long n) {
  return Bandwidth::bytes_per_second(static_cast<double>(n) * 1e9);
}
}  // namespace literals

}  // namespace headrace
