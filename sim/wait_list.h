// WaitList: frames waiting for one thing, first come first served.
//
// Every primitive stands on one. The node (Waiter) lives in the waiting frame:
// waiting allocates nothing, and a node takes itself out when its frame is
// destroyed. Either side may go first; a frame whose list is destroyed is never
// resumed. A wake-up is always an event, never a call into another component.
#pragma once

#include <coroutine>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/simulation.h"

namespace headrace {

class WaitList;

class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  ~Waiter();

  bool waiting() const { return list_ != nullptr; }

 private:
  friend class Simulation;
  friend class WaitList;

  static void wake_up(void* self, std::uint64_t) {
    auto& waiter = *static_cast<Waiter*>(self);
    waiter.woken_by_ = nullptr;
    waiter.frame_.resume();
  }

  WaitList* list_ = nullptr;  // Not null while waiting.
  Waiter* previous_ = nullptr;
  Waiter* next_ = nullptr;
  Simulation* woken_by_ = nullptr;  // Not null from the wake to the resumption.
  EventId wakeup_;
  Process* process_ = nullptr;
  std::coroutine_handle<> frame_;
};

class WaitList {
 public:
  // The stall report calls it "<kind> '<name>'", or "<kind>" when it has no name.
  WaitList(Simulation& sim, std::string_view kind, std::string_view name) : sim_(sim), label_(kind) {
    if (!name.empty()) label_.append(" '").append(name).append("'");
    next_list_ = sim.wait_lists_;
    if (next_list_ != nullptr) next_list_->previous_list_ = this;
    sim.wait_lists_ = this;
  }
  WaitList(const WaitList&) = delete;
  WaitList& operator=(const WaitList&) = delete;
  ~WaitList() {
    while (first_ != nullptr) remove(*first_);
    (previous_list_ != nullptr ? previous_list_->next_list_ : sim_.wait_lists_) = next_list_;
    if (next_list_ != nullptr) next_list_->previous_list_ = previous_list_;
  }

  bool empty() const { return first_ == nullptr; }
  std::size_t size() const { return size_; }
  Waiter* front() const { return first_; }
  const std::string& label() const { return label_; }
  Simulation& sim() const { return sim_; }

  template <detail::TaskPromise P>
  void wait(Waiter& waiter, std::coroutine_handle<P> frame) {
    waiter.process_ = frame.promise().process;
    waiter.frame_ = frame;
    waiter.list_ = this;
    waiter.previous_ = last_;
    waiter.next_ = nullptr;
    (last_ != nullptr ? last_->next_ : first_) = &waiter;
    last_ = &waiter;
    ++size_;
  }

  void wake(Waiter& waiter) {
    remove(waiter);
    waiter.woken_by_ = &sim_;
    waiter.wakeup_ = sim_.schedule_now({&Waiter::wake_up, &waiter, 0});
  }
  void wake_all() {
    while (first_ != nullptr) wake(*first_);
  }

 private:
  friend class Simulation;
  friend class Waiter;

  void remove(Waiter& waiter) {
    (waiter.previous_ != nullptr ? waiter.previous_->next_ : first_) = waiter.next_;
    (waiter.next_ != nullptr ? waiter.next_->previous_ : last_) = waiter.previous_;
    waiter.list_ = nullptr;
    --size_;
  }

  Simulation& sim_;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
  std::size_t size_ = 0;
  WaitList* previous_list_ = nullptr;
  WaitList* next_list_ = nullptr;
  std::string label_;
};

inline Waiter::~Waiter() {
  if (list_ != nullptr) list_->remove(*this);
  if (woken_by_ != nullptr) woken_by_->cancel(wakeup_);
}

}  // namespace headrace
