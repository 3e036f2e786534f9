// UseSeries: how busy resources were over time, and while a job waited.
//
//   series.take(sim.now(), {waited_of_a, waited_of_b}, cluster.resources());   // now and then
//   series.while_waiting(resource, 1).mean;   // its use, over the time that job b waited
//
// Each look keeps sums since the start of the run, so a window is a difference
// of two, and windows are joined by forgetting a look between them: memory is
// bounded, however long a run is. In a window all waiting of a job counts alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/jobs/waited.h"
#include "models/resource_result.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

// A mean over a window of simulated time.
struct SeriesRow {
  std::string component, metric;  // "resource/scratch: OST devices", "utilisation"; "jobs", "ranks_waiting"
  Time start;
  Duration length;
  double value = 0;
};

// SeriesBand: metrics that are told as one row, of one component or of neighbours among many equal ones.
struct SeriesBand {
  std::string component, metric;  // "nodes/clients/3"; "nodes/clients/16-31".
  std::vector<std::size_t> members;
};

class UseSeries {
 public:
  static constexpr std::size_t kMostWindows = 128;  // Half of the looks that are kept, …
  static constexpr std::size_t kMostRows = 64;      // … and what is told of a resource.
  static constexpr std::size_t kMostInstances = 64;

  // Looks at a run. `waited` is what the ranks of each job have waited since the start, together; `gathered`
  // what each metric has, where they are wanted.
  void take(Time at, std::vector<Waited> waited, const std::vector<ResourceResult>& resources,
            const std::vector<Gathered>& gathered = {});
  // Returns whether the next look will be taken, so that nobody gathers what is not wanted.
  bool wants_next() const { return left_out_ + 1 >= every_; }
  void leave_out() { ++left_out_; }

  struct Use {
    double mean = 0;     // Utilisation of all instances.
    double busiest = 0;  // Utilisation of the one that was busiest up to then, or less where that changed.
  };
  // Returns the utilisation of a resource over the windows, weighted by the waiting of a job in them: of a
  // resource of the storage by what was waited for the storage, of others, and of a job that did not wait for
  // it, by all waiting; that over the run where that job did not wait.
  Use while_waiting(const ResourceResult& resource, std::size_t job) const;

  // Returns means over windows: of resources their use, of gauges their value, and of counters their growth a
  // second ("bytes_read_per_second"). Of more than kMostInstances equal components some share a row, with
  // their mean, and metrics that stayed zero have none.
  std::vector<SeriesRow> rows() const;

 private:
  struct Look {
    Time at;
    std::vector<Waited> waited;   // By job.
    std::vector<double> mean;     // By resource: busy seconds of its mean instance …
    std::vector<double> busiest;  // … and of the busiest one.
    std::vector<double> sums;     // By metric; empty where they are not wanted.
  };
  struct Metric {
    std::string component, metric;
    bool gauge = false;
  };
  using Busy = std::vector<double> Look::*;

  std::size_t index_of(const std::string& resource);
  double busy_in(Busy busy, std::size_t window, std::size_t resource) const;
  Time start_of(std::size_t window) const { return window == 0 ? Time() : looks_[window - 1].at; }
  // Returns what a job had waited at each look, as far as later ones bear it out.
  std::vector<Duration> waited(std::size_t job, Duration Waited::* part) const;
  // Returns nothing where the job did not wait.
  std::optional<Use> weighted_by(Duration Waited::* part, std::size_t resource, std::size_t job) const;
  void forget_every_second();
  double gathered_in(std::size_t first, std::size_t last, std::size_t metric) const;
  std::vector<SeriesBand> bands() const;

  std::vector<std::string> names_;
  std::vector<Metric> metrics_;
  std::vector<Look> looks_;
  std::int64_t every_ = 1, left_out_ = 0;
};

}  // namespace headrace
