// ResourceResult: how busy a kind of resource was, and what would relieve it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/account.h"
#include "models/parts.h"

namespace headrace {

// Disturbed: what a resource is where its utilisation is none by the run, but what faults and the load of
// others take of the speed of parts.
struct Disturbed {
  std::string parts;  // "OSTs"

  void visit(Parts& p) { p.part("parts", parts); }
};

struct ResourceResult {
  std::string name;                    // "scratch: OST devices"
  std::string advice;                  // What would relieve it: "more or faster drives".
  Activity activity = Activity::none;  // What those who wait for it are said to wait for.
  std::string owner = {};              // Its file system, group of nodes or job; empty: nobody's.
  std::int64_t instances = 0;
  double utilisation_mean = 0;  // 0 to 1 over the run, of all instances.
  double utilisation_max = 0;   // Of the busiest one.
  // A limit on what is in flight, not a capacity: full also when something
  // behind it is, so it explains a loss only where no capacity is busy.
  bool concurrency = false;
  std::optional<Disturbed> disturbed = {};

  void visit(Parts& p) {
    p.part("name", name);
    p.part("advice", advice);
    p.choice("activity", activity, kActivities);
    p.part("owner", owner);
    p.part("instances", instances);
    p.part("utilisation_mean", utilisation_mean);
    p.part("utilisation_max", utilisation_max);
    p.part("concurrency", concurrency);
    p.part("disturbed", disturbed);
  }

  void add(double utilisation) {
    utilisation_mean = (utilisation_mean * static_cast<double>(instances) + utilisation) /
                       static_cast<double>(instances + 1);
    ++instances;
    if (utilisation > utilisation_max) utilisation_max = utilisation;
  }
};

}  // namespace headrace
