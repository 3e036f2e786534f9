#include "models/storage/lustre/oss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headrace {

namespace {

// Shorter than any request takes, and longer than rates take to settle.
constexpr Duration kLookAfter = 20_us;
constexpr double kSettled = 0.005;

}  // namespace

Oss::Oss(Scope scope, const OssSpec& spec, const OstSpec& ost, Network& network, const FileSets& sets)
    : sim_(scope.sim()),
      spec_(spec),
      ost_(ost),
      network_(network),
      port_(network.add_port(scope.path(), spec.nic)),
      sets_(sets),
      scheduling_(scope.random("scheduler")),
      busy_(scope.gauge("threads_busy", Unit::count)) {
  if (spec.read_cache) cache_.emplace(scope, *spec.read_cache);
}

void Oss::add_target(Scope scope, std::int32_t number) {
  numbers_.push_back(number);
  Ost& target = targets_.emplace_back(scope, ost_);
  if (!network_.flows()) return;
  const std::string name = scope.path();
  const PartId drives = scope.blamed("drives");
  target.links.read = network_.add_link(name + " read", target.bandwidth(Device::Kind::read), drives);
  target.links.write = network_.add_link(name + " write", target.bandwidth(Device::Kind::write), drives);
  target.number = number;
  target.mixture = target.greatest_bandwidth();
  target.links.path = network_.add_link(name + " path", target.mixture, drives);
  target.device.tell(Action::of<&Oss::speed_changed>(*this, targets_.size() - 1));
}

// Adds the links that bound ranges: so many requests at once, each at work for so long, are a rate.
void Oss::allow_ranges(const LustreClientSpec& client) {
  range_request_ = client.rpc_size;
  copied_in_ = client.copy_in_bandwidth;
  if (targets_.empty()) return;  // There are more servers than targets.
  const auto add = [&](const std::string& name, std::int64_t places, const Ost& target, Device::Kind kind) {
    return network_.add_link(name, rate_of(places, target, kind), target.part);
  };
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Ost& target = targets_[i];
    const std::string name = "slots of ost/" + std::to_string(numbers_[i]);
    const std::int64_t slots = target.device.drives().parallelism();
    target.links.read_slots = add(name + " read", slots, target, Device::Kind::read);
    target.links.write_slots = add(name + " write", slots, target, Device::Kind::write);
  }
  const Ost& any = targets_.front();  // All are equal.
  range_threads_[0] = add("threads read", spec_.threads, any, Device::Kind::read);
  range_threads_[1] = add("threads write", spec_.threads, any, Device::Kind::write);
}

Bandwidth Oss::rate_of(std::int64_t places, const Ost& target, Device::Kind kind) const {
  const Drives& drives = target.device.drives();
  const Duration at_drives = drives.latency(kind) + range_request_ / drives.bandwidth(kind);
  return range_request_ * places / (ost_.request_overhead.mean() + target.device.speed().of(at_drives));
}

// Sets the capacities of a target's links anew. What moves goes on at a rate that they allow: a flow has no
// later part that begins anew.
void Oss::speed_changed(std::uint64_t index) {
  Ost& target = targets_[index];
  target.mixture = target.greatest_bandwidth();
  network_.set_capacity(target.links.read, target.bandwidth(Device::Kind::read));
  network_.set_capacity(target.links.write, target.bandwidth(Device::Kind::write));
  network_.set_capacity(target.links.path, target.mixture);
  look_soon(target);
  if (!target.links.read_slots) return;
  const std::int64_t slots = target.device.drives().parallelism();
  network_.set_capacity(*target.links.read_slots, rate_of(slots, target, Device::Kind::read));
  network_.set_capacity(*target.links.write_slots, rate_of(slots, target, Device::Kind::write));
}

std::size_t Oss::index_of(std::int32_t number) const {
  // Targets are dealt to servers in turn, so they lie at a fixed distance.
  const std::int32_t step = numbers_.size() > 1 ? numbers_[1] - numbers_[0] : 1;
  const auto index = static_cast<std::size_t>((number - numbers_[0]) / step);
  HEADRACE_CHECK(numbers_[index] == number);
  return index;
}

