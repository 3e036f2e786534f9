// Points: what a runner runs: scenarios by their indices, each with replications.
//
// A sweep, the arms of a comparison, jobs by themselves and the designs of a plan are points alike. Const
// calls come from several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct PreparedPoint {
  std::vector<std::string> values;  // Values of the axes, as an override says them.
  std::shared_ptr<const Scenario> scenario;
  std::string refusal;  // The reason why there is no scenario.
};

class Points {
 public:
  virtual ~Points() = default;
  // Reads the scenario of a point.
  virtual PreparedPoint prepare(std::int64_t point) const = 0;
  // Returns how well a figure is to be known; absent where the number of replications is given.
  virtual const PrecisionSpec* precision() const { return nullptr; }
  // Counts the replications of each point: with a precision the least number of them.
  virtual std::int64_t replications() const { return 1; }
  // Names the points of which the same replication is run first, by the same worker: the runs of each job
  // alone say what a job loses to the others.
  virtual std::vector<std::int64_t> before(std::int64_t /*point*/) const { return {}; }
  // Returns the trace of a run; absent where it is not asked for.
  virtual Trace* trace(std::int64_t /*point*/, std::int64_t /*replication*/) const { return nullptr; }
  // Says what runs tell of over time.
  virtual SeriesChoice series() const { return SeriesChoice::resources; }
  // Says whether a run that was stopped is kept for what it found until then.
  virtual bool keep_cut_runs() const { return false; }
};

// Makes a point of a scenario, or of the reason why there is none.
PreparedPoint prepared(ScenarioRead read, std::vector<std::string> values);

class SweepPoints final : public Points {
 public:
  explicit SweepPoints(const Sweep& sweep) : sweep_(sweep) {}

  PreparedPoint prepare(std::int64_t point) const override;
  const PrecisionSpec* precision() const override;
  std::int64_t replications() const override { return sweep_.base().measure.replications; }

 private:
  const Sweep& sweep_;
};

}  // namespace headrace
