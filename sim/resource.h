// Resource: a fixed number of units, granted first come first served.
//
//   auto thread = co_await threads_.acquire();   // waits
//   ...                                          // thread gives itself back
//
// A request for many units blocks smaller ones behind it, on purpose: nothing
// overtakes, so nothing starves. A Resource outlives its holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "sim/wait_list.h"

namespace headrace {

class Resource {
 public:
  Resource(Simulation& sim, std::string_view name, std::int64_t units)
      : waiting_(sim, "resource", name), free_(units), units_(units) {
    HEADRACE_CHECK(units > 0);
  }

  class [[nodiscard]] Hold {  // Owns units until it is destroyed or released.
   public:
    Hold() = default;
    Hold(Resource* resource, std::int64_t units) : resource_(resource), units_(units) {}
    Hold(Hold&& other) noexcept : resource_(std::exchange(other.resource_, nullptr)), units_(other.units_) {}
    Hold& operator=(Hold&& other) noexcept {
      if (this == &other) return *this;
      release();
      resource_ = std::exchange(other.resource_, nullptr);
      units_ = other.units_;
      return *this;
    }
    ~Hold() { release(); }

    void release() {
      if (Resource* const resource = std::exchange(resource_, nullptr)) resource->give_back(units_);
    }

   private:
    Resource* resource_ = nullptr;
    std::int64_t units_ = 0;
  };

  class [[nodiscard]] Acquire : public Waiter {
   public:
    Acquire(Resource& resource, std::int64_t units) : resource_(resource), units_(units) {}
    ~Acquire() {
      if (granted_) resource_.give_back(units_);  // Granted, and cancelled before it could run.
    }

    bool await_ready() {
      if (!resource_.waiting_.empty() || resource_.free_ < units_) return false;
      resource_.free_ -= units_;
      granted_ = true;
      return true;
    }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      resource_.waiting_.wait(*this, frame);
    }
    Hold await_resume() {
      granted_ = false;
      return Hold(&resource_, units_);
    }

   private:
    friend class Resource;
    Resource& resource_;
    std::int64_t units_;
    bool granted_ = false;
  };

  Acquire acquire(std::int64_t units = 1) {
    HEADRACE_CHECK(units > 0 && units <= units_);
    return Acquire(*this, units);
  }

  std::int64_t units() const { return units_; }
  std::int64_t free() const { return free_; }
  std::int64_t in_use() const { return units_ - free_; }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  void give_back(std::int64_t units) {
    free_ += units;
    while (Waiter* const first = waiting_.front()) {
      auto& next = static_cast<Acquire&>(*first);
      if (next.units_ > free_) break;
      free_ -= next.units_;
      next.granted_ = true;
      waiting_.wake(next);
    }
  }

  WaitList waiting_;
  std::int64_t free_;
  std::int64_t units_;
};

}  // namespace headrace
