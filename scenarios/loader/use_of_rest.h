// UseOfRest: how busy resources would have been in the steps that a run leaves out.
//
//   UseOfRest rest(sim, [&] { return cluster.resources(); });
//   … the job tells it of its epochs …
//   rest.add_to(resources);
//
// A resource was as busy for each batch of the steps that are left out as for those of the epoch's others.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/jobs/job.h"
#include "models/resource_result.h"

namespace headrace {

class UseOfRest final : public RestWatch {
 public:
  using Measure = std::function<std::vector<ResourceResult>()>;

  UseOfRest(const Simulation& sim, Measure measure) : sim_(sim), measure_(std::move(measure)) {}

  void begin_epoch() override { before_ = sums(); }
  void begin_rest() override { within_ = true; }
  void end_rest(double work) override;

  // Tells whether the clock is in steps that are left out, where sums over time say nothing.
  bool is_within() const { return within_; }
  void add_to(std::vector<ResourceResult>& resources) const;

 private:
  // Seconds for which a resource was busy: its mean instance, and its busiest one.
  struct Busy {
    double mean = 0, most = 0;
  };
  using Sums = std::map<std::string, Busy>;

  Sums sums() const;

  const Simulation& sim_;
  Measure measure_;
  Sums before_;  // At the start of the epoch.
  Sums more_;    // Of all steps that are left out.
  bool within_ = false;
};

}  // namespace headrace
