// Node: a compute node: cores, memory bus, network port, accelerators.
//
// Whatever runs on a node shares its cores (cores.h); a copy or a decode also
// moves bytes over the memory bus, which all cores share equally. Nodes of one
// group are equal but for slow ones; other kinds of nodes are other groups. Ports
// for its peers are ports of the network like any other: where it has groups of
// ports, count them. Leaves out NUMA and processor caches.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/account.h"
#include "models/check.h"
#include "models/fields.h"
#include "models/hardware/accelerator_links.h"
#include "models/hardware/cores.h"
#include "models/hardware/host_work.h"
#include "models/hardware/network.h"
#include "models/io.h"
#include "sim/completion.h"
#include "sim/link.h"
#include "sim/scope.h"
#include "sim/task.h"

namespace headrace {

// Stragglers: what is given by number, and a share of the others by the run's seed.
struct SlowNodesSpec {
  double factor = 1.2;
  double share = 0;
  std::vector<std::int64_t> numbers;

  // Returns how many of so many nodes are drawn.
  std::int64_t drawn(std::int64_t count) const;
  bool has(std::int64_t number, std::int64_t count, std::uint64_t key) const;

  void visit(Fields& f) {
    f.number({"factor", "how many times as long their cores and accelerators take", "prior [assumed]"},
             factor, 1.0, 1000.0);
    f.number({"share", "share of the nodes, chosen by the seed and rounded to whole nodes",
              "none by default [assumed]"},
             share, 0.0, 1.0);
    f.integers({"numbers", "nodes of the group, from 0, beside those", "none by default [assumed]"}, numbers);
  }
};

// Memory of each accelerator.
struct AcceleratorMemorySpec {
  Bytes capacity = Bytes::count(80'000'000'000);
  Bandwidth bandwidth = 2000_GBps;

  void visit(Fields& f) {
    f.bytes(
        {"capacity", "what it holds, models and caches of samples", "prior [assumed]: A100 or H100, 80 GB"},
        capacity, 1_MiB, 1024_TiB);
    f.bandwidth({"bandwidth", "what it reads", "prior [assumed]: HBM2e 2 TB/s; HBM3 up to 4"}, bandwidth);
  }
};

struct NodeSpec {
  std::int64_t count = 1;
  std::int64_t cores = 32;
  Bytes memory = 128_GiB;
  Bandwidth memory_bandwidth = 150_GBps;
  PortSpec nic;
  std::int64_t accelerators = 4;
  double smt = 1;
  Duration time_slice = 4_ms;
  std::optional<SlowNodesSpec> slow_nodes;
  std::optional<PcieSpec> pcie;
  std::optional<AcceleratorMemorySpec> accelerator_memory;
  std::optional<PortSpec> peer_nic;
  HostWorkSpec host_work;

  void check(Check& check) const;
  void visit(Fields& f) {
    f.integer(required("count", "nodes of this kind"), count, 1, 1'000'000);
    f.integer({"cores", "processor cores of a node", "prior [assumed]"}, cores, 1, 65'536);
    f.bytes({"memory", "main memory of a node", "prior [assumed]"}, memory, 1_MiB, 1024_TiB);
    f.bandwidth({"memory_bandwidth", "what the memory bus of a node moves, shared by its cores",
                 "prior [assumed]: 8 channels of DDR4-3200 at 0.73 of nominal"},
                memory_bandwidth);
    f.group(Field{"nic", "network ports of a node"}, nic);
    f.integer({"accelerators", "accelerators in a node", "prior [assumed]"}, accelerators, 0, 1024);
    f.number({"smt", "what two threads of a core do together, over what one does; 1: a core has one",
              "none by default; with it a prior of 1.25 [assumed]"},
             smt, 1.0, 2.0);
    f.duration({"time_slice", "turn of a thread on a core, where more want to run than the cores can",
                "prior [derived]: Linux gives 3 ms on eight processors and more, and looks every 4 ms "
                "(HZ=250); 1 ms where it looks each [read, kernel/sched/fair.c, kernel/Kconfig.hz]"},
               time_slice, 1_us, 1_s);
    f.group(Field{"slow_nodes", "nodes that are slower than the others"}, slow_nodes);
    f.group(Field{"pcie", "what copies into and out of accelerators share; without it, nothing"}, pcie);
    f.group(Field{"accelerator_memory", "memory of each accelerator, for a cache of samples there"},
            accelerator_memory);
    f.group(
        Field{"peer_nic",
              "ports of a node for what nodes send each other, such as gradients; without it, those of nic"},
        peer_nic);
    f.group(Field{"host_work", "what software costs the cores of a node"}, host_work);
  }
};

class Node {
 public:
  // `number` is its own in its group.
  Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id, std::int64_t number = 0);

  // Tenant of a node: what runs here and cannot go on without it.
  class Tenant {
   public:
    virtual void lose(const Node& node) = 0;
    virtual void regain(const Node& node) = 0;  // It is there again.

   protected:
    ~Tenant() = default;
  };

  NodeId id() const { return id_; }
  std::int64_t number() const { return number_; }  // Of its group.
  PortId port() const { return port_; }
  PortId peer_port() const { return peer_port_; }  // For what it sends to other nodes.
  Network& network() const { return network_; }
  Cores& cores() { return cores_; }
  const HostWorkSpec& host_work() const { return host_work_; }
  // Return whose the time is that these take: decoding, copies to the accelerators, other software.
  PartId decodes() const { return decodes_; }
  PartId copies() const { return copies_; }
  PartId software() const { return software_; }

