// Meeting: a barrier at which who waits has spent that time on what the last one to come did for longer.
//
//   co_await step.arrive(rank.account, Cause::barrier_wait);
//
// A rank of several threads waits once its last thread is there; the others come without its account.
//
// So a wait at a barrier has the activity that made the straggler late: compute on a slow node, device behind
// a slow drive, though the straggler computes by then, as all do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/jobs/rank_account.h"
#include "sim/barrier.h"

namespace headrace {

class Meeting {
 public:
  // Ranks that meet: all of them, who then begin anew to measure what they do; or some, who go on measuring
  // until all meet.
  enum class Of : std::uint8_t { all, some };

  Meeting(Simulation& sim, std::string_view name, std::size_t ranks, std::size_t threads_of_each = 1,
          Of of = Of::all)
      : sim_(sim), ranks_(ranks), of_(of), barrier_(sim, name, ranks * threads_of_each) {}

  // Accounts for what the rank did until now. The wait that begins has the given cause.
  Barrier::Arrive arrive(RankAccount& rank, Cause waits);
  // Arrives for a thread whose rank has others still to come.
  Barrier::Arrive arrive() { return barrier_.arrive(); }
  // Drops who waits: their processes are gone.
  void clear() { waiting_.clear(); }

 private:
  Simulation& sim_;
  std::size_t ranks_;
  Of of_;
  Barrier barrier_;
  std::vector<RankAccount*> waiting_;
};

}  // namespace headrace
