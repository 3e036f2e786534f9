// WaitPlace: something that processes wait in or for; asked who they are when a run has stalled.
//
// Every wait list, link and network is one. The simulation knows all there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/simulation.h"

namespace headrace {

class WaitPlace {
 public:
  // The stall report calls it "<kind> '<name>'", or "<kind>" when it has no name.
  WaitPlace(Simulation& sim, std::string_view kind, std::string_view name) : sim_(sim), label_(kind) {
    if (!name.empty()) label_.append(" '").append(name).append("'");
    next_ = sim.wait_places_;
    if (next_ != nullptr) next_->previous_ = this;
    sim.wait_places_ = this;
  }
  WaitPlace(const WaitPlace&) = delete;
  WaitPlace& operator=(const WaitPlace&) = delete;
  virtual ~WaitPlace() {
    (previous_ != nullptr ? previous_->next_ : sim_.wait_places_) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

  const std::string& label() const { return label_; }
  Simulation& sim() const { return sim_; }

 protected:
  virtual void add_waiting(std::vector<const Process*>& waiting) const = 0;

  Simulation& sim_;

 private:
  friend class Simulation;
  WaitPlace* previous_ = nullptr;
  WaitPlace* next_ = nullptr;
  std::string label_;
};

}  // namespace headrace
