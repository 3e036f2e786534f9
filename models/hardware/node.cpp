#include "models/hardware/node.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headrace {

namespace {

// Of a large transfer. Two under way keep a port busy as long as a piece takes longer than the latency; one
// is 170 us of a port of 25 GB/s, which is as long as another's message waits for it.
constexpr Bytes kPiece = 4_MiB;
constexpr std::int64_t kPiecesInFlight = 2;

}  // namespace

Node::Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id)
    : id_(id),
      sim_(scope.sim()),
      network_(network),
      core_count_(spec.cores),
      port_(network.add_port(scope.path(), spec.nic)),
      cores_(scope.sim(), scope.path() + " cores", spec.cores),
      memory_bus_(scope.sim(), scope.path() + " memory bus", spec.memory_bandwidth),
      cores_busy_(scope.gauge("cores_busy", Unit::count)) {}

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

Task<> Node::work(Duration span, Bytes moved) {
  auto core = co_await cores_.acquire();
  const BusyCore busy(*this);
  const Time end = sim_.now() + speed_.of(span);
  if (moved > Bytes()) co_await memory_bus_.transfer(moved);
  if (sim_.now() < end) co_await sim_.delay(end - sim_.now());
}

Task<> Node::send(const Node& to, Bytes size) {
  if (&to == this || size == Bytes()) co_return;
  Completion arrived(sim_, "network");
  send_pieces(begin_sending(to.port_, size, arrived.signaller()));
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
    Action arrived;
    arrived.run = &Node::piece_arrived;
    arrived.object = this;
    arrived.word = slot;
    network_.send(port_, sending.to, piece, arrived);
  }
}

// Nothing more is sent for one that gave up; its slot is free when nothing on its way names it.
void Node::piece_arrived(void* self, std::uint64_t word) {
  auto& node = *static_cast<Node*>(self);
  const auto slot = static_cast<std::uint32_t>(word);
  Sending& sending = node.sendings_[slot];
  --sending.in_flight;
  if (sending.done.abandoned()) sending.left = Bytes();
  node.send_pieces(slot);
  if (sending.in_flight > 0) return;
  sending.done.signal();
  node.free_sendings_.push_back(slot);
}

double Node::memory_utilisation() const {
  const Duration elapsed = sim_.now().since_start();
  return elapsed == Duration() ? 0 : memory_bus_.busy() / elapsed;
}

}  // namespace headrace
