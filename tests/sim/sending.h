// Transfers over a link that begin at a given time, with a list of their ends.
#pragma once

#include <vector>

#include "sim/link.h"

namespace headrace {

inline Task<> send(Simulation& sim, Link& link, Duration start, Bytes size, std::vector<Time>& ends) {
  co_await sim.delay(start);
  co_await link.transfer(size);
  ends.push_back(sim.now());
}

}  // namespace headrace
