// Steps of ranks that share a model: passes of a pipeline, and batches that a tensor's ranks have in common.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "models/jobs/training/rank.h"

namespace headrace {

namespace {

Duration forward_part(Duration batch, double share) {
  return Duration::nanoseconds(std::llround(share * static_cast<double>(batch.ns())));
}

// Sends what a pass that ends later will have made.
Task<> send_later(Simulation& sim, SharedModel& shared, RankId rank, Pass pass, Duration later,
                  PartId compute) {
  co_await sim.delay(later, compute);
  shared.send(rank, pass);
}

}  // namespace

// Makes what shares the models and sums their gradients.
void TrainingJob::share_anew() {
  if (ranks_of_replica(spec_) > 1) {
    SharedModel::Plan plan;
    plan.step = *spec_.step;
    plan.batch = work_.tensor() * work_.loader.batch_size;
    plan.inside = spec_.collectives.value_or(CollectivesSpec()).inside_node;
    shared_ = std::make_unique<SharedModel>(scope_.part("model"), seats_, work_.checkpoint.parallelism, plan);
  }
  exchange_anew();
}

// Makes the exchanges of gradients, one for all ranks that have the same part of a model. Those of a node
// share what leads from it.
void TrainingJob::exchange_anew() {
  if (!spec_.collectives || spec_.collectives->gradient_size == Bytes()) return;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Rank*>> groups;
  for (const auto& rank : ranks_) groups[{rank->place.stage, rank->place.shard}].push_back(rank.get());
  for (const auto& [part, ranks] : groups) {
    std::vector<Seat> seats;
    for (const Rank* const rank : ranks) seats.push_back(seats_[static_cast<std::size_t>(rank->id)]);
    const auto together = std::count_if(seats.begin(), seats.end(),
                                        [&](const Seat& seat) { return seat.node == seats.front().node; });
    CollectivesSpec spec = *spec_.collectives;
    spec.between_nodes.bandwidth = spec.between_nodes.bandwidth / (ranks_on_node_ / together);
    exchanges_.push_back(std::make_unique<GradientExchange>(sim_, name_, spec, std::move(seats)));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      ranks[i]->exchange = exchanges_.back().get();
      ranks[i]->in_exchange = static_cast<RankId>(i);
    }
  }
}

StepResult TrainingJob::step_result() const {
  StepResult result;
  result.micro_batches = micro_batches_;
  if (federation_) result.participants = federation_->participants();
  if (!shared_) return result;
  result.tensor = work_.checkpoint.parallelism.tensor;
  result.pipeline = work_.checkpoint.parallelism.pipeline;
  return result;
}

// Makes the passes of all batches of a step, and returns how long the rank computed. What the last one made
// is on its way while gradients are summed. The host's work is once for all of them: a schedule launches
// passes ahead.
Task<Duration> TrainingJob::shared_passes(Rank& rank, bool first) {
  Node& node = *seats_[static_cast<std::size_t>(rank.id)].node;
  Duration computed;
  std::deque<Duration> backward;  // Passes of the batches that have gone forward.
  for (std::int64_t i = 0; i < 2 * micro_batches_; ++i) {
    const Pass pass = pass_at(rank.place, micro_batches_, i);
    if (pass == Pass::forward && is_at_data(rank)) {
      co_await load_shared(rank, first);
      first = false;
    }
    if (shared_->sender(rank.id, pass)) co_await receive(rank, pass);
    if (pass == Pass::forward) {
      const Duration batch = node.slowed(work_.training.computation_time.draw(rank.computation));
      const Duration forward = forward_part(batch, spec_.step->forward);
      backward.push_back(batch - forward);
      co_await compute_pass(rank, forward, false);
      computed += forward;
      shared_->send(rank.id, pass);
      continue;
    }
    const Duration span = backward.front();
    const bool last = i + 1 == 2 * micro_batches_;
    if (last)
      processes_.spawn(scope_.path() + "/send/" + std::to_string(rank.id),
                       send_later(sim_, *shared_, rank.id, pass, span, compute_));
    co_await compute_pass(rank, span, last);
    if (!last) shared_->send(rank.id, pass);
    computed += span;
    backward.pop_front();
  }
  co_await work_of_host(rank, computed);
  if (rank.place.pipeline > 1) {
    co_await shared_->replica(rank.id).arrive(rank.account, Cause::pipeline_wait);
    spend(rank, Cause::pipeline_wait);
  }
  co_return computed;
}

// Tells whether a rank needs batches: the first stage samples, the last one labels.
bool TrainingJob::is_at_data(const Rank& rank) {
  return rank.place.stage == 0 || rank.place.stage == rank.place.pipeline - 1;
}

bool TrainingJob::reads(const Rank& rank) const {
  if (!shared_) return true;
  return is_at_data(rank) && (rank.place.shard == 0 || spec_.step->readers == BatchReaders::all_of_tensor);
}

// Loads a batch, or waits for the rank of the tensor that does.
Task<> TrainingJob::load_shared(Rank& rank, bool first) {
  if (rank.loader) co_await load_batch(rank, first);
  if (rank.place.tensor == 1 || spec_.step->readers == BatchReaders::all_of_tensor) co_return;
  if (rank.loader) {
    rank.account.begin(Cause::network_wait);
    co_await sim_.delay(shared_->handing_round(), model_);
    spend(rank, Cause::network_wait);
  }
  co_await shared_->tensor(rank.id).arrive(rank.account, Cause::batch_wait);
  spend(rank, Cause::batch_wait);
}

// Waits for what another stage sends: until that has sent it, for what it does; then for the network.
Task<> TrainingJob::receive(Rank& rank, Pass pass) {
  Rank& sender = *ranks_[static_cast<std::size_t>(*shared_->sender(rank.id, pass))];
  rank.account.begin(Cause::pipeline_wait);
  std::optional<Time> sent;
  {
    const RankAccount::Listening listening(sender.account, rank.account);
    sent = co_await shared_->arrivals(rank.id, pass).pop();
    sender.account.end(*sent);  // Behind its last pass it sums gradients, and tells of both later.
  }
  spend(rank, Cause::pipeline_wait, std::max(rank.accounted, *sent));
  spend(rank, Cause::network_wait);
}

// Computes a pass, which the ranks of a tensor end together; behind the last one gradients are summed.
Task<> TrainingJob::compute_pass(Rank& rank, Duration span, bool last) {
  rank.account.begin(Cause::compute);
  if (last && rank.exchange != nullptr) {
    co_await compute_and_sum(rank, span);
  } else {
    co_await sim_.delay(span, compute_);
    spend(rank, Cause::compute);
  }
  if (rank.place.tensor == 1) co_return;
  co_await shared_->tensor(rank.id).arrive(rank.account, Cause::barrier_wait);
  spend(rank, Cause::barrier_wait);
}

}  // namespace headrace
