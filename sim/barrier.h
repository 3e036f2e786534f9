// Barrier: everyone waits for the last one, round after round.
//
//   co_await step.arrive();
//
// A training step ends at one. A process cancelled while it waits has not
// arrived.
#pragma once

#include <cstddef>
#include <string_view>

#include "sim/wait_list.h"

namespace headrace {

class Barrier {
 public:
  Barrier(Simulation& sim, std::string_view name, std::size_t parties)
      : waiting_(sim, "barrier", name), parties_(parties) {
    HEADRACE_CHECK(parties > 0);
  }

  class [[nodiscard]] Arrive : public Waiter {
   public:
    explicit Arrive(Barrier& barrier) : barrier_(barrier) {}
    bool await_ready() {
      if (barrier_.waiting_.size() + 1 < barrier_.parties_) return false;
      barrier_.waiting_.wake_all();
      return true;
    }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      barrier_.waiting_.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    Barrier& barrier_;
  };

  Arrive arrive() { return Arrive(*this); }

  std::size_t waiting() const { return waiting_.size(); }
  std::size_t parties() const { return parties_; }

 private:
  WaitList waiting_;
  std::size_t parties_;
};

}  // namespace headrace