void Oss::arrive(Rpc& rpc) {
  if (rpc.arrived == Time()) rpc.arrived = sim_.now();  // Not when it comes again after an outage.
  if (outages_ != nullptr && !outages_->admit(rpc, number_)) return;
  if (rpc.kind == Rpc::Kind::enqueue || rpc.kind == Rpc::Kind::cancel || rpc.kind == Rpc::Kind::glimpse) {
    Ost& target = target_of(rpc);
    const Distribution& cost = rpc.kind == Rpc::Kind::glimpse ? ost_.glimpse : ost_.lock_enqueue;
    const Action end =
        rpc.shared ? Action::of<&Oss::serve_lock>(*this, rpc) : Action::of<&Oss::reply>(*this, rpc);
    sim_.schedule_in(cost.draw(target.service), end, target.part);
  } else {
    ++arrived_;
    gate().arrive(rpc);
  }
}

// Serves a request for a lock that others may hold, or one that gives it back.
void Oss::serve_lock(Rpc& rpc) {
  rpc.begun = sim_.now();
  if (rpc.kind == Rpc::Kind::enqueue) return locks_->enqueue(rpc);
  locks_->cancel(rpc.object, rpc.client, ExtentLocks::kWhole, rpc.chunk);
  reply(rpc);
}

RequestGate& Oss::gate() {
  if (gate_) return *gate_;
  RequestScheduler::Context context;
  context.jobs = sets_.jobs();
  context.in_flight = spec_.threads;
  context.random = scheduling_;
  return gate_.emplace(sim_, RequestGate::Owner::of<&Oss::serve>(*this), spec_.scheduler.make(context),
                       spec_.threads);
}

void Oss::serve(ScheduledRequest& request) {
  Rpc& rpc = static_cast<Rpc&>(request);
  rpc.begun = sim_.now();
  busy_.set(sim_.now(), static_cast<double>(gate_->in_flight()));
  if (outages_ != nullptr && outages_->is_lost(rpc)) {
    sim_.schedule_now(Action::of<&Oss::drop>(*this, rpc));
    return;
  }
  Ost& target = target_of(rpc);
  DriveAccess access;
  access.kind = Device::Kind::commit;
  access.length = rpc.length;
  access.object = rpc.object;
  access.offset = rpc.offset_in_object;
  if (rpc.kind == Rpc::Kind::read) {
    access.kind = Device::Kind::read;
    target.read.add(rpc.length);
  } else if (rpc.kind == Rpc::Kind::write) {
    access.kind = Device::Kind::write;
    target.written.add(rpc.length);
  }
  if (network_.flows() && rpc.is_bulk() && !rpc.is_range()) rpc.lane->at_server += rpc.length;
  if (cache_ && rpc.is_bulk()) {
    rpc.from_memory = cache_->holds(rpc);
    if (rpc.from_memory) return serve_from_memory(rpc);
  }
  if (rpc.is_bulk() && network_.flows()) return serve_flow(rpc, access);
  target.device.submit(access, ost_.request_overhead.draw(target.service),
                       Action::of<&Oss::finish_bulk>(*this, rpc));
}

// Serves a read from memory. It is sent from where it lies: no copy.
void Oss::serve_from_memory(Rpc& rpc) {
  rpc.bound = Activity::server_queue;
  Duration spent = ost_.request_overhead.draw(target_of(rpc).service);
  Action end = Action::of<&Oss::finish_bulk>(*this, rpc);
  if (network_.flows()) {
    spent += std::min(rpc.length, rpc.piece) / std::min(network_.rate(port_), network_.rate(rpc.reply_to));
    end = Action::of<&Oss::ready>(*this, rpc);
  }
  sim_.schedule_in(spent, end, target_of(rpc).part);
}

// Holds the device for a request that moves by a flow. Its first piece goes through the device or a port
// alone before the other has anything to do.
void Oss::serve_flow(Rpc& rpc, const DriveAccess& access) {
  Ost& target = target_of(rpc);
  const Bytes piece = std::min(rpc.length, rpc.piece);
  const Bandwidth wire = std::min(network_.rate(port_), network_.rate(rpc.reply_to));
  const Bandwidth drives = target.bandwidth(access.kind);
  const Action ready = Action::of<&Oss::ready>(*this, rpc);
  const Duration overhead = ost_.request_overhead.draw(target.service);
  target.device.hold(access, overhead + std::min(piece / wire, piece / drives), ready);
}

void Oss::ready(Rpc& rpc) {
  Lane& lane = *rpc.lane;
  lane.ready.push(rpc);
  if (!lane.moving) move_next(lane);
}

