#include "scenarios/loader/use_series.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace headrace {

namespace {

// LastNumber: where the last number of a name stands, and the name without it.
struct LastNumber {
  std::string text, without;
  std::size_t end = 0;
};

LastNumber number_in(const std::string& name) {
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto back = std::find_if(name.rbegin(), name.rend(), digit);
  const auto front = std::find_if_not(back, name.rend(), digit);
  const auto begin = static_cast<std::size_t>(name.rend() - front);
  const auto end = static_cast<std::size_t>(name.rend() - back);
  return {name.substr(begin, end - begin), name.substr(0, begin) + "*" + name.substr(end), end};
}

}  // namespace

std::size_t UseSeries::index_of(const std::string& resource) {
  const auto found = std::find(names_.begin(), names_.end(), resource);
  if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
  names_.push_back(resource);
  return names_.size() - 1;
}

void UseSeries::take(Time at, std::vector<Waited> waited, const std::vector<ResourceResult>& resources,
                     const std::vector<Gathered>& gathered) {
  left_out_ = 0;
  const Time last = looks_.empty() ? Time() : looks_.back().at;
  if (at <= last) return;
  Look look{at, std::move(waited), {}, {}, {}};
  for (const Gathered& one : gathered) {
    if (look.sums.size() == metrics_.size())
      metrics_.push_back({std::string(one.component), std::string(one.metric), one.gauge});
    look.sums.push_back(one.sum);
  }
  for (const ResourceResult& resource : resources) {
    const std::size_t index = index_of(resource.name);
    look.mean.resize(names_.size(), 0.0);
    look.busiest.resize(names_.size(), 0.0);
    look.mean[index] = resource.utilisation_mean * at.since_start().in_seconds();
    look.busiest[index] = resource.utilisation_max * at.since_start().in_seconds();
  }
  looks_.push_back(std::move(look));
  if (looks_.size() > 2 * kMostWindows) forget_every_second();
}

// Forgets every second look. The last one stays: of an even number of looks the second, fourth and so on do.
void UseSeries::forget_every_second() {
  std::vector<Look> kept;
  for (std::size_t i = looks_.size() % 2 == 0 ? 1 : 0; i < looks_.size(); i += 2)
    kept.push_back(std::move(looks_[i]));
  looks_ = std::move(kept);
  every_ *= 2;
}

// Returns how long a resource was busy in a window. One that appeared later was idle before.
double UseSeries::busy_in(Busy busy, std::size_t window, std::size_t resource) const {
  const auto until = [&](std::size_t look) {
    const std::vector<double>& seconds = looks_[look].*busy;
    return resource < seconds.size() ? seconds[resource] : 0.0;
  };
  return std::max(0.0, until(window) - (window == 0 ? 0.0 : until(window - 1)));
}

// Returns what a job had waited at each look. What it was at may turn out to have been no wait, or none for
// the storage: it had waited less, then.
std::vector<Duration> UseSeries::waited(std::size_t job, Duration Waited::* part) const {
  std::vector<Duration> waited(looks_.size());
  for (std::size_t w = looks_.size(); w-- > 0;) {
    waited[w] = looks_[w].waited[job].*part;
    if (w + 1 < looks_.size()) waited[w] = std::min(waited[w], waited[w + 1]);
  }
  return waited;
}

std::optional<UseSeries::Use> UseSeries::weighted_by(Duration Waited::* part, std::size_t resource,
                                                     std::size_t job) const {
  const std::vector<Duration> waited_until = waited(job, part);
  const double all = looks_.empty() ? 0 : waited_until.back().in_seconds();
  if (all <= 0) return std::nullopt;
  Use use;
  for (std::size_t w = 0; w < looks_.size(); ++w) {
    const Duration waiting = waited_until[w] - (w == 0 ? Duration() : waited_until[w - 1]);
    const double weight = waiting.in_seconds() / all / (looks_[w].at - start_of(w)).in_seconds();
    use.mean += weight * busy_in(&Look::mean, w, resource);
    use.busiest += weight * busy_in(&Look::busiest, w, resource);
  }
  use.mean = std::min(1.0, use.mean);
  use.busiest = std::clamp(use.busiest, use.mean, 1.0);
  return use;
}

