#include "scenarios/loader/critical_path.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace headrace {

namespace {

// Adds a step of the path to its part's row, and to the windows in which it lies.
void add(CriticalPath& path, const Causes::Step& step) {
  constexpr auto kWindows = static_cast<std::int64_t>(CriticalPath::kWindows);
  CriticalPath::Row& row = path.rows[static_cast<std::size_t>(step.part)];
  row.time += step.end - step.begin;
  const std::int64_t length = path.length.ns();
  const auto border = [&](std::int64_t window) {
    return length / kWindows * window + length % kWindows * window / kWindows;
  };
  for (std::int64_t window = 0; window < kWindows; ++window) {
    const std::int64_t begin = std::max(step.begin.ns(), border(window));
    const std::int64_t end = std::min(step.end.ns(), border(window + 1));
    if (begin < end) row.by_window[static_cast<std::size_t>(window)] += Duration::nanoseconds(end - begin);
  }
}

// Divides a time among parts in the ratio of others, to the nanosecond: what rounding leaves is the last
// one's.
class Shares {
 public:
  void take(const Causes::Step& step) {
    const auto same = std::find_if(steps_.begin(), steps_.end(),
                                   [&](const Causes::Step& one) { return one.part == step.part; });
    if (same == steps_.end()) {
      steps_.push_back(step);
    } else {
      same->end += step.end - step.begin;
    }
    total_ += step.end - step.begin;
  }
  bool empty() const { return total_ == Duration(); }
  // Adds steps that fill a rest, one behind the other.
  void fill(CriticalPath& path, const Causes::Step& rest) const {
    Time at = rest.begin;
    Duration passed;
    for (const Causes::Step& step : steps_) {
      passed += step.end - step.begin;
      const double share = passed / total_ * static_cast<double>((rest.end - rest.begin).ns());
      const Time end = passed == total_ ? rest.end : rest.begin + Duration::nanoseconds(std::llround(share));
      if (end > at) add(path, {at, end, step.part});
      at = std::max(at, end);
    }
  }

 private:
  std::vector<Causes::Step> steps_;
  Duration total_;
};

}  // namespace

CriticalPath critical_path(const Causes& causes, CauseId end) {
  CriticalPath path;
  path.instants = causes.size();
  path.length = causes.at(end).since_start();
  for (std::size_t i = 0; i < causes.parts(); ++i) {
    const Causes::Part& part = causes.part(static_cast<PartId>(i));
    path.rows.push_back({part.place, part.what, Duration(), {}});
  }
  std::vector<Causes::Step> rests;
  std::vector<Shares> like;
  causes.each_step(end, [&](const Causes::Step& step) {
    if (causes.part(step.part).what == kRestOfEpoch) {
      rests.push_back(step);
      like.emplace_back();
      return;
    }
    add(path, step);
    if (rests.empty()) return;
    const Causes::Step& rest = rests.back();
    if (step.end + (rest.end - rest.begin) > rest.begin) like.back().take(step);
  });
  for (std::size_t i = 0; i < rests.size(); ++i) {
    if (like[i].empty()) {
      add(path, rests[i]);
    } else {
      like[i].fill(path, rests[i]);
    }
  }
  std::erase_if(path.rows, [](const CriticalPath::Row& row) { return row.time == Duration(); });
  std::stable_sort(path.rows.begin(), path.rows.end(),
                   [](const auto& a, const auto& b) { return a.time > b.time; });
  return path;
}

std::optional<CriticalPath> critical_path_of(const Scenario& scenario, const std::string& job) {
  Causes causes;
  Experiment experiment(scenario, 1, nullptr, {}, SeriesChoice::resources, &causes);
  if (experiment.run().outcome.end != RunEnd::finished) return {};
  return critical_path(causes, causes.marked("jobs/" + job));
}

}  // namespace headrace
