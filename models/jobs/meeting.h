// Meeting: a barrier at which who waits has spent that time on what the last one to come was doing.
//
//   co_await step.arrive(rank.account);
//
// So a wait at a barrier has the activity of the straggler: compute on a slow node, device behind a slow
// drive.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "models/jobs/rank_account.h"
#include "sim/barrier.h"

namespace headrace {

class Meeting {
 public:
  Meeting(Simulation& sim, std::string_view name, std::size_t parties)
      : sim_(sim), barrier_(sim, name, parties) {}

  // Accounts for what the rank did until now. The wait that begins has the given cause.
  Barrier::Arrive arrive(RankAccount& rank, Cause waits);
  // Drops who waits: their processes are gone.
  void clear() { waiting_.clear(); }

 private:
  Simulation& sim_;
  Barrier barrier_;
  std::vector<RankAccount*> waiting_;
};

}  // namespace headrace
