// Experiment: a scenario brought to life: builds the components, runs them, and
// turns what they did into a RunResult.
#pragma once

#include <memory>

#include "scenarios/loader/run_result.h"
#include "sim/build_watch.h"
#include "sim/causes.h"

namespace headrace {

struct RunProgress {
  Time at;
  std::uint64_t events = 0;
  double done = 0;  // Share of the steps of all jobs, 0 to 1.
};

// Called every few thousand events; returning false stops the run (RunEnd::stopped).
struct RunWatch {
  bool (*watch)(void* context, const RunProgress& progress) = nullptr;
  void* context = nullptr;
};

// SeriesChoice: what a run tells of over time: its resources, or also counters and gauges of components.
enum class SeriesChoice { resources, metrics };

class Experiment {
 public:
  // Replication r (from 1) of a scenario draws from its own seed; replication 1 from the scenario's.
  // A trace outlives the experiment, as a record of causes does. The watch of the building, which ends when
  // the first event runs, makes the constructor or run() throw BuildStopped.
  explicit Experiment(const Scenario& scenario, std::int64_t replication = 1, Trace* trace = nullptr,
                      BuildWatch building = {}, SeriesChoice told = SeriesChoice::resources,
                      Causes* causes = nullptr);
  ~Experiment();

  RunResult run(RunWatch watch = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace headrace
