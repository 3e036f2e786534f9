// Completion: the end of one operation, told once by a server's callbacks to
// the one coroutine that awaits it.
//
//   Completion done(sim, "read");              // in the client's frame
//   rpc.client = done.signaller();             // in the server's record
//   const std::uint64_t status = co_await done;
//
// The server calls rpc.client.signal(status). The two ends point at each other,
// so either may be destroyed first: a signaller whose client is gone says so by
// abandoned(), and its signal does nothing. The wake-up is an event at now.
#pragma once

#include <coroutine>
#include <cstdint>
#include <utility>

#include "sim/simulation.h"

namespace headrace {

class Completion;

// The server's end: movable, default constructed to nobody.
class Signaller {
 public:
  Signaller() = default;
  explicit Signaller(Completion& completion);
  Signaller(Signaller&& other) noexcept;
  Signaller& operator=(Signaller&& other) noexcept;
  ~Signaller();

  // True when nobody waits or ever will: the client was destroyed, or was already told.
  bool abandoned() const { return completion_ == nullptr; }
  void signal(std::uint64_t result = 0);

 private:
  friend class Completion;
  void take(Signaller& other);
  void drop();
  Completion* completion_ = nullptr;
};

class Completion {
 public:
  // The text is for the stall report and must outlive the wait: a literal, or a component's own label.
  explicit Completion(Simulation& sim, const char* waiting_for = "completion")
      : sim_(sim), waiting_for_(waiting_for) {}
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;
  ~Completion() {
    if (signaller_ != nullptr) signaller_->completion_ = nullptr;
    if (wait_ != nullptr) wait_->lose();
    if (wakeup_) sim_.cancel(wakeup_);
  }

  Signaller signaller() { return Signaller(*this); }  // One at a time.

  // Signals once, for a server that knows the client still lives; others go through the signaller.
  void signal(std::uint64_t result = 0) {
    HEADRACE_CHECK(!done_);
    done_ = true;
    result_ = result;
    if (signaller_ != nullptr) std::exchange(signaller_, nullptr)->completion_ = nullptr;
    if (wait_ != nullptr) wakeup_ = sim_.schedule_now(Simulation::resume(wait_->frame_));
  }
  bool done() const { return done_; }

  // The await itself, in the frame of whoever awaits: that need not be where the completion lives.
  class [[nodiscard]] Wait {
   public:
    explicit Wait(Completion& completion) : completion_(&completion) {}
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    ~Wait() {
      if (completion_ != nullptr) completion_->forget(*this);
    }

    bool await_ready() const { return completion_->done_; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      HEADRACE_CHECK(completion_->wait_ == nullptr);
      completion_->wait_ = this;
      frame_ = frame;
      note_.begin(*frame.promise().process, completion_->waiting_for_);
    }
    std::uint64_t await_resume() {
      note_.end();
      completion_->wakeup_ = EventId();
      return completion_->result_;
    }

   private:
    friend class Completion;
    void lose() {
      completion_ = nullptr;
      note_.end();
    }
    Completion* completion_;
    std::coroutine_handle<> frame_;
    WaitNote note_;
  };
  Wait operator co_await() { return Wait(*this); }

 private:
  friend class Signaller;

  void forget(const Wait& wait) {
    if (wait_ != &wait) return;
    wait_ = nullptr;
    if (wakeup_) sim_.cancel(std::exchange(wakeup_, EventId()));
  }

  Simulation& sim_;
  const char* waiting_for_;
  Wait* wait_ = nullptr;
  Signaller* signaller_ = nullptr;
  EventId wakeup_;
  std::uint64_t result_ = 0;
  bool done_ = false;
};

inline Signaller::Signaller(Completion& completion) : completion_(&completion) {
  HEADRACE_CHECK(completion.signaller_ == nullptr && !completion.done_);
  completion.signaller_ = this;
}
inline Signaller::Signaller(Signaller&& other) noexcept { take(other); }
inline Signaller& Signaller::operator=(Signaller&& other) noexcept {
  if (this == &other) return *this;
  drop();
  take(other);
  return *this;
}
inline Signaller::~Signaller() { drop(); }

inline void Signaller::signal(std::uint64_t result) {
  if (completion_ != nullptr) completion_->signal(result);
}
inline void Signaller::take(Signaller& other) {
  completion_ = std::exchange(other.completion_, nullptr);
  if (completion_ != nullptr) completion_->signaller_ = this;
}
inline void Signaller::drop() {
  if (completion_ != nullptr) std::exchange(completion_, nullptr)->signaller_ = nullptr;
}

}  // namespace headrace
