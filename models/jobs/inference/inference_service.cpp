#include "models/jobs/inference/inference_service.h"

#include <algorithm>

namespace headrace {

InferenceService::InferenceService(const Scope& scope, const InferenceSpec& spec,
                                   const std::vector<Seat>& seats,
                                   std::vector<std::unique_ptr<PredictionWriter>>& writers)
    : InferenceWork(scope, seats),
      spec_(spec),
      arrivals_(spec_.arrivals->make({scope.random("arrivals"), spec_.traced.times})),
      arriving_(scope.blamed("arrivals")),
      serving_(scope.blamed("service")),
      writers_(writers),
      arrived_(scope.counter("arrived", Unit::count)),
      completed_(scope.counter("completed", Unit::count)),
      dropped_(scope.counter("dropped", Unit::count)),
      latency_(scope.histogram("latency", Unit::nanoseconds)),
      queue_wait_(scope.histogram("queue_wait", Unit::nanoseconds)),
      in_system_(scope.gauge("in_system", Unit::count)),
      busy_servers_(scope.gauge("busy_servers", Unit::count)) {
  if (spec_.tokens) tokens_.emplace(spec_, seats.size());
  const bool shared = spec_.queue == QueueScope::shared;
  if (!shared) {
    const Chosen<Balancer> balancer = spec_.balancer.value_or(Chosen<Balancer>());
    balancer_ = balancer.make({seats.size(), scope.random("balancer")});
  }
  for (const Seat& seat : seats) {
    const auto number = static_cast<std::int64_t>(servers_.size());
    Server& server = servers_.emplace_back(scope.part("server", number).random("service"));
    server.queue = shared ? 0 : static_cast<std::uint32_t>(number);
    server.port = seat.node->port();
    server.node = seat.node;
  }
  queues_.resize(shared ? 1 : seats.size());
  load_.resize(queues_.size());
  if (spec_.request_size == Bytes() && spec_.reply_size == Bytes()) return;
  network_ = &servers_.front().node->network();
  PortSpec port;
  port.bandwidth = spec_.client_bandwidth;
  port.efficiency = 1;
  clients_ = network_->add_port(scope.part("clients").path(), port);
}

void InferenceService::begin() {
  begin_budgets();
  expect_next();
}

void InferenceService::open(std::size_t server) {
  const std::uint32_t queue = servers_[server].queue;
  turn(server, Cause::idle);
  queues_[queue].idle.push(static_cast<std::uint32_t>(server));
  dispatch(queue);
}

// --- The source. ---

// Schedules the next arrival, or ends the source. A request that would come at the end of time does not come.
void InferenceService::expect_next() {
  if (spec_.requests > 0 && arrived_.value() == spec_.requests) return end_source();
  const std::optional<Duration> gap = arrivals_->gap();
  if (!gap || *gap >= Time::never() - sim_.now()) return end_source();
  if (spec_.duration > Duration() && sim_.now() + *gap - begun() > spec_.duration) return end_source();
  sim_.schedule_in(*gap, Action::of<&InferenceService::arrive>(*this), arriving_);
}

void InferenceService::end_source() {
  source_ended_ = true;
  if (drained()) changed().tell();
}

void InferenceService::arrive() {
  if (stopped_) return;
  arrived_.add();
  Request request;
  request.arrived = sim_.now();
  request.number = static_cast<std::size_t>(arrived_.value() - 1);
  request.measured = arrived_.value() > spec_.warm_up;
  if (request.measured && !measuring_) {
    measuring_ = true;
    before_.at = sim_.now();
    before_.arrived = arrived_.value() - 1;
    before_.completed = completed_.value();
    before_.in_system_area = area(in_system_);
    before_.busy_area = area(busy_servers_);
  }
  change_inside(1);
  admit(request);
}

// Admits a request to a queue; where that is full, the request is dropped or held. A held request stops its
// source: the next gap begins when it has found a place.
void InferenceService::admit(const Request& request) {
  const auto queue = balancer_ ? static_cast<std::uint32_t>(balancer_->choose(load_)) : 0;
  if (spec_.queue_capacity > 0 && queues_[queue].taken >= spec_.queue_capacity) {
    if (spec_.overflow == Overflow::wait) {
      holds_ = true;
      held_ = request;
      held_queue_ = queue;
      ++held_back_;
      return;
    }
    dropped_.add();
    change_inside(-1);
    return expect_next();
  }
  place(queue, request);
  expect_next();
}

void InferenceService::take_held(std::uint32_t queue) {
  if (!holds_ || held_queue_ != queue || queues_[queue].taken >= spec_.queue_capacity) return;
  holds_ = false;
  place(queue, held_);
  expect_next();
}

// --- The queue. ---

// Requests for a shared queue travel with their batch, when it is known whereto.
void InferenceService::place(std::uint32_t queue, const Request& request) {
  ++queues_[queue].taken;
  ++load_[queue];
  if (!balancer_ || spec_.request_size == Bytes()) return enqueue(queue, request);
  const std::uint32_t group = take_group(queue);
  groups_[group].requests.push_back(request);
  network_->send(clients_, servers_[queue].port, spec_.request_size,
                 Action::of<&InferenceService::reach_queue>(*this, group));
}

// Puts a request that was sent to a server into its queue. With a queue for each server, queue and server
// have one number.
void InferenceService::reach_queue(std::uint32_t group) {
  if (stopped_) return;
  const std::uint32_t queue = groups_[group].server;
  const Request request = groups_[group].requests.front();
  free_groups_.push_back(group);
  enqueue(queue, request);
}

void InferenceService::enqueue(std::uint32_t queue, Request request) {
  request.queued = sim_.now();
  queues_[queue].requests.push(request);
  dispatch(queue);
}

// Starts batches at idle servers: a full one at once, a smaller one when its first request has waited long
// enough.
void InferenceService::dispatch(std::uint32_t number) {
  Queue& queue = queues_[number];
  while (!queue.idle.empty() && !queue.requests.empty()) {
    if (queue.requests.size() < static_cast<std::size_t>(spec_.max_batch)) {
      const Duration waited = sim_.now() - queue.requests.front().queued;
      if (waited < spec_.max_wait) {
        if (!queue.timer)
          queue.timer = sim_.schedule_in(spec_.max_wait - waited,
                                         Action::of<&InferenceService::dispatch_late>(*this, number));
        return;
      }
    }
    start_batch(number);
  }
}

void InferenceService::dispatch_late(std::uint32_t queue) {
  if (stopped_) return;
  queues_[queue].timer = EventId();
  dispatch(queue);
}

void InferenceService::start_batch(std::uint32_t number) {
  Queue& queue = queues_[number];
  if (queue.timer) sim_.cancel(std::exchange(queue.timer, EventId()));
  const std::uint32_t server = queue.idle.pop();
  const std::uint32_t group = take_group(server);
  std::vector<Request>& batch = groups_[group].requests;
  const auto size = std::min(queue.requests.size(), static_cast<std::size_t>(spec_.max_batch));
  for (std::size_t i = 0; i < size; ++i) batch.push_back(queue.requests.pop());
  queue.taken -= static_cast<std::int64_t>(size);
  in_batches_ += static_cast<std::int64_t>(size);
  if (balancer_ || spec_.request_size == Bytes()) {
    serve(group);
  } else {
    turn(server, Cause::network_wait);
    network_->send(clients_, servers_[server].port, spec_.request_size * static_cast<std::int64_t>(size),
                   Action::of<&InferenceService::serve>(*this, group));
  }
  take_held(number);
}

// --- The servers. ---

void InferenceService::serve(std::uint32_t number) {
  if (stopped_) return;
  const Group& group = groups_[number];
  Server& server = servers_[group.server];
  turn(group.server, Cause::compute);
  busy_servers_.add(sim_.now(), 1);
  for (const Request& request : group.requests)
    if (request.measured) queue_wait_.record(sim_.now() - request.arrived);
  const Duration service = server.node->slowed(service_of(group));
  sim_.schedule_in(service, Action::of<&InferenceService::finish>(*this, number), serving_);
}

Duration InferenceService::service_of(const Group& group) {
  const auto size = static_cast<std::int64_t>(group.requests.size());
  const Duration drawn = spec_.draw_service(servers_[group.server].service, size);
  if (!tokens_) return drawn;
  TokenWork::Batch batch;
  for (const Request& request : group.requests) tokens_->add(group.server, request.number, batch);
  return drawn + std::min(tokens_->time_of(batch), Duration::max() - drawn);
}

void InferenceService::finish(std::uint32_t number) {
  if (stopped_) return;
  const std::uint32_t server_number = groups_[number].server;
  const auto size = static_cast<std::int64_t>(groups_[number].requests.size());
  Server& server = servers_[server_number];
  turn(server_number, Cause::idle);
  busy_servers_.add(sim_.now(), -1);
  ++batches_;
  batched_ += size;
  load_[server.queue] -= size;
  if (!writers_.empty()) writers_[server_number]->add(spec_.prediction_size * size);
  queues_[server.queue].idle.push(server_number);
  if (spec_.reply_size > Bytes()) {
    network_->send(server.port, clients_, spec_.reply_size * size,
                   Action::of<&InferenceService::reply>(*this, number));
  } else {
    reply(number);
  }
  dispatch(server.queue);
}

void InferenceService::reply(std::uint32_t number) {
  if (stopped_) return;
  const std::vector<Request>& batch = groups_[number].requests;
  for (const Request& request : batch)
    if (request.measured) latency_.record(sim_.now() - request.arrived);
  const auto size = static_cast<std::int64_t>(batch.size());
  completed_.add(size);
  last_reply_ = sim_.now();
  free_groups_.push_back(number);
  in_batches_ -= size;
  change_inside(-size);
  if (drained()) changed().tell();
}

std::uint32_t InferenceService::take_group(std::uint32_t server) {
  if (free_groups_.empty()) {
    free_groups_.push_back(static_cast<std::uint32_t>(groups_.size()));
    groups_.emplace_back();
  }
  const std::uint32_t number = free_groups_.back();
  free_groups_.pop_back();
  groups_[number].server = server;
  groups_[number].requests.clear();
  return number;
}

void InferenceService::change_inside(std::int64_t by) {
  inside_ += by;
  in_system_.set(sim_.now(), static_cast<double>(inside_));
}

// --- What was found. ---

// Value times nanoseconds since the start of the run.
double InferenceService::area(const Gauge& gauge) const {
  return gauge.mean(sim_.now()) * static_cast<double>(sim_.now().ns());
}

double InferenceService::done() const {
  const auto share = [](double part, double whole) { return whole <= 0 ? 1.0 : std::min(1.0, part / whole); };
  const auto answered = static_cast<double>(completed_.value() + dropped_.value());
  if (drained()) return 1;
  if (spec_.requests > 0) return share(answered, static_cast<double>(spec_.requests));
  if (spec_.duration > Duration()) return share((sim_.now() - begun()) / spec_.duration, 1);
  return share(answered, static_cast<double>(spec_.traced.times.size()));
}

void InferenceService::fill(InferenceResult& result) const {
  result.mode = "streaming";
  result.servers = static_cast<std::int64_t>(servers_.size());
  result.arrived = arrived_.value();
  result.completed = completed_.value();
  result.dropped = dropped_.value();
  result.inside = inside_;
  result.held_back = held_back_;
  result.latency = latency_;
  result.queue_wait = queue_wait_;
  result.in_system_max = in_system_.max();
  result.batches = batches_;
  if (tokens_) {
    result.prompt_tokens = tokens_->prompt_tokens();
    result.prompt_tokens_found = tokens_->found_tokens();
  }
  if (batches_ > 0) result.batch_mean = static_cast<double>(batched_) / static_cast<double>(batches_);
  if (!measuring_) return;
  result.window = (drained() ? last_reply_ : sim_.now()) - before_.at;
  if (result.window <= Duration()) return;
  // Beyond the last reply both gauges are zero, so their areas stay what they were.
  const auto ns = static_cast<double>(result.window.ns());
  const double seconds = result.window.in_seconds();
  result.in_system = (area(in_system_) - before_.in_system_area) / ns;
  result.busy_share = (area(busy_servers_) - before_.busy_area) / ns / static_cast<double>(servers_.size());
  result.offered_per_second = static_cast<double>(result.arrived - before_.arrived) / seconds;
  result.completed_per_second = static_cast<double>(result.completed - before_.completed) / seconds;
}

std::string InferenceService::imbalance() const {
  std::int64_t waiting = holds_ ? 1 : 0;
  for (const Queue& queue : queues_) waiting += queue.taken;
  if (inside_ == waiting + in_batches_ && arrived_.value() == completed_.value() + dropped_.value() + inside_)
    return {};
  return "requests: arrived " + std::to_string(arrived_.value()) + ", completed " +
         std::to_string(completed_.value()) + ", dropped " + std::to_string(dropped_.value()) + ", waiting " +
         std::to_string(waiting) + ", in batches " + std::to_string(in_batches_) + ", inside " +
         std::to_string(inside_);
}

}  // namespace headrace
