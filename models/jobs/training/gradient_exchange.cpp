#include "models/jobs/training/gradient_exchange.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {

std::size_t seats_of_first_node(const std::vector<Seat>& seats) {
  const auto on_first = [&](const Seat& seat) { return seat.node == seats.front().node; };
  return static_cast<std::size_t>(std::count_if(seats.begin(), seats.end(), on_first));
}

RankGroup group_of(const CollectivesSpec& spec, const std::vector<Seat>& seats) {
  RankGroup group;
  group.ranks_per_node = static_cast<std::int64_t>(seats_of_first_node(seats));
  group.nodes = static_cast<std::int64_t>(seats.size()) / group.ranks_per_node;
  group.inside = spec.inside_node;
  group.between = spec.between_nodes;
  return group;
}

}  // namespace

GradientExchange::GradientExchange(Simulation& sim, const std::string& name, const CollectivesSpec& spec,
                                   std::vector<Seat> seats)
    : sim_(sim),
      compute_(sim.blamed("jobs/" + name, "compute")),
      gradients_(sim.blamed("jobs/" + name, "gradients")),
      spec_(spec),
      seats_(std::move(seats)),
      ranks_on_node_(seats_of_first_node(seats_)),
      cost_(spec.algorithm.make({group_of(spec, seats_)})->cost(spec.sent())),
      alone_(cost_.alone(spec.between_nodes.bandwidth)),
      work_(spec.compression ? spec.compression->work(spec.gradient_size) : Duration()),
      summed_(sim, name + "/gradients", seats_.size()),
      computing_(seats_.size()) {}

Task<StepEnds> GradientExchange::step(RankId rank, Duration compute, RankAccount& account) {
  if (spec_.contend) {
    computing_[static_cast<std::size_t>(rank)].account = &account;
    const StepEnds ends = co_await step_on_ports(rank, compute);
    co_return ends;
  }
  co_await sim_.delay(compute, compute_);
  const Time computed = sim_.now();
  const Duration left = std::max(Duration(), alone_ - hidden(compute)) + work_;
  if (left > Duration()) co_await sim_.delay(left, gradients_);
  co_return StepEnds(computed, computed, sim_.now());
}

// Makes a step of a rank whose exchange goes over the network: the first rank of a node sends for all of it.
Task<StepEnds> GradientExchange::step_on_ports(RankId rank, Duration compute) {
  const auto seat = static_cast<std::size_t>(rank);
  const Time computed = sim_.now() + compute;
  all_computed_ = std::max(all_computed_, computed);
  computing_[seat].until = computed;
  Time ready = computed;
  if (seat % ranks_on_node_ == 0) {
    co_await sim_.delay(compute - hidden(compute) + cost_.before, compute_);
    ready = std::max(ready, sim_.now() + cost_.beside);
    const Node& node = *seats_[seat].node;
    const Node& next = *seats_[(seat + ranks_on_node_) % seats_.size()].node;
    const Time alone = sim_.now() + alone_between(node, next);
    summed_on_idle_ports_ = std::max({summed_on_idle_ports_, ready + work_, alone + work_});
    co_await seats_[seat].node->send(next, cost_.between);
  }
  summed_on_idle_ports_ = std::max(summed_on_idle_ports_, ready + work_);
  const Duration left = std::max(Duration(), ready - sim_.now()) + work_;
  if (left > Duration()) co_await sim_.delay(left, gradients_);
  if (++at_the_sum_ == seats_.size()) tell_waits();
  co_await summed_.arrive();
  co_return StepEnds(computed, all_computed_, std::min(summed_on_idle_ports_, sim_.now()));
}

// Returns how long what a node sends to the next takes on ports that carry nothing else.
Duration GradientExchange::alone_between(const Node& node, const Node& next) const {
  if (&node == &next || cost_.between == Bytes()) return {};
  const Network& network = node.network();
  const PortId from = node.peer_port(), to = next.peer_port();
  const Bandwidth slower = std::min(network.rate(from), network.rate(to));
  return cost_.between / slower + network.latency(from, to);
}

// Tells all ranks but the last that computed what they waited for until it had.
void GradientExchange::tell_waits() {
  at_the_sum_ = 0;
  const auto last =
      std::max_element(computing_.begin(), computing_.end(),
                       [](const Computing& a, const Computing& b) { return a.until < b.until; });
  for (const Computing& one : computing_) {
    one.account->begin(Cause::compute);
    one.account->end(one.until);
    one.account->begin(Cause::barrier_wait);
  }
  for (const Computing& one : computing_) last->account->tell(*one.account);
}

}  // namespace headrace
