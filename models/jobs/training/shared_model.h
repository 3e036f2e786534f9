// SharedModel: what ranks that share a model do together in a step of training.
//
//   if (shared.sender(rank, pass)) co_await shared.arrivals(rank, pass).pop();
//   …the rank makes the pass…
//   shared.send(rank, pass);
//
// Passes of a pipeline are in the order 1F1B, so that a step of equal stages without anything to send takes
// (m + p - 1) times that of a batch. Nobody waits for what it sends.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/collectives/policy.h"
#include "models/jobs/checkpoint/rank_place.h"
#include "models/jobs/job.h"
#include "models/jobs/meeting.h"
#include "models/jobs/training/step_spec.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

enum class Pass : std::uint8_t { forward, backward };

// Returns the pass that a rank makes as its i-th of a step, from 0: each stage computes as many batches ahead
// as there are stages behind it, and then one back for each that it computes forward.
Pass pass_at(const RankPlace& place, std::int64_t batches, std::int64_t i);

class SharedModel {
 public:
  struct Plan {
    StepSpec step;
    Bytes batch;          // Size of one in memory.
    ExchangePath inside;  // The way between ranks of a node.
  };

  SharedModel(const Scope& scope, const std::vector<Seat>& seats, const ParallelismSpec& parallelism,
              const Plan& plan);

  // Returns the rank that sends to another for a pass; nothing at the stage where the pass begins.
  std::optional<RankId> sender(RankId to, Pass pass) const;
  // Holds when what has come for a rank was sent.
  Channel<Time>& arrivals(RankId to, Pass pass);
  // Sends what a pass made, to the rank of the next stage, or of the one before.
  void send(RankId from, Pass pass);

  // Returns how long a reader sends a batch to the others of its tensor; zero where all of them read.
  Duration handing_round() const;
  // Returns the meetings of a rank: with those of its tensor, and with all that share its model.
  Meeting& tensor(RankId rank);
  Meeting& replica(RankId rank);

 private:
  struct Ends {
    Ends(Simulation& sim, const std::string& name, std::size_t room);
    Channel<Time> forward, backward;
  };

  RankPlace place(RankId rank) const;
  std::optional<RankId> neighbour(RankId rank, std::int64_t stages_on) const;
  Task<> deliver(RankId from, RankId to, Pass pass);

  Simulation& sim_;
  std::string path_;
  PartId model_;
  std::vector<Seat> seats_;
  ParallelismSpec parallelism_;
  Plan plan_;
  std::deque<Ends> ends_;                   // By rank.
  std::deque<Meeting> tensors_, replicas_;  // By number; those of a replica's stages side by side.
  TaskGroup sending_;
};

}  // namespace headrace
