#include "models/hardware/node.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace headrace {

namespace {

// Of a large transfer. Two under way keep a port busy as long as a piece takes longer than the latency; one
// is 170 us of a port of 25 GB/s, which is as long as another's message waits for it.
constexpr Bytes kPiece = 4_MiB;
constexpr std::int64_t kPiecesInFlight = 2;

constexpr Bandwidth kOneCore = 1_GBps;  // A byte a nanosecond.

// For each byte that a thread copies: read, write, and the line fetched for the write [assumed].
constexpr std::int64_t kMovedByCopy = 3;

}  // namespace

void NodeSpec::check(Check& check) const {
  if (!slow_nodes || check.is_refused()) return;
  for (const std::int64_t number : slow_nodes->numbers) {
    if (number >= 0 && number < count) continue;
    check.error({.field = "slow_nodes.numbers",
                 .code = "E0360",
                 .sentence = "node " + std::to_string(number) + " cannot be slow; '" +
                             std::string(check.name()) + "' has " + std::to_string(count) +
                             ", counted from 0"});
  }
}

bool SlowNodesSpec::has(std::int64_t number, std::int64_t count, std::uint64_t key) const {
  if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) return true;
  const auto slow = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(count)));
  if (slow == 0 || number >= count) return false;
  return KeyedPermutation(static_cast<std::uint64_t>(count), key)(static_cast<std::uint64_t>(number)) < slow;
}

Node::Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id, std::int64_t number)
    : id_(id),
      number_(number),
      sim_(scope.sim()),
      network_(network),
      core_count_(static_cast<double>(spec.cores)),
      smt_(spec.smt),
      port_(network.add_port(scope.path(), spec.nic)),
      peer_port_(spec.peer_nic ? network.add_port(scope.path() + "/peer", *spec.peer_nic) : port_),
      cores_(scope.sim(), scope.path() + " cores", spec.smt > 1 ? 2 * spec.cores : spec.cores),
      memory_bus_(scope.sim(), scope.path() + " memory bus", spec.memory_bandwidth),
      cores_busy_(scope.gauge("cores_busy", Unit::count)) {
  if (smt_ > 1) threads_.emplace(sim_, scope.path() + " threads", kOneCore * core_count_);
  if (spec.pcie) links_.emplace(sim_, scope.path(), *spec.pcie, spec.accelerators);
  if (spec.accelerator_memory) accelerator_bandwidth_ = spec.accelerator_memory->bandwidth;
  if (spec.slow_nodes) {
    const std::string group = scope.path().substr(0, scope.path().rfind('/'));
    const std::uint64_t key = RandomStream(sim_.seed(), group + "/slow_nodes").bits();
    if (spec.slow_nodes->has(number, spec.count, key))
      speed_.set(speed_.influence(), 1 / spec.slow_nodes->factor);
  }
}

void Node::goes_down() {
  ++down_;
  for (Tenant* tenant : tenants_) tenant->lose(*this);
}

void Node::comes_up() {
  if (--down_ > 0) return;
  for (Tenant* tenant : tenants_) tenant->regain(*this);
}

// Counts a core as busy while it lives, also when its frame is destroyed.
class Node::BusyCore {
 public:
  explicit BusyCore(Node& node) : node_(node) {
    node_.cores_busy_.set(node_.sim_.now(), static_cast<double>(++node_.busy_));
  }
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;
  ~BusyCore() { node_.cores_busy_.set(node_.sim_.now(), static_cast<double>(--node_.busy_)); }

 private:
  Node& node_;
};