UseSeries::Use UseSeries::while_waiting(const ResourceResult& resource, std::size_t job) const {
  const Use over_the_run{resource.utilisation_mean, resource.utilisation_max};
  const auto found = std::find(names_.begin(), names_.end(), resource.name);
  if (found == names_.end()) return over_the_run;
  const auto index = static_cast<std::size_t>(found - names_.begin());
  std::optional<Use> use;
  if (is_of_storage(resource.activity)) use = weighted_by(&Waited::storage, index, job);
  if (!use) use = weighted_by(&Waited::all, index, job);
  return use.value_or(over_the_run);
}

// Returns what a metric gathered in the windows from `first` to `last`. One that appeared later had nothing.
double UseSeries::gathered_in(std::size_t first, std::size_t last, std::size_t metric) const {
  const auto until = [&](std::size_t look) {
    return metric < looks_[look].sums.size() ? looks_[look].sums[metric] : 0.0;
  };
  return until(last) - (first == 0 ? 0.0 : until(first - 1));
}

// Gathers the metrics that are told as one row. Equal components differ in the last number of their names.
std::vector<SeriesBand> UseSeries::bands() const {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> equal;
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    if (gathered_in(0, looks_.size() - 1, m) == 0) continue;
    equal[{number_in(metrics_[m].component).without, metrics_[m].metric}].push_back(m);
  }
  std::vector<SeriesBand> bands;
  for (const auto& [name, members] : equal) {
    const std::size_t width = (members.size() + kMostInstances - 1) / kMostInstances;
    for (std::size_t first = 0; first < members.size(); first += width) {
      const std::size_t end = std::min(first + width, members.size());
      const Metric& from = metrics_[members[first]];
      SeriesBand band{from.component, from.metric + (from.gauge ? "" : "_per_second"), {}};
      if (end - first > 1)
        band.component.insert(number_in(from.component).end,
                              "-" + number_in(metrics_[members[end - 1]].component).text);
      band.members.assign(members.begin() + static_cast<std::ptrdiff_t>(first),
                          members.begin() + static_cast<std::ptrdiff_t>(end));
      bands.push_back(std::move(band));
    }
  }
  return bands;
}

std::vector<SeriesRow> UseSeries::rows() const {
  std::vector<SeriesRow> rows;
  const std::vector<SeriesBand> told = looks_.empty() ? std::vector<SeriesBand>() : bands();
  const std::size_t step = (looks_.size() + kMostRows - 1) / kMostRows;
  for (std::size_t end = step; step > 0 && end <= looks_.size() + step - 1; end += step) {
    const std::size_t last = std::min(end, looks_.size()) - 1;
    const std::size_t first = end - step;
    const Time start = start_of(first);
    const Duration length = looks_[last].at - start;
    Duration waited;
    for (std::size_t job = 0; job < looks_[last].waited.size(); ++job)
      waited += looks_[last].waited[job].all - (first == 0 ? Duration() : looks_[first - 1].waited[job].all);
    rows.push_back({"jobs", "ranks_waiting", start, length, waited.in_seconds() / length.in_seconds()});
    for (std::size_t r = 0; r < names_.size(); ++r) {
      double busy = 0;
      for (std::size_t w = first; w <= last; ++w) busy += busy_in(&Look::mean, w, r);
      rows.push_back({"resource/" + names_[r], "utilisation", start, length, busy / length.in_seconds()});
    }
    for (const SeriesBand& band : told) {
      double sum = 0;
      for (const std::size_t member : band.members) sum += gathered_in(first, last, member);
      const double seconds = length.in_seconds() * static_cast<double>(band.members.size());
      rows.push_back({band.component, band.metric, start, length, sum / seconds});
    }
  }
  return rows;
}

}  // namespace headrace