  // Returns the speed of its cores and accelerators; its memory bus and port keep theirs.
  Speed& speed() { return speed_; }

  // Does one thread's work, if there is any. The account is told how much longer others' threads made it.
  // Awaited at once.
  class Work;
  Work work(const ThreadWork& work, Account& account = nobody());
  Work work(Duration span, Bytes moved, Account& account = nobody());
  // Does the same without a frame that awaits it.
  class Chore;

  // Bytes on the bus for each that a thread copies: read, written, and the line fetched for the write
  // [assumed].
  static constexpr std::int64_t kMovedByCopy = 3;

  // Tenants are told at once, in the order in which they came; one that comes while it is down is not. Each
  // is there as long as the node is. The node itself does what it did: only they are lost. May go down
  // several times at once: then it comes up as often.
  void take_in(Tenant& tenant) { tenants_.push_back(&tenant); }
  void goes_down();
  void comes_up();
  bool is_down() const { return down_ > 0; }

  // Copies for at least `span`, and for as long as others' copies over the same link and way let its bytes
  // take.
  using Copy = AcceleratorLinks::Way;
  Task<> copy(Copy direction, std::int64_t accelerator, Bytes size, Duration span);

  // The rest is for a node with links. Copies from host memory into an accelerator: out of pinned memory the
  // device reads it, once; out of pageable memory a thread copies it into a pinned buffer beside that.
  Task<> feed(std::int64_t accelerator, Bytes size, bool pinned, Account& account = nobody());
  // Bytes on their way into or out of an accelerator, from when it is made: by memory, or straight from or to
  // the storage.
  class Passage;
  AcceleratorLinks* links() { return links_ ? &*links_ : nullptr; }

  // Returns what an accelerator reads of what lies in its memory.
  Bandwidth accelerator_bandwidth() const { return accelerator_bandwidth_; }

  // Returns how long takes here what takes `span` on others of its group.
  Duration slowed(Duration span) const { return speed_.of(span); }

  // Ends when the last byte is at the other node. Sent in pieces, so that others' messages pass between them;
  // nothing is sent to itself.
  Task<> send(const Node& to, Bytes size);

  // Shares of the run so far.
  double cores_utilisation() const { return cores_.utilisation(); }
  double memory_utilisation();

 private:
  struct Sending {
    Signaller done;
    PortId to = 0;
    Bytes left;                  // Not yet handed to the network.
    std::int64_t in_flight = 0;  // Pieces.
  };
  void piece_arrived(std::uint32_t slot);
  std::uint32_t begin_sending(PortId to, Bytes size, Signaller done);
  void send_pieces(std::uint32_t slot);

  NodeId id_;
  std::int64_t number_;
  Simulation& sim_;
  Network& network_;
  Speed speed_;
  PortId port_, peer_port_;
  Cores cores_;
  HostWorkSpec host_work_;
  PartId decodes_, copies_, software_;
  Link memory_bus_;
  std::optional<AcceleratorLinks> links_;
  Bandwidth accelerator_bandwidth_;
  std::int64_t down_ = 0;
  std::vector<Tenant*> tenants_;
  std::deque<Sending> sendings_;
  std::vector<std::uint32_t> free_sendings_;
};

// Chore: one thread's work for whoever is called at its end, from when it is made.
//
//   chore.emplace(node, ThreadWork{span, moved});
//   if (!chore->done()) chore->call_at_end(action);
//   … account.spend(Activity::core, chore->settle());
//
// A chore that is destroyed before its end leaves core and bus at once.
class Node::Chore {
 public:
  Chore(Node& node, const ThreadWork& work);
  Chore(const Chore&) = delete;
  Chore& operator=(const Chore&) = delete;

  bool done() { return thread_.done() && !bytes_.active(); }
  // Runs an action when both parts, which are not done yet, are.
  void call_at_end(Action action) { thread_.call_at_end(action, bytes_); }
  // Returns how long it takes here with a core of its own.
  Duration span() const { return span_; }
  // Leaves the core. Returns when the work would have begun with a core of its own: before that, others
  // made it wait.
  Time settle() {
    thread_.leave();
    return thread_.worked_until() - span_;
  }

 private:
  Duration span_;
  Cores::Thread thread_;
  Link::Flow bytes_;
};

// Work: what node.work() does, as an awaiter: every read has one, and a coroutine for each costs more.
class [[nodiscard]] Node::Work {
 public:
  Work(Node& node, const ThreadWork& work, Account& account) : account_(account) {
    if (!work.none()) chore_.emplace(node, work);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool await_ready() { return !chore_ || chore_->done(); }
  template <detail::TaskPromise P>
  void await_suspend(std::coroutine_handle<P> frame) {
    note_.begin(*frame.promise().process, "a core or the memory bus");
    chore_->call_at_end(Simulation::resume(frame));
  }
  void await_resume() {
    note_.end();
    if (chore_) account_.spend(Activity::core, chore_->settle());
  }

 private:
  Account& account_;
  WaitNote note_;
  std::optional<Chore> chore_;
};

inline Node::Work Node::work(const ThreadWork& work, Account& account) { return Work(*this, work, account); }
inline Node::Work Node::work(Duration span, Bytes moved, Account& account) {
  return Work(*this, {span, moved}, account);
}

class Node::Passage {
 public:
  enum class By : std::uint8_t { memory, storage };

  Passage(Node& node, Copy way, std::int64_t accelerator, Bytes size, By by);
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  Completion& done() { return done_; }

 private:
  void ended();

  int left_ = 0;
  Completion done_;
  Link::Flow over_link_, over_bus_;
};

}  // namespace headrace
