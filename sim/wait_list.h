// WaitList: frames waiting for one thing, first come first served.
//
// Every primitive stands on one. The node (Waiter) lives in the waiting frame:
// waiting allocates nothing, and a node takes itself out when its frame is
// destroyed. Either side may go first; a frame whose list is destroyed is never
// resumed. A wake-up is always an event, never a call into another component.
#pragma once

#include <coroutine>
#include <cstddef>
#include <string_view>
#include <vector>

#include "sim/simulation.h"
#include "sim/wait_place.h"

namespace headrace {

class WaitList;

class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  ~Waiter();

 private:
  friend class WaitList;

  void wake_up() {
    woken_by_ = nullptr;
    frame_.resume();
  }

  WaitList* list_ = nullptr;  // Not null while waiting.
  Waiter* previous_ = nullptr;
  Waiter* next_ = nullptr;
  Simulation* woken_by_ = nullptr;  // Not null from the wake to the resumption.
  EventId wakeup_;
  Process* process_ = nullptr;
  std::coroutine_handle<> frame_;
};

class WaitList final : public WaitPlace {
 public:
  WaitList(Simulation& sim, std::string_view kind, std::string_view name)
      : WaitPlace(sim, sim.wait_places(), kind, name) {}
  ~WaitList() override {
    while (first_ != nullptr) remove(*first_);
  }

  bool empty() const { return first_ == nullptr; }
  std::size_t size() const { return size_; }
  Waiter* front() const { return first_; }

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
    waiter.wakeup_ = sim_.schedule_now(Action::of<&Waiter::wake_up>(waiter));
  }
  void wake_all() {
    while (first_ != nullptr) wake(*first_);
  }

  void add_waiting(std::vector<const Process*>& waiting) const override {
    for (const Waiter* waiter = first_; waiter != nullptr; waiter = waiter->next_)
      waiting.push_back(waiter->process_);
  }

 private:
  friend class Waiter;

  void remove(Waiter& waiter) {
    (waiter.previous_ != nullptr ? waiter.previous_->next_ : first_) = waiter.next_;
    (waiter.next_ != nullptr ? waiter.next_->previous_ : last_) = waiter.previous_;
    waiter.list_ = nullptr;
    --size_;
  }

  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
  std::size_t size_ = 0;
};

inline Waiter::~Waiter() {
  if (list_ != nullptr) list_->remove(*this);
  if (woken_by_ != nullptr) woken_by_->cancel(wakeup_);
}

}  // namespace headrace
