// Link: a bandwidth shared equally by the transfers in progress.
//
//   co_await link.transfer(4_MiB);               // a client
//   link.start(rpc.flow, rpc.length, action);    // a server stage; the action is an event at the end
//
// Rather than update n transfers whenever one comes or goes, the link keeps one
// running total: the bytes that a transfer present all along would have moved.
// A transfer ends when that total reaches its value at the start plus the size.
// Where a link says how much each may have at most, few leave the rest unused.
// The total is a whole number of 2^-40 bytes, so it neither drifts nor depends
// on the compiler; an end is at most a few nanoseconds late and never early.
// A flow that nobody waits for ends without an event, once somebody looks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/transfer_end.h"
#include "sim/wait_place.h"

namespace headrace {

class Link final : public WaitPlace {
 public:
  // Flow: one transfer. Lives with its owner, at one place, until it has ended; destroying it stops it.
  class Flow {
   public:
    Flow() = default;
    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;
    ~Flow() { stop(); }

    // Says whether its bytes still move: until its action is due, if it has one.
    bool active() {
      if (link_ != nullptr && !end_.has_action()) link_->advance();
      return link_ != nullptr;
    }
    // Runs an action at the end of a flow that is active and has had none.
    void call_at_end(Action action) {
      HEADRACE_CHECK(active() && !end_.has_action());
      end_.set(action);
      ++link_->awaited_;
      link_->arm();
    }
    // Returns the bytes that have not moved. Also takes back an action that is due but has not run.
    Bytes stop() {
      const Bytes left = link_ != nullptr ? link_->leave(*this) : Bytes();
      end_.take_back();
      return left;
    }

   private:
    friend class Link;
    Link* link_ = nullptr;
    std::size_t position_ = 0;  // In the link's heap.
    Bytes size_;
    TransferEnd end_;
  };

  class [[nodiscard]] Transfer {
   public:
    Transfer(Link& link, Bytes size) : link_(link), size_(size) {}
    bool await_ready() const { return size_ == Bytes(); }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      flow_.end_.awaited_by(*frame.promise().process);
      link_.start(flow_, size_, Simulation::resume(frame));
    }
    void await_resume() const {}

   private:
    Link& link_;
    Bytes size_;
    Flow flow_;
  };

  Link(Simulation& sim, std::string_view name, Bandwidth capacity,
       std::optional<Bandwidth> most_of_each = std::nullopt, PartId part = PartId());
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() override;  // Transfers in progress never end.

  Transfer transfer(Bytes size) { return Transfer(*this, size); }
  // The flow ends in its action. Without one it ends unseen: flow.active() tells.
  void start(Flow& flow, Bytes size, Action at_end = Action()) {
    flow.end_.set(at_end);
    enter(flow, size);
  }

  // Sets the capacity from now on; zero stops everything. For faults and slowdowns.
  void set_capacity(Bandwidth capacity);
  Bandwidth capacity() const { return capacity_; }

  std::size_t active() {
    advance();
    return by_end_.size();
  }
  // Returns the bytes moved by transfers that ended, and by stopped ones until then. Bytes of those in
  // progress are not yet in it.
  Bytes bytes_moved() {
    advance();
    return moved_;
  }
  // Returns the time with at least one transfer in progress.
  Duration busy() {
    advance();
    return busy_;
  }

 private:
  __extension__ using Amount = unsigned __int128;  // In 2^-40 bytes.
  struct Entry {
    Amount end = 0;
    std::uint64_t order = 0;  // Of arrival: those that end together end in it.
    Flow* flow = nullptr;
  };
  static bool earlier(const Entry& a, const Entry& b) {
    return a.end != b.end ? a.end < b.end : a.order < b.order;
  }

  void add_waiting(std::vector<const Process*>& waiting) const override;
  void enter(Flow& flow, Bytes size);
  // Returns what all transfers have together, 2^-40 bytes a nanosecond.
  Amount rate() const {
    return std::min(static_cast<Amount>(rate_), static_cast<Amount>(most_of_each_) * by_end_.size());
  }
  // Returns how long the flow that ends first takes from the last advance on; the rate is not zero.
  Amount until_first_end() const;
  void advance();
  void end_unseen(Time now);
  void arm();
  void finish_due();
  Bytes leave(Flow& flow);
  void remove(std::size_t position);
  void place(std::size_t position, const Entry& entry);
  void sift_up(std::size_t position, const Entry& entry);
  void sift_down(std::size_t position, const Entry& entry);

  Bandwidth capacity_;
  std::uint64_t rate_ = 0;      // 2^-40 bytes a nanosecond, for all transfers together …
  std::uint64_t most_of_each_;  // … and for each, where that is less.
  PartId part_;
  Amount total_ = 0;
  Time total_at_;
  std::vector<Entry> by_end_;  // A heap; each flow knows its place.
  std::uint64_t arrivals_ = 0;
  std::size_t awaited_ = 0;  // Flows that have an action.
  EventId next_end_;
  Time next_end_at_ = Time::never();
  Bytes moved_;
  Duration busy_;
};

}  // namespace headrace
