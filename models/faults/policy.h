// Fault: something that goes wrong at one place of the machine, for a time.
//
// It does not know when: Disturbances (disturbances.h) begins and ends it, as often as its scenario says. A
// kind of fault is one source in this folder and one line in policies.cpp.
#pragma once

#include <array>

#include "models/fault_site.h"
#include "models/registry.h"

namespace headrace {

class Fault {
 public:
  static constexpr std::string_view kMeaning = "what goes wrong";
  struct Context {
    FaultSite* site = nullptr;  // Null for one that is only asked what it needs.
    Place place;
  };
  static PolicyTable<Fault> table();

  // Needs of a fault: what a scenario must have for it.
  struct Needs {
    std::array<bool, kParts.size()> parts{};  // By part: where it can happen.
    bool end = false;                         // One that never ends would leave jobs waiting for ever.
    bool requests = false;                    // It happens to requests, which a run with flows has not, …
    bool loses_none = false;                  // … but for one that stands from the start, and loses none.
    bool array = false;                       // The target is an array of disks.
    bool partner = false;                     // There is a second server.
    bool ends_jobs = false;                   // It slows nothing down: jobs that run there end.
    bool drives = false;                      // The file system lies on the drives of nodes.
    bool at(Part part) const { return parts[static_cast<std::size_t>(part)]; }
    Needs& add(Part part) {
      parts[static_cast<std::size_t>(part)] = true;
      return *this;
    }
  };

  virtual ~Fault() = default;
  virtual Needs needs() const = 0;
  virtual void begin() = 0;
  virtual void end() = 0;
  // Returns the share of its part's speed that it takes while it lasts; an outage takes no speed.
  virtual double takes() const { return 0; }
};

}  // namespace headrace