// Moves the requests that are ready, up to one at a time. Each has the weight of its burst: together they get
// what they would if they moved at once (Lane). A range begins behind those that were ready before it, and
// lets others move beside it.
void Oss::move_next(Lane& lane) {
  lane.moving = false;
  while (!lane.moving && !lane.ready.empty()) {
    Rpc& rpc = lane.ready.pop();
    if (rpc.is_range()) {
      const Bytes on_their_way = std::min(rpc.length, rpc.on_their_way / lane.ranges);
      move(rpc, on_their_way);
      continue;
    }
    if (lane.burst_left == Bytes()) lane.burst = lane.burst_left = lane.at_server;
    const Bytes came_later = lane.at_server - lane.burst_left;
    lane.at_server -= rpc.length;
    lane.burst_left -= std::min(lane.burst_left, rpc.length);
    lane.moving = true;
    move(rpc, lane.burst + came_later);
  }
}

void Oss::move(Rpc& rpc, Bytes on_their_way) {
  Ost& target = target_of(rpc);
  const Ost::Links& links = target.links;
  const bool writes = rpc.kind == Rpc::Kind::write;
  std::array<LinkId, 6> more{};
  std::size_t count = 0;
  if (!rpc.from_memory) {
    more[count++] = links.path;
    more[count++] = writes ? links.write : links.read;
  }
  const LinkId* window = rpc.lane->ranges > 0 ? rpc.lane->window_of(rpc.piece) : nullptr;
  if (window != nullptr) more[count++] = *window;
  if (rpc.is_range()) {
    if (!rpc.from_memory) more[count++] = writes ? *links.write_slots : *links.read_slots;
    more[count++] = *range_threads_[writes ? 1 : 0];
  }
  if (routers_ != nullptr) more[count++] = (writes ? routers_->to_servers() : routers_->to_clients()).link();
  const Action end = Action::of<&Oss::moved>(*this, rpc);
  rpc.moving = sim_.now();
  const PortId from = writes ? rpc.reply_to : port_;
  const PortId to = writes ? port_ : rpc.reply_to;
  FairNetwork::Share share(Network::weight_of(on_their_way));
  if (rpc.copying)
    share.cap = copied_in_ * (static_cast<double>(rpc.length.count()) /
                              static_cast<double>((rpc.until - rpc.offset).count()));
  rpc.flow = network_.move(from, to, std::span<const LinkId>(more.data(), count), rpc.length, share, end);
  if (!rpc.from_memory) begin_moving(target, rpc);
  if (rpc.first_piece) rpc.coming = sim_.schedule_in(first_piece_in(rpc), rpc.first_piece);
}

// Returns how long the first piece of a range is under way from when it moves, at the rate of then.
Duration Oss::first_piece_in(const Rpc& rpc) {
  Bandwidth rate = std::min(network_.rate(port_), network_.rate(rpc.reply_to));
  if (!rpc.from_memory) rate = std::min(rate, target_of(rpc).bandwidth(Device::Kind::read));
  return std::min(rpc.piece, rpc.length) / rate + network_.latency(port_, rpc.reply_to);
}

void Oss::moved(Rpc& rpc) {
  Ost& target = target_of(rpc);
  if (rpc.coming) sim_.cancel(std::exchange(rpc.coming, EventId()));  // All is with its client soon.
  if (!rpc.from_memory) {
    target.device.release(rpc.kind == Rpc::Kind::write ? Device::Kind::write : Device::Kind::read,
                          rpc.length);
    end_moving(target, rpc);
  }
  rpc.bound = what_bound(target, rpc);
  if (!rpc.is_range()) move_next(*rpc.lane);
  finish_bulk(rpc);
}

// Returns the part that held a flow up: that of the link which had no more for it at the end; where none was
// full, the narrower of drives and ports.
Activity Oss::what_bound(const Ost& target, const Rpc& rpc) const {
  const bool writes = rpc.kind == Rpc::Kind::write;
  const Ost::Links& links = target.links;
  const std::optional<LinkId> full = network_.held_by(rpc.flow);
  if (!full) {
    const Bandwidth drives = target.bandwidth(writes ? Device::Kind::write : Device::Kind::read);
    const Bandwidth wire = std::min(network_.rate(port_), network_.rate(rpc.reply_to));
    return rpc.from_memory || wire <= drives ? Activity::network : Activity::device;
  }
  if (*full == links.path || *full == links.read || *full == links.write) return Activity::device;
  if (full == links.read_slots || full == links.write_slots) return Activity::device;
  if (full == range_threads_[0] || full == range_threads_[1]) return Activity::server_queue;
  const LinkId* const window = rpc.lane->window_of(rpc.piece);
  return window != nullptr && *window == *full ? Activity::window : Activity::network;
}

void Oss::begin_moving(Ost& target, Rpc& rpc) {
  rpc.place = static_cast<std::uint32_t>(target.moving.size());
  target.moving.push_back(&rpc);
  if (rpc.kind == Rpc::Kind::write) ++target.writing;
  look_soon(target);
}

