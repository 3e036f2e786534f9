// Change: something that processes wait to see changed.
//
//   while (!room()) co_await changed.next();     // looks again after each change
//   changed.tell();                              // wakes all who wait
#pragma once

#include <string_view>

#include "sim/wait_list.h"

namespace headrace {

class Change {
 public:
  // `name` is for the stall report, behind `kind`.
  Change(Simulation& sim, std::string_view name) : Change(sim, "change of", name) {}
  Change(Simulation& sim, std::string_view kind, std::string_view name) : waiting_(sim, kind, name) {}

  class [[nodiscard]] Next : Waiter {
   public:
    explicit Next(Change& change) : change_(change) {}
    bool await_ready() const { return false; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      change_.waiting_.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    Change& change_;
  };

  Next next() { return Next(*this); }
  void tell() { waiting_.wake_all(); }
  bool awaited() const { return !waiting_.empty(); }

 private:
  WaitList waiting_;
};

}  // namespace headrace
