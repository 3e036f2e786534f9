// GradientExchange: a training step's computation, and the sum of gradients behind it.
//
//   const StepEnds ends = co_await exchange.step(rank, compute, account);   // ends when the rank has the sum
//
// Part of the exchange hides behind the end of the computation. Either it costs what its closed form says,
// or, under `contend`, what it sends from node to node passes the nodes' ports as one ring, whatever the
// algorithm, and takes as long as other traffic there lets it: then nobody has the sum before all have sent,
// and a rank that computes first has waited for what the last one did for longer (rank_account.h). What such
// a sum takes longer than on idle ports is time in which those carried something else.
#pragma once

#include <vector>

#include "models/collectives/collectives_spec.h"
#include "models/jobs/job.h"
#include "models/jobs/rank_account.h"
#include "sim/barrier.h"
#include "sim/task.h"

namespace headrace {

struct StepEnds {
  StepEnds(Time own, Time all, Time on_idle_ports)
      : computed(own), all_computed(all), summed_on_idle_ports(on_idle_ports) {}
  Time computed;
  Time all_computed;          // Of all ranks, where the sum waited for them; else as `computed`.
  Time summed_on_idle_ports;  // When all would have had the sum if nothing else passed the ports.
};

class GradientExchange {
 public:
  // The seats of a node stand side by side, as many on each.
  GradientExchange(Simulation& sim, const std::string& name, const CollectivesSpec& spec,
                   std::vector<Seat> seats);

  // The account is told what the rank does until all have computed.
  Task<StepEnds> step(RankId rank, Duration compute, RankAccount& account);

  const AllReduceCost& cost() const { return cost_; }

 private:
  // A rank in the step: its account, and when it has computed.
  struct Computing {
    RankAccount* account = nullptr;
    Time until;
  };
  Task<StepEnds> step_on_ports(RankId rank, Duration compute);
  Duration alone_between(const Node& node, const Node& next) const;
  void tell_waits();
  Duration hidden(Duration compute) const {
    return Duration::nanoseconds(
        static_cast<std::int64_t>(spec_.overlap * static_cast<double>(compute.ns())));
  }

  Simulation& sim_;
  PartId compute_, gradients_;
  CollectivesSpec spec_;
  std::vector<Seat> seats_;
  std::size_t ranks_on_node_;
  AllReduceCost cost_;
  Duration alone_;
  Duration work_;  // Of compression, which nothing hides.
  Barrier summed_;
  Time all_computed_;                 // Latest end of those that have begun the step.
  Time summed_on_idle_ports_;         // Latest that they would have sent at.
  std::vector<Computing> computing_;  // Ranks of the step, by number.
  std::size_t at_the_sum_ = 0;        // Ranks that have come as far.
};

}  // namespace headrace