void Oss::end_moving(Ost& target, Rpc& rpc) {
  target.moving.back()->place = rpc.place;
  target.moving[rpc.place] = target.moving.back();
  target.moving.pop_back();
  if (rpc.kind == Rpc::Kind::write) --target.writing;
  look_soon(target);
}

// Sees to it that a target's mixture of reads and writes is looked at soon. A byte that is written takes the
// drives for longer than one that is read, or the other way round, and a link knows bytes only: the path has
// the capacity of the mixture that moves. That follows from the rates, and they from it, so it is looked at
// again until it settles.
void Oss::look_soon(Ost& target) {
  const Bandwidth most = target.greatest_bandwidth();
  if (target.looking || target.bandwidth(Device::Kind::read) == target.bandwidth(Device::Kind::write)) return;
  const bool mixed = target.writing > 0 && target.writing < static_cast<std::int64_t>(target.moving.size());
  if (!mixed && target.mixture == most) return;
  target.looking = true;
  sim_.schedule_in(kLookAfter, Action::of<&Oss::mix>(*this, index_of(target.number)));
}

void Oss::mix(std::uint64_t index) {
  Ost& target = targets_[index];
  target.looking = false;
  Bandwidth capacity = target.greatest_bandwidth();
  double bytes = 0, time = 0;
  for (const Rpc* rpc : target.moving) {
    const double rate = network_.rate_of(rpc->flow).in_bytes_per_second();
    const Device::Kind kind = rpc->kind == Rpc::Kind::write ? Device::Kind::write : Device::Kind::read;
    bytes += rate;
    time += rate / target.bandwidth(kind).in_bytes_per_second();
  }
  if (bytes > 0) capacity = Bandwidth::bytes_per_second(bytes / time);
  const double change = capacity.in_bytes_per_second() / target.mixture.in_bytes_per_second() - 1;
  if (std::abs(change) < kSettled) return;
  target.mixture = capacity;
  network_.set_capacity(target.links.path, capacity);
  look_soon(target);
}

void Oss::finish_bulk(Rpc& rpc) {
  reply(rpc);
  ++answered_;
  gate_->finished(rpc);
  busy_.set(sim_.now(), static_cast<double>(gate_->in_flight()));
}

Ost& Oss::target_of(const Rpc& rpc) {
  if (adopted_.empty()) return targets_[index_of(rpc.target)];
  const auto found = adopted_.find(rpc.target);
  return found != adopted_.end() ? *found->second : targets_[index_of(rpc.target)];
}

// Drops a request that waited when its target went down: a scheduler's queue is not searched, so it is found
// when its turn comes, and holds a thread for no time.
void Oss::drop(Rpc& rpc) {
  ++answered_;
  gate_->finished(rpc);
  busy_.set(sim_.now(), static_cast<double>(gate_->in_flight()));
  outages_->lose(rpc);
}

// Loses a request and takes its bytes back: it counts when it is executed for its client.
void Oss::lose(Rpc& rpc) {
  Ost& target = target_of(rpc);
  if (rpc.kind == Rpc::Kind::read) target.read.add(-rpc.length.count());
  if (rpc.kind == Rpc::Kind::write) target.written.add(-rpc.length.count());
  outages_->lose(rpc);
}

std::string Oss::imbalance() const {
  if (cache_)
    if (std::string cache = cache_->imbalance(); !cache.empty()) return "its cache: " + cache;
  if (!gate_) return {};
  if (arrived_ != answered_ + gate_->waiting() + gate_->in_flight())
    return std::to_string(arrived_) + " bulk requests came, " + std::to_string(answered_) +
           " were answered or lost, " + std::to_string(gate_->waiting()) + " wait and " +
           std::to_string(gate_->in_flight()) + " are worked on";
  return gate_->imbalance();
}

void Oss::reply(Rpc& rpc) {
  if (outages_ != nullptr && outages_->is_lost(rpc)) return lose(rpc);
  rpc.served = sim_.now();
  if (cache_ && rpc.is_bulk() && !rpc.from_memory) cache_->keep(rpc);
  const Bytes data = rpc.kind == Rpc::Kind::read && !network_.flows() ? rpc.length : Bytes();
  if (routers_ != nullptr)
    return routers_->to_clients().send(port_, rpc.reply_to, kRequestHeader + data, rpc.replied);
  network_.send(port_, rpc.reply_to, kRequestHeader + data, rpc.replied);
}

}  // namespace headrace
