// WaitPlace: something that processes wait in or for; asked who they are when a run has stalled.
//
// Every wait list, link and network is one. The simulation has the list of all there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headrace {

class Process;
class Simulation;

class WaitPlace {
 public:
  // All places of one simulation, the youngest first.
  class List {
   public:
    template <class Visitor>
    void for_each(const Visitor& visit) const {
      for (const WaitPlace* place = first_; place != nullptr; place = place->next_) visit(*place);
    }

   private:
    friend class WaitPlace;
    WaitPlace* first_ = nullptr;
  };

  // The stall report calls it "<kind> '<name>'", or "<kind>" when it has no name.
  WaitPlace(Simulation& sim, List& all, std::string_view kind, std::string_view name)
      : sim_(sim), named_by_(&all.first_), next_(all.first_), label_(kind) {
    if (!name.empty()) label_.append(" '").append(name).append("'");
    if (next_ != nullptr) next_->named_by_ = &next_;
    all.first_ = this;
  }
  WaitPlace(const WaitPlace&) = delete;
  WaitPlace& operator=(const WaitPlace&) = delete;
  virtual ~WaitPlace() {
    *named_by_ = next_;
    if (next_ != nullptr) next_->named_by_ = named_by_;
  }

  const std::string& label() const { return label_; }
  Simulation& sim() const { return sim_; }

  // Adds the processes that wait here, in the order in which they came.
  virtual void add_waiting(std::vector<const Process*>& waiting) const = 0;

 protected:
  Simulation& sim_;

 private:
  WaitPlace** named_by_;  // The pointer to this place: of the list, or of the place before it.
  WaitPlace* next_;
  std::string label_;
};

}  // namespace headrace
