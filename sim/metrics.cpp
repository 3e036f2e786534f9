#include "sim/metrics.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/check.h"

namespace headrace {

namespace {

constexpr std::uint64_t kBuckets = 64;  // For each power of two.

std::size_t bucket_of(std::uint64_t value) {
  if (value < kBuckets) return value;
  const int shift = static_cast<int>(std::bit_width(value)) - static_cast<int>(std::bit_width(kBuckets));
  return static_cast<std::size_t>(shift + 1) * kBuckets + ((value >> shift) - kBuckets);
}

std::uint64_t middle_of(std::size_t bucket) {
  if (bucket < kBuckets) return bucket;
  const std::size_t shift = bucket / kBuckets - 1;
  const std::uint64_t width = std::uint64_t{1} << shift;
  return ((kBuckets + bucket % kBuckets) << shift) + (width - 1) / 2;
}

class RowWriter {
 public:
  RowWriter(std::vector<MetricRow>& rows, Time now, const std::string& component, const std::string& metric,
            Unit unit)
      : rows_(rows), now_(now), component_(component), metric_(metric), unit_(unit) {}

  void operator()(const Counter* counter) const { add("total", static_cast<double>(counter->value())); }

  void operator()(const Gauge* gauge) const {
    add("mean", gauge->mean(now_));
    add("max", gauge->max());
  }

  void operator()(const Histogram* found) const {
    const Histogram& histogram = *found;
    add("count", static_cast<double>(histogram.count()), Unit::count);
    if (histogram.count() == 0) return;
    add("mean", histogram.mean());
    add("min", static_cast<double>(histogram.min()));
    add("max", static_cast<double>(histogram.max()));
    add("p50", static_cast<double>(histogram.quantile(0.5)));
    add("p90", static_cast<double>(histogram.quantile(0.9)));
    add("p99", static_cast<double>(histogram.quantile(0.99)));
    add("p99.9", static_cast<double>(histogram.quantile(0.999)));
  }

 private:
  void add(const char* statistic, double value) const { add(statistic, value, unit_); }
  void add(const char* statistic, double value, Unit unit) const {
    rows_.push_back(MetricRow{component_, metric_, statistic, value, unit});
  }

  std::vector<MetricRow>& rows_;
  Time now_;
  const std::string& component_;
  const std::string& metric_;
  Unit unit_;
};

}  // namespace

void Histogram::record(std::int64_t value) {
  const auto v = static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
  const std::size_t bucket = bucket_of(v);
  if (bucket >= counts_.size()) counts_.resize(bucket + 1);
  ++counts_[bucket];
  ++count_;
  sum_ += v;
  min_ = std::min(min_, v);
  max_ = std::max(max_, v);
}

void Histogram::merge(const Histogram& other) {
  if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t b = 0; b < other.counts_.size(); ++b) counts_[b] += other.counts_[b];
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

void Histogram::merge(const Histogram& other, std::int64_t parts, std::int64_t all) {
  const auto share = [&](Sum whole) { return whole * static_cast<Sum>(parts) / static_cast<Sum>(all); };
  if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
  Sum told = 0;
  std::uint64_t given = 0;
  for (std::size_t b = 0; b < other.counts_.size(); ++b) {
    told += other.counts_[b];
    const auto due = static_cast<std::uint64_t>(share(told));
    counts_[b] += due - given;
    given = due;
  }
  count_ += given;
  sum_ += share(other.sum_);
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

std::int64_t Histogram::quantile(double q) const {
  if (count_ == 0) return 0;
  const double wanted = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_));
  const std::uint64_t rank = std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1);
  if (rank == count_) return max();
  std::uint64_t seen = 0;
  for (std::size_t b = 0; b < counts_.size(); ++b) {
    seen += counts_[b];
    if (seen >= rank) return static_cast<std::int64_t>(std::clamp(middle_of(b), min_, max_));
  }
  return max();
}

Histogram::Content Histogram::content() const {
  return {counts_, static_cast<std::uint64_t>(sum_ >> 64), static_cast<std::uint64_t>(sum_), min_, max_};
}

Histogram Histogram::of(Content content) {
  Histogram histogram;
  histogram.counts_ = std::move(content.counts);
  for (const std::uint64_t count : histogram.counts_) histogram.count_ += count;
  histogram.sum_ = static_cast<Sum>(content.sum_high) << 64 | content.sum_low;
  histogram.min_ = content.min;
  histogram.max_ = content.max;
  return histogram;
}

template <class T>
T& Metrics::find_or_add(std::string_view component, std::string_view metric, Unit unit) {
  std::string name(component);
  name.append(1, '\0').append(metric);
  const auto [place, fresh] = by_name_.try_emplace(std::move(name), entries_.size());
  if (fresh) {
    T& value = std::get<std::deque<T>>(values_).emplace_back();
    entries_.push_back(Entry{std::string(component), std::string(metric), unit, &value});
  }
  const Entry& entry = entries_[place->second];
  HEADRACE_CHECK(entry.unit == unit && std::holds_alternative<T*>(entry.value));
  return *std::get<T*>(entry.value);
}

Counter& Metrics::counter(std::string_view component, std::string_view metric, Unit unit) {
  return find_or_add<Counter>(component, metric, unit);
}
Gauge& Metrics::gauge(std::string_view component, std::string_view metric, Unit unit) {
  return find_or_add<Gauge>(component, metric, unit);
}
Histogram& Metrics::histogram(std::string_view component, std::string_view metric, Unit unit) {
  return find_or_add<Histogram>(component, metric, unit);
}

std::vector<MetricRow> Metrics::rows(Time now) const {
  std::vector<MetricRow> rows;
  for (const Entry& entry : entries_)
    std::visit(RowWriter(rows, now, entry.component, entry.metric, entry.unit), entry.value);
  return rows;
}

std::vector<Gathered> Metrics::gathered(Time now) const {
  std::vector<Gathered> all;
  for (const Entry& entry : entries_) {
    if (const auto* const counter = std::get_if<Counter*>(&entry.value))
      all.push_back({entry.component, entry.metric, false, static_cast<double>((*counter)->value())});
    else if (const auto* const gauge = std::get_if<Gauge*>(&entry.value))
      all.push_back(
          {entry.component, entry.metric, true, (*gauge)->mean(now) * now.since_start().in_seconds()});
  }
  return all;
}

}  // namespace headrace
