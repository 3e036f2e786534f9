// Task: a step of a simulated process, written as a coroutine.
//
//   Task<Bytes> Client::read(Extent extent) {
//     auto window = co_await window_.acquire();
//     co_await link_.transfer(extent.length);
//     co_return extent.length;
//   }
//
// A Task does nothing until it is awaited (by another Task) or spawned (by a
// TaskGroup). Destroying one destroys its frame, and everything it waited for
// forgets it: ownership is cancellation. An exception leaves through the await.
#pragma once

#include <concepts>
#include <coroutine>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "sim/check.h"
#include "sim/frame_pool.h"
#include "sim/process.h"

namespace headrace {

template <class T = void>
class Task;

namespace detail {

struct Join {  // Several children, one parent: the last to finish resumes it.
  std::size_t left = 0;
  std::coroutine_handle<> parent;
};

struct PromiseBase {
  std::coroutine_handle<> parent;
  Join* join = nullptr;
  Process* process = nullptr;
  std::exception_ptr error;
  bool starting = false;  // The parent is on the stack below, and carries on by itself.

  static void* operator new(std::size_t size) { return FramePool::take(size); }
  static void operator delete(void* frame, std::size_t size) noexcept { FramePool::give(frame, size); }

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> self) const noexcept {
      PromiseBase& promise = self.promise();
      if (!promise.starting) promise.leave();
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() noexcept { error = std::current_exception(); }

 private:
  void leave() const noexcept {
    Trampoline& trampoline = process->trampoline;
    if (join != nullptr) {
      if (--join->left == 0) trampoline.next = join->parent;
    } else if (parent) {
      trampoline.next = parent;
    } else {
      trampoline.finished = process;
    }
  }
};

template <class P>
concept TaskPromise = std::derived_from<P, PromiseBase>;

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object() noexcept;
  template <class U>
  void return_value(U&& v) {
    value.emplace(std::forward<U>(v));
  }
  T result() {
    if (error) std::rethrow_exception(error);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
  void result() const {
    if (error) std::rethrow_exception(error);
  }
};

}  // namespace detail

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using Frame = std::coroutine_handle<promise_type>;

  explicit Task(Frame frame) noexcept : frame_(frame) {}
  Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, {})) {}
  Task& operator=(Task&& other) noexcept {
    Task old(std::move(*this));
    frame_ = std::exchange(other.frame_, {});
    return *this;
  }
  ~Task() {
    if (frame_) frame_.destroy();
  }

  Frame frame() const { return frame_; }
  Frame release() { return std::exchange(frame_, {}); }

  bool await_ready() const noexcept { return false; }

  // Runs the child at once. A child that finishes without waiting for anything lets the parent carry on from
  // here, so a loop of a million cache hits uses no stack and no event.
  template <detail::TaskPromise P>
  bool await_suspend(std::coroutine_handle<P> parent) {
    HEADRACE_CHECK(frame_ && !frame_.promise().parent);  // A task is awaited once.
    detail::PromiseBase& child = frame_.promise();
    child.parent = parent;
    child.process = parent.promise().process;
    child.starting = true;
    frame_.resume();
    child.starting = false;
    return !frame_.done();
  }
  T await_resume() { return frame_.promise().result(); }

 private:
  Frame frame_;
};

namespace detail {
template <class T>
Task<T> Promise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<Promise>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<Promise>::from_promise(*this));
}
}  // namespace detail

// Several tasks at once; done when the last one is. The first error, in the order given, is the one thrown.
class [[nodiscard]] WhenAll {
 public:
  explicit WhenAll(std::vector<Task<>> tasks) : tasks_(std::move(tasks)) {}

  bool await_ready() const { return tasks_.empty(); }
  template <detail::TaskPromise P>
  bool await_suspend(std::coroutine_handle<P> parent) {
    join_.left = tasks_.size() + 1;  // One for this loop: no child may resume the parent before it ends.
    join_.parent = parent;
    for (Task<>& task : tasks_) {
      detail::PromiseBase& child = task.frame().promise();
      HEADRACE_CHECK(child.join == nullptr);
      child.join = &join_;
      child.process = parent.promise().process;
      task.frame().resume();
    }
    return --join_.left > 0;
  }
  void await_resume() const {
    for (const Task<>& task : tasks_) task.frame().promise().result();
  }

 private:
  std::vector<Task<>> tasks_;
  detail::Join join_;
};

inline WhenAll when_all(std::vector<Task<>> tasks) { return WhenAll(std::move(tasks)); }

}  // namespace headrace
