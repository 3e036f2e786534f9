// UseSeries: how busy resources were over time, and while somebody waited.
//
//   series.take(sim.now(), waited, cluster.resources());   // now and then
//   series.finish(resources);                              // fills utilisation_waited
//
// Each look keeps sums since the start of the run, so a window is a difference
// of two, and windows are joined by forgetting a look between them: memory is
// bounded, however long a run is. In a window all waiting counts alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/resource_result.h"
#include "sim/units.h"

namespace headrace {

// A mean over a window of simulated time.
struct SeriesRow {
  std::string component, metric;  // "resource/scratch: OST devices", "utilisation"; "jobs", "ranks_waiting"
  Time start;
  Duration length;
  double value = 0;
};

class UseSeries {
 public:
  static constexpr std::size_t kMostWindows = 128;

  // Looks at a run. `waited` is the time that all ranks have waited since the start, together.
  void take(Time at, Duration waited, const std::vector<ResourceResult>& resources);
  // Returns whether the next look will be taken, so that nobody gathers what is not wanted.
  bool wants_next() const { return left_out_ + 1 >= every_; }
  void leave_out() { ++left_out_; }

  // Gives each resource its utilisation over the windows, weighted by the waiting in them: the mean over the
  // run where nobody waited.
  void finish(std::vector<ResourceResult>& resources) const;

  std::vector<SeriesRow> rows() const;

 private:
  struct Look {
    Time at;
    Duration waited;
    std::vector<double> busy;  // By resource: seconds of its mean instance.
  };

  std::size_t index_of(const std::string& resource);
  double busy_in(std::size_t window, std::size_t resource) const;
  void forget_every_second();

  std::vector<std::string> names_;
  std::vector<Look> looks_;
  std::int64_t every_ = 1, left_out_ = 0;
};

}  // namespace headrace
