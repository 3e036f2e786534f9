// Channel: a bounded queue between processes.
//
//   co_await batches.push(std::move(batch));             // waits while full
//   while (auto batch = co_await batches.pop()) ...      // ends when closed and drained
//
// A value on its way to a consumer that is cancelled before it runs is lost.
// Producers already waiting when the channel is closed still deliver; a push
// after that is an error of the program.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/ring.h"
#include "sim/wait_list.h"

namespace headrace {

template <class T>
class Channel {
 public:
  Channel(Simulation& sim, std::string_view name, std::size_t capacity)
      : capacity_(capacity), producers_(sim, "full channel", name), consumers_(sim, "empty channel", name) {
    HEADRACE_CHECK(capacity > 0);
  }

  class [[nodiscard]] Push : public Waiter {
   public:
    Push(Channel& channel, T value) : channel_(channel), value_(std::move(value)) {}
    bool await_ready() { return channel_.try_push(value_); }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      channel_.producers_.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    friend class Channel;
    Channel& channel_;
    T value_;
  };

  class [[nodiscard]] Pop : public Waiter {
   public:
    explicit Pop(Channel& channel) : channel_(channel) {}
    bool await_ready() { return channel_.try_pop(value_) || channel_.closed_; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      channel_.consumers_.wait(*this, frame);
    }
    std::optional<T> await_resume() { return std::move(value_); }

   private:
    friend class Channel;
    Channel& channel_;
    std::optional<T> value_;
  };

  Push push(T value) {
    HEADRACE_CHECK(!closed_);
    return Push(*this, std::move(value));
  }
  Pop pop() { return Pop(*this); }

  // Takes a value at once, or says that there is no room for it.
  bool offer(T value) {
    HEADRACE_CHECK(!closed_);
    return try_push(value);
  }

  void close() {
    closed_ = true;
    consumers_.wake_all();  // Consumers wait only while it is empty, so all of them have seen the end.
  }

  bool closed() const { return closed_; }
  std::size_t size() const { return items_.size(); }
  std::size_t capacity() const { return capacity_; }

 private:
  bool try_push(T& value) {
    if (Waiter* const first = consumers_.front()) {
      static_cast<Pop*>(first)->value_.emplace(std::move(value));
      consumers_.wake(*first);
      return true;
    }
    if (items_.size() >= capacity_) return false;
    items_.push(std::optional<T>(std::move(value)));
    return true;
  }
  bool try_pop(std::optional<T>& value) {
    if (items_.empty()) return false;
    value.emplace(std::move(*items_.front()));
    items_.front().reset();
    items_.pop();
    if (Waiter* const first = producers_.front()) {
      items_.push(std::optional<T>(std::move(static_cast<Push*>(first)->value_)));
      producers_.wake(*first);
    }
    return true;
  }

  std::size_t capacity_;
  bool closed_ = false;
  Ring<std::optional<T>> items_;
  WaitList producers_;
  WaitList consumers_;
};

}  // namespace headrace
