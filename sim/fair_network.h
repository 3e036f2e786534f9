// FairNetwork: many links, and transfers over several of them at once, with weighted max-min fair rates.
//
//   FairNetwork net(sim, "fabric");
//   const LinkId nic = net.add_link("nic/0", 25_GBps);
//   co_await net.transfer(path, 4_MiB);                   // path: the links, in any order
//   net.start(rpc.flow, path, rpc.length, action, share); // the action is an event at the end
//
// A transfer ends at the first nanosecond at which its bytes have moved, but for a rounding of 2^-32 byte: a
// few nanoseconds late at most, never early. Changes of one instant are solved once, by an event behind them.
// Left out: latency, routing, losses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/fair_shares.h"
#include "sim/indexed_heap.h"
#include "sim/transfer_end.h"
#include "sim/wait_place.h"

namespace headrace {

class FairNetwork final : public WaitPlace {
 public:
  // Share that a transfer may have of a full link, beside the others.
  struct Share {
    Share() = default;
    explicit Share(std::int64_t share_weight) : weight(share_weight) {}
    Share(std::int64_t share_weight, Bandwidth share_cap) : weight(share_weight), cap(share_cap) {}
    std::int64_t weight = 1;  // Whole, so that sums are exact; only ratios matter.
    Bandwidth cap = Bandwidth::bytes_per_second(std::numeric_limits<double>::infinity());
    PartId part{};  // Part whose the cap is.
  };

  // Flow: one transfer. Lives with its owner, at one place, until it has ended; destroying it stops it.
  class Flow {
   public:
    Flow() = default;
    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;
    ~Flow() { stop(); }

    bool active() const { return network_ != nullptr; }  // Until its action is due.
    // The full link that bounded it when it ended or was stopped; nothing where its own path or cap did.
    std::optional<LinkId> held_by() const {
      if (holder_ >= FairShares::kOwnBound) return {};
      return static_cast<LinkId>(holder_);
    }
    void stop() {  // Also takes back an action that is due but has not run.
      if (active()) std::exchange(network_, nullptr)->leave(*this);
      end_.take_back();
    }

   private:
    friend class FairNetwork;
    FairNetwork* network_ = nullptr;
    std::uint32_t number_ = 0;  // In the network.
    FairShares::Holder holder_ = FairShares::kOwnBound;
    Bytes size_;
    TransferEnd end_;
  };

  class [[nodiscard]] Transfer {
   public:
    Transfer(FairNetwork& network, std::span<const LinkId> path, Bytes size, const Share& share)
        : network_(network), path_(path), size_(size), share_(share) {}
    bool await_ready() const { return size_ == Bytes(); }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      flow_.end_.awaited_by(*frame.promise().process);
      network_.start(flow_, path_, size_, Simulation::resume(frame), share_);
    }
    void await_resume() const {}

   private:
    FairNetwork& network_;
    std::span<const LinkId> path_;
    Bytes size_;
    Share share_;
    Flow flow_;
  };

  // Makes a network whose full links may carry a share of `tolerance` more or less than their capacity, so
  // that fewer rates change (FairShares::set_tolerance).
  FairNetwork(Simulation& sim, std::string_view name, double tolerance = 0);
  FairNetwork(const FairNetwork&) = delete;
  FairNetwork& operator=(const FairNetwork&) = delete;
  ~FairNetwork() override;  // Transfers in progress never end.

  LinkId add_link(std::string_view name, Bandwidth capacity, PartId part = PartId());

  // A path has one to kGreatestPath links of FairShares, each once. It need not outlive the call, or the
  // co_await.
  Transfer transfer(std::span<const LinkId> path, Bytes size) { return {*this, path, size, Share()}; }
  Transfer transfer(std::span<const LinkId> path, Bytes size, const Share& share) {
    return {*this, path, size, share};
  }
  void start(Flow& flow, std::span<const LinkId> path, Bytes size, Action at_end) {
    start(flow, path, size, at_end, Share());
  }
  void start(Flow& flow, std::span<const LinkId> path, Bytes size, Action at_end, const Share& share) {
    flow.end_.set(at_end);
    enter(flow, path, size, share);
  }

