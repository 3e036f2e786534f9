#include "models/jobs/training/shared_model.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

Pass pass_at(const RankPlace& place, std::int64_t batches, std::int64_t i) {
  const std::int64_t ahead = std::min(place.pipeline - 1 - place.stage, batches);
  if (i < ahead) return Pass::forward;
  if (i >= 2 * batches - ahead) return Pass::backward;
  return (i - ahead) % 2 == 0 ? Pass::forward : Pass::backward;
}

SharedModel::Ends::Ends(Simulation& sim, const std::string& name, std::size_t room)
    : forward(sim, name + " forward", room), backward(sim, name + " backward", room) {}

SharedModel::SharedModel(const Scope& scope, const std::vector<Seat>& seats,
                         const ParallelismSpec& parallelism, const Plan& plan)
    : sim_(scope.sim()),
      path_(scope.path()),
      model_(scope.blamed("model")),
      seats_(seats),
      parallelism_(parallelism),
      plan_(plan),
      sending_(sim_) {
  const auto room = static_cast<std::size_t>(plan_.step.micro_batches);
  for (std::size_t rank = 0; rank < seats_.size(); ++rank)
    ends_.emplace_back(sim_, path_ + "/" + std::to_string(rank), room);
  const auto meet = [&](std::deque<Meeting>& meetings, std::int64_t ranks, const std::string& name) {
    const auto size = static_cast<std::size_t>(ranks);
    for (std::size_t i = 0; i < seats_.size() / size; ++i)
      meetings.emplace_back(sim_, path_ + name + std::to_string(i), size, 1, Meeting::Of::some);
  };
  meet(tensors_, parallelism_.tensor, "/tensor/");
  meet(replicas_, parallelism_.tensor * parallelism_.pipeline, "/replica/");
}

RankPlace SharedModel::place(RankId rank) const {
  return place_of(parallelism_, rank, static_cast<std::int64_t>(seats_.size()));
}

// Returns the rank of the same tensor place so many stages on; nothing past the ends of the pipeline.
std::optional<RankId> SharedModel::neighbour(RankId rank, std::int64_t stages_on) const {
  const RankPlace own = place(rank);
  const std::int64_t stage = own.stage + stages_on;
  if (stage < 0 || stage >= own.pipeline) return {};
  return rank_at(own.at_stage(stage));
}

std::optional<RankId> SharedModel::sender(RankId to, Pass pass) const {
  return neighbour(to, pass == Pass::forward ? -1 : 1);
}

Channel<Time>& SharedModel::arrivals(RankId to, Pass pass) {
  Ends& ends = ends_[static_cast<std::size_t>(to)];
  return pass == Pass::forward ? ends.forward : ends.backward;
}

void SharedModel::send(RankId from, Pass pass) {
  const std::optional<RankId> to = neighbour(from, pass == Pass::forward ? 1 : -1);
  if (!to) return;
  if (plan_.step.activation_size == Bytes()) {
    const bool has_room = arrivals(*to, pass).offer(sim_.now());
    HEADRACE_CHECK(has_room);
  } else {
    sending_.spawn(path_ + "/send/" + std::to_string(from), deliver(from, *to, pass));
  }
}

Task<> SharedModel::deliver(RankId from, RankId to, Pass pass) {
  const Time sent = sim_.now();
  const Bytes size = plan_.step.activation_size;
  Node& node = *seats_[static_cast<std::size_t>(from)].node;
  Node& other = *seats_[static_cast<std::size_t>(to)].node;
  if (&node == &other) {
    co_await sim_.delay(plan_.inside.latency + size / plan_.inside.bandwidth, model_);
  } else {
    co_await node.send(other, size);
  }
  const bool has_room = arrivals(to, pass).offer(sent);
  HEADRACE_CHECK(has_room);
}

Duration SharedModel::handing_round() const {
  if (parallelism_.tensor == 1 || plan_.step.readers == BatchReaders::all_of_tensor) return {};
  return plan_.inside.latency + plan_.batch / plan_.inside.bandwidth;
}

Meeting& SharedModel::tensor(RankId rank) {
  return tensors_[static_cast<std::size_t>(rank / parallelism_.tensor)];
}

Meeting& SharedModel::replica(RankId rank) {
  return replicas_[static_cast<std::size_t>(place(rank).replica)];
}

}  // namespace headrace
