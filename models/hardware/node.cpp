#include "models/hardware/node.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/units_text.h"

namespace headrace {

namespace {

// Of a large transfer. Two under way keep a port busy as long as a piece takes longer than the latency; one
// is 170 us of a port of 25 GB/s, which is as long as another's message waits for it.
constexpr Bytes kPiece = 4_MiB;
constexpr std::int64_t kPiecesInFlight = 2;

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
  if (slow_nodes->share > 0 && slow_nodes->drawn(count) == 0)
    check.warn({.field = "slow_nodes.share",
                .code = "W0022",
                .sentence = "a share of " + number_text(slow_nodes->share) + " of " + std::to_string(count) +
                            " nodes is rounded to no node: none of them is drawn to be slow",
                .help = "'numbers' names single nodes"});
}

std::int64_t SlowNodesSpec::drawn(std::int64_t count) const {
  return std::llround(share * static_cast<double>(count));
}

bool SlowNodesSpec::has(std::int64_t number, std::int64_t count, std::uint64_t key) const {
  if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) return true;
  const auto slow = static_cast<std::uint64_t>(drawn(count));
  if (slow == 0 || number >= count) return false;
  return KeyedPermutation(static_cast<std::uint64_t>(count), key)(static_cast<std::uint64_t>(number)) < slow;
}

Node::Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id, std::int64_t number)
    : id_(id),
      number_(number),
      sim_(scope.sim()),
      network_(network),
      port_(network.add_port(scope.path(), spec.nic)),
      peer_port_(spec.peer_nic ? network.add_port(scope.path() + "/peer", *spec.peer_nic) : port_),
      cores_(scope, {spec.cores, spec.smt, spec.time_slice}),
      host_work_(spec.host_work.at_core_speed()),
      decodes_(scope.blamed("decode")),
      copies_(scope.blamed("copies")),
      software_(scope.blamed("software")),
      memory_bus_(scope.sim(), scope.path() + " memory bus", spec.memory_bandwidth, std::nullopt,
                  scope.blamed("memory")) {
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

Node::Chore::Chore(Node& node, const ThreadWork& work)
    : span_(node.slowed(work.span)),
      thread_(node.cores_, span_, {work.part, node.slowed(work.before), work.part_before}) {
  if (work.moved > Bytes()) node.memory_bus_.start(bytes_, work.moved);
}

Task<> Node::copy(Copy direction, std::int64_t accelerator, Bytes size, Duration span) {
  const Time end = sim_.now() + span;
  if (links_) co_await links_->of(accelerator, direction).transfer(size);
  if (sim_.now() < end) co_await sim_.delay(end - sim_.now(), copies_);
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

double Node::memory_utilisation() {
  const Duration elapsed = sim_.now().since_start();
  return elapsed == Duration() ? 0 : memory_bus_.busy() / elapsed;
}

}  // namespace headrace