  // Sets the capacity from now on; zero stops everything that crosses the link. For faults and slowdowns.
  void set_capacity(LinkId link, Bandwidth capacity);
  Bandwidth capacity(LinkId link) const { return meters_[index_of(link)].capacity; }
  const std::string& name(LinkId link) const { return meters_[index_of(link)].name; }

  std::size_t active() const { return active_; }
  std::size_t active(LinkId link) const { return shares_.flows_on(link); }
  // Returns the bytes moved by transfers that ended, and by stopped ones until then. Bytes of those in
  // progress are not yet in it.
  Bytes bytes_moved(LinkId link) const { return meters_[index_of(link)].moved; }
  // The time with at least one transfer in progress.
  Duration busy(LinkId link) const;
  // Returns the rate since the last solve: a change of this very instant may not be in it yet.
  Bandwidth rate(const Flow& flow) const;

  const FairShares& shares() const { return shares_; }

 private:
  using Rate = FairShares::Rate;
  // Amount in units of 2^-64 bytes for a unit of weight. It wraps around: only differences count, and no
  // transfer is half as large.
  __extension__ using Amount = unsigned __int128;
  static constexpr Amount kRounding = Amount{1} << 32;

  struct Tagged {  // A flow that a link holds, by the value of the link's total at its end.
    Amount end = 0;
    std::uint64_t order = 0;
    std::uint32_t id = 0;
    bool before(const Tagged& other) const {
      const Amount apart = end - other.end;
      return apart == 0 ? order < other.order : apart >> 127 != 0;
    }
  };
  struct Group {  // The flows that a link holds. They move together, so one total serves them all.
    Amount total = 0;
    Rate level = 0;
    Time total_at;
    CauseId full_since{};  // Cause of its having flows to hold, where causes are noted.
    IndexedHeap<Tagged> by_end;
  };
  struct Moving {
    Flow* flow = nullptr;
    Amount end = 0;  // What is left, while it has no holder; left at `at`, while it stands at its own bound.
    Rate level = 0;
    Time at;
    std::uint64_t order = 0;  // Of arrival: those that end together end in it.
    FairShares::Holder holder = FairShares::kLoose;
    CauseId begun{};  // Its cause, where those are noted, and the part whose bound its own is.
    PartId own{};
  };
  struct Meter {
    std::string name;
    PartId part{};
    Bandwidth capacity;
    Bytes moved;
    Duration busy;
    Time busy_since;
  };
  struct Ending {  // When something of a group, or a flow at its own bound, ends next.
    Time at;
    std::uint32_t id = 0;
    bool before(const Ending& other) const { return at != other.at ? at < other.at : id < other.id; }
  };

  static std::size_t index_of(LinkId link) { return static_cast<std::size_t>(link); }
  static std::uint32_t ending_of_link(std::uint32_t link) { return 2 * link; }
  static std::uint32_t ending_of_flow(std::uint32_t flow) { return 2 * flow + 1; }

  void add_waiting(std::vector<const Process*>& waiting) const override;
  void enter(Flow& flow, std::span<const LinkId> path, Bytes size, const Share& share);
  void leave(Flow& flow);
  void advance(Group& group);
  Amount take_out(std::uint32_t flow);
  void put_in(std::uint32_t flow, FairShares::Holder holder, Amount left);
  void expect(std::uint32_t id, Amount left, Rate level);
  void forget(std::uint32_t id);
  void remove(std::uint32_t flow, Bytes moved);
  void changed();
  void settle();
  void arm();
  void finish_due();
  void collect_due(std::uint32_t id);
  CauseId cause_of_end(std::uint32_t flow);
  PartId part_of_own_bound(std::span<const LinkId> path, const Share& share) const;

  FairShares shares_;
  std::vector<Group> groups_;   // By link.
  std::vector<Meter> meters_;   // By link.
  std::vector<Moving> moving_;  // By flow.
  IndexedHeap<Ending> endings_;
  IndexedHeap<Ending>::Places ending_places_;
  IndexedHeap<Tagged>::Places tag_places_;
  std::vector<std::uint32_t> due_;
  std::size_t active_ = 0;
  std::uint64_t arrivals_ = 0;
  EventId next_end_;
  Time next_end_at_ = Time::never();
  EventId solve_;
  std::uint64_t solve_made_by_ = 0;  // The event.
  bool changed_since_ = false;       // By another.
};

}  // namespace headrace
