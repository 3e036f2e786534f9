// Signal: processes that wait until something changed, and look again.
//
//   while (queue_.empty()) co_await changed_.wait();
//   changed_.tell();                                  // wakes all of them
#pragma once

#include "sim/wait_list.h"

namespace headrace {

class Signal {
 public:
  // `kind` and `name` are for the stall report.
  Signal(Simulation& sim, std::string_view kind, std::string_view name) : waiting_(sim, kind, name) {}

  class [[nodiscard]] Wait : public Waiter {
   public:
    explicit Wait(Signal& signal) : signal_(signal) {}
    bool await_ready() const { return false; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      signal_.waiting_.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    Signal& signal_;
  };

  Wait wait() { return Wait(*this); }
  void tell() { waiting_.wake_all(); }

 private:
  WaitList waiting_;
};

}  // namespace headrace
