// Metrics: what a run measured.
//
//   Counter& read = metrics.counter("ost/3", "bytes_read", Unit::bytes);
//   read.add(4_MiB);
//
// Components write, through references that stay good; only rows() reads, after
// the run. Rows come in the order in which the metrics were first asked for.
// Asking twice for one name gives the same metric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "sim/trace.h"
#include "sim/units.h"

namespace headrace {

enum class Unit : std::uint8_t { count, nanoseconds, bytes, fraction, per_second, bytes_per_second };

class Counter {
 public:
  void add(std::int64_t n = 1) { value_ += n; }
  void add(Bytes bytes) { value_ += bytes.count(); }
  void add(Duration span) { value_ += span.ns(); }
  std::int64_t value() const { return value_; }

 private:
  std::int64_t value_ = 0;
};

// A quantity that has a value at every instant: zero at first, then what was set last.
class Gauge {
 public:
  void set(Time now, double value) {
    area_ += value_ * static_cast<double>((now - since_).ns());
    since_ = now;
    value_ = value;
    if (value > max_) max_ = value;
    track_.sample(now, value);
  }
  void add(Time now, double change) { set(now, value_ + change); }

  // Every value from now on; see sim/trace.h.
  void trace_on(const Track& track) { track_ = track; }
  bool traced() const { return static_cast<bool>(track_); }

  double value() const { return value_; }
  double max() const { return max_; }
  // Over the time from the start of the run.
  double mean(Time now) const {
    if (now == Time()) return value_;
    return (area_ + value_ * static_cast<double>((now - since_).ns())) / static_cast<double>(now.ns());
  }

 private:
  double value_ = 0;
  double max_ = 0;
  double area_ = 0;
  Time since_;
  Track track_;
};

// A distribution of whole numbers to within 1.6 %, in 64 buckets for each power of two. Count, mean, min and
// max are exact.
class Histogram {
 public:
  void record(Duration span) { record(span.ns()); }
  void record(Bytes bytes) { record(bytes.count()); }
  void record(std::int64_t value);  // A negative one counts as zero.
  void merge(const Histogram& other);
  // Merges as many more records like those of another as `parts` is over `all`.
  void merge(const Histogram& other, std::int64_t parts, std::int64_t all);

  std::uint64_t count() const { return count_; }
  std::int64_t min() const { return count_ == 0 ? 0 : static_cast<std::int64_t>(min_); }
  std::int64_t max() const { return static_cast<std::int64_t>(max_); }
  double sum() const { return static_cast<double>(sum_); }
  double mean() const { return count_ == 0 ? 0 : sum() / static_cast<double>(count_); }
  // The value that a share q of the records do not pass.
  std::int64_t quantile(double q) const;

  // All that a histogram knows, to keep it somewhere and to make it again; the sum is in two halves.
  struct Content {
    std::vector<std::uint64_t> counts;  // Of each bucket.
    std::uint64_t sum_high = 0, sum_low = 0, min = 0, max = 0;
  };
  Content content() const;
  static Histogram of(Content content);

 private:
  __extension__ using Sum = unsigned __int128;

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  Sum sum_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
};

struct MetricRow {
  std::string component;
  std::string metric;
  std::string statistic;
  double value = 0;
  Unit unit = Unit::count;

  bool operator==(const MetricRow&) const = default;
};

// Gathered: what a metric summed up since the start of a run: a counter its total, a gauge its value times
// the seconds for which it had it. A mean over a window is a difference of two.
struct Gathered {
  std::string_view component, metric;
  bool gauge = false;
  double sum = 0;
};

class Metrics {
 public:
  Metrics() = default;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  Counter& counter(std::string_view component, std::string_view metric, Unit unit);
  Gauge& gauge(std::string_view component, std::string_view metric, Unit unit);
  Histogram& histogram(std::string_view component, std::string_view metric, Unit unit);

  // Counter: total. Gauge: mean, max. Histogram: count, mean, min, max, p50, p90, p99, p99.9; an empty one
  // has only its count.
  std::vector<MetricRow> rows(Time now) const;

  // Returns the sums of all counters and gauges, in the order of rows; good until the next metric is made.
  std::vector<Gathered> gathered(Time now) const;

 private:
  struct Entry {
    std::string component;
    std::string metric;
    Unit unit;
    std::variant<Counter*, Gauge*, Histogram*> value;
  };
  template <class T>
  T& find_or_add(std::string_view component, std::string_view metric, Unit unit);

  std::vector<Entry> entries_;
  // Apart from their names: a thousand counters are then few cache lines. Deques, so that references stay
  // good.
  std::tuple<std::deque<Counter>, std::deque<Gauge>, std::deque<Histogram>> values_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

}  // namespace headrace
