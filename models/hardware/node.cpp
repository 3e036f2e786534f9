#include "models/hardware/node.h"

#include <string>

namespace headrace {

Node::Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id)
    : id_(id),
      sim_(scope.sim()),
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
  const Time end = sim_.now() + span;
  if (moved > Bytes()) co_await memory_bus_.transfer(moved);
  if (sim_.now() < end) co_await sim_.delay(end - sim_.now());
}

double Node::memory_utilisation() const {
  const Duration elapsed = sim_.now().since_start();
  return elapsed == Duration() ? 0 : memory_bus_.busy() / elapsed;
}

}  // namespace headrace
