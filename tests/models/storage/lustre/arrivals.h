// Arrivals: when messages reached their port, for tests of what carries them.
//
//   Arrivals arrivals{sim, {}};
//   lnet.send(from, to, kRequestHeader, {&Arrivals::note, &arrivals, 0});
#pragma once

#include <cstdint>
#include <vector>

#include "sim/simulation.h"

namespace headrace {

struct Arrivals {
  Simulation& sim;
  std::vector<Duration> at;
  static void note(void* self, std::uint64_t) {
    auto& arrivals = *static_cast<Arrivals*>(self);
    arrivals.at.push_back(arrivals.sim.now().since_start());
  }
};

}  // namespace headrace
