// Causes: a record of what each event of a run came from, and of whose work lay between.
//
//   sim.note_causes(causes);                       // before the model is built
//   const PartId drives = scope.blamed("drives");  // of a component; zero where nobody notes
//   sim.schedule_in(service, end, drives);
//   causes.each_step(causes.present(), visit);     // from the last instant back to the first
//
// An event comes from the one that made it, or from an instant that a component names: what it worked on
// before. The chain back from an instant has no gap, so its steps add up to that instant to the nanosecond:
// it is the critical path. Takes 16 bytes for each event that is not of the instant that made it, and for
// each turn of a pipe; nothing is thrown away before the run ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/check.h"
#include "sim/event_queue.h"
#include "sim/units.h"

namespace headrace {

enum class PartId : std::uint32_t {};  // Number of a part; zero: nobody said whose time it is.
enum class CauseId : std::uint32_t {};

class Causes {
 public:
  // Part: whose time it is: a place in the model, and what is done there.
  struct Part {
    std::string place;  // "file_systems/scratch/ost/3/device"
    std::string what;   // "drives"
  };
  // Step: a stretch of time that belongs to one part.
  struct Step {
    Time begin, end;
    PartId part{};
  };

  Causes() : parts_(1) { causes_.emplace_back(); }
  Causes(const Causes&) = delete;
  Causes& operator=(const Causes&) = delete;

  // Returns the part of this name, which is made when it is first asked for.
  PartId part(std::string_view place, std::string_view what);
  const Part& part(PartId id) const { return parts_[static_cast<std::size_t>(id)]; }
  std::size_t parts() const { return parts_.size(); }
  // Returns the instants noted.
  std::size_t size() const { return causes_.size(); }

  // Returns the cause of what happens now.
  CauseId present() const { return present_; }
  // Keeps the present cause under a name, in place of an earlier one; marked() returns it, the present one
  // where there is none.
  void mark(const std::string& name) { marks_[name] = present_; }
  CauseId marked(const std::string& name) const {
    const auto found = marks_.find(name);
    return found == marks_.end() ? present_ : found->second;
  }
  // Goes on as of another cause, which is of this very instant or before.
  void go_on_from(CauseId cause) { present_ = add(causes_[number(present_)].at, cause, PartId()); }
  // Adds an instant that came `part` after a cause. A cause that is later than the instant has not decided
  // it: what that one came from has.
  CauseId add(Time at, CauseId cause, PartId part);
  Time at(CauseId cause) const { return causes_[number(cause)].at; }
  PartId part_of(CauseId cause) const { return causes_[number(cause)].part; }

  // Say of a pending event whose time it is until then; from another cause than the present one, too. The
  // latter returns the instant of the event.
  void blame(EventId event, PartId part) {
    Cause& cause = causes_[number(pending_[event.slot()])];
    if (cause.at > causes_[number(present_)].at) cause.part = part;
  }
  CauseId blame(EventId event, PartId part, CauseId after);

  // Note, for the simulation, that an event was made, and that it runs.
  void made(EventId event, Time at);
  void runs(std::uint32_t slot) { present_ = pending_[slot]; }

  // Visits the steps from an instant back to the start, the last one first.
  template <typename Visit>
  void each_step(CauseId from, Visit&& visit) const {
    for (std::size_t i = number(from); i != 0; i = number(causes_[i].cause)) {
      const Cause& here = causes_[i];
      visit(Step{causes_[number(here.cause)].at, here.at, here.part});
    }
  }

 private:
  struct Cause {
    Time at;
    CauseId cause{};
    PartId part{};
  };
  static std::size_t number(CauseId cause) { return static_cast<std::size_t>(cause); }

  std::vector<Cause> causes_;     // The first one is the start.
  std::vector<CauseId> pending_;  // By slot of the event.
  CauseId present_{};
  std::map<std::string, CauseId> marks_;
  std::vector<Part> parts_;  // The first one is nobody's.
  std::map<std::pair<std::string, std::string>, PartId> numbers_;
};

}  // namespace headrace