// Work on one of more threads than there are cores.
class Node::Thread {
 public:
  Thread(Node& node, Duration span) : node_(node), done_(node.sim_, "a core") {
    node_.threads_->start(flow_, Bytes::count(span.ns()), Action::of<&Thread::ended>(*this));
    node_.share_cores();
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  ~Thread() {
    flow_.stop();
    node_.share_cores();
  }

  Completion& done() { return done_; }

 private:
  void ended() {
    node_.share_cores();
    done_.signal();
  }

  Node& node_;
  Completion done_;
  Link::Flow flow_;
};

// Sets what the cores do together. With more threads than cores, as many cores as there are threads too many
// have two of them, the others one.
void Node::share_cores() {
  const auto running = static_cast<double>(threads_->active());
  const double doubled = std::max(0.0, running - core_count_);
  const Bandwidth together = kOneCore * (std::min(running, core_count_) + doubled * (smt_ - 1));
  if (running > 0 && together != threads_->capacity()) threads_->set_capacity(together);
}

Task<> Node::work(Duration span, Bytes moved, Account& account) {
  auto core = co_await cores_.acquire();
  account.spend(Activity::core, sim_.now());
  const BusyCore busy(*this);
  span = slowed(span);
  if (threads_ && span > Duration()) {
    Thread thread(*this, span);
    if (moved > Bytes()) co_await memory_bus_.transfer(moved);
    co_await thread.done();
    co_return;
  }
  const Time end = sim_.now() + span;
  if (moved > Bytes()) co_await memory_bus_.transfer(moved);
  if (sim_.now() < end) co_await sim_.delay(end - sim_.now());
}

Task<> Node::copy(Copy direction, std::int64_t accelerator, Bytes size, Duration span) {
  const Time end = sim_.now() + span;
  if (links_) co_await links_->of(accelerator, direction).transfer(size);
  if (sim_.now() < end) co_await sim_.delay(end - sim_.now());
}

// Starts to move bytes over the link of an accelerator, and over the memory bus unless they come straight
// from the storage. Those reach only a share of the link, so each takes so much more of it.
Node::Passage::Passage(Node& node, Copy way, std::int64_t accelerator, Bytes size, By by)
    : done_(node.sim_, "the link of an accelerator") {
  HEADRACE_CHECK(node.links_.has_value());
  const bool straight = by == By::storage;
  const Action end = Action::of<&Passage::ended>(*this);
  left_ = size == Bytes() ? 0 : straight ? 1 : 2;
  if (left_ == 0) done_.signal();
  if (left_ == 0) return;
  const double share = node.links_->spec().direct;
  const Bytes taken = straight ? Bytes::count(std::llround(static_cast<double>(size.count()) / share)) : size;
  node.links_->of(accelerator, way).start(over_link_, taken, end);
  if (!straight) node.memory_bus_.start(over_bus_, size, end);
}

void Node::Passage::ended() {
  if (--left_ == 0) done_.signal();
}

Task<> Node::feed(std::int64_t accelerator, Bytes size, bool pinned, Account& account) {
  Passage passage(*this, Copy::to_device, accelerator, size, Passage::By::memory);
  const PcieSpec& spec = links_->spec();
  if (!pinned) co_await work(size / (spec.bandwidth * spec.unpinned), size * kMovedByCopy, account);
  co_await passage.done();
  account.spend(Activity::copy, sim_.now());
}

Task<> Node::send(const Node& to, Bytes size) {
  if (&to == this || size == Bytes()) co_return;
  Completion arrived(sim_, "network");
  send_pieces(begin_sending(to.peer_port_, size, arrived.signaller()));
  co_await arrived;
}

std::uint32_t Node::begin_sending(PortId to, Bytes size, Signaller done) {
  if (free_sendings_.empty()) {
    free_sendings_.push_back(static_cast<std::uint32_t>(sendings_.size()));
    sendings_.emplace_back();
  }
  const std::uint32_t slot = free_sendings_.back();
  free_sendings_.pop_back();
  Sending& sending = sendings_[slot];
  sending.done = std::move(done);
  sending.to = to;
  sending.left = size;
  return slot;
}

void Node::send_pieces(std::uint32_t slot) {
  Sending& sending = sendings_[slot];
  while (sending.left > Bytes() && sending.in_flight < kPiecesInFlight) {
    const Bytes piece = std::min(kPiece, sending.left);
    sending.left -= piece;
    ++sending.in_flight;
    network_.send(peer_port_, sending.to, piece, Action::of<&Node::piece_arrived>(*this, slot));
  }
}

// Sends the next pieces of a message when one has arrived, but nothing more for a sender that gave up. The
// slot is free when nothing on its way names it.
void Node::piece_arrived(std::uint32_t slot) {
  Sending& sending = sendings_[slot];
  --sending.in_flight;
  if (sending.done.abandoned()) sending.left = Bytes();
  send_pieces(slot);
  if (sending.in_flight > 0) return;
  sending.done.signal();
  free_sendings_.push_back(slot);
}

double Node::memory_utilisation() const {
  const Duration elapsed = sim_.now().since_start();
  return elapsed == Duration() ? 0 : memory_bus_.busy() / elapsed;
}

}  // namespace headrace
