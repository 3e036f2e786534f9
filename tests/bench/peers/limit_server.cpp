// Closed clients at one server on the bare queue: callbacks and coroutines. `limit_server ROW` prints the
// row.
#include <coroutine>
#include <exception>
#include <string_view>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peers/limit.h"

namespace headrace::limit {
namespace {

constexpr std::uint32_t kClients = 1000;
constexpr std::uint64_t kRequests = 5000;  // Of each client.
constexpr std::uint32_t kNone = ~std::uint32_t{0};

class Base {
 protected:
  std::uint64_t span(double mean) { return static_cast<std::uint64_t>(random_.exponential_ns(mean)); }
  void push(std::uint64_t after, std::uint32_t client) {
    Entry entry;
    entry.time = now_ + after;
    entry.key = (sequence_++ << 24) | client;
    queue_.push(entry);
  }

  Heap queue_;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  bool free_ = true;
  CheapRandom random_{1};
};

class Callbacks : Base {
 public:
  Callbacks() : clients_(kClients) {
    for (std::uint32_t i = 0; i < kClients; ++i) schedule(span(kThinkNs), i, &thought);
  }
  void run() {
    while (!queue_.empty()) {
      const Entry entry = queue_.pop();
      now_ = entry.time;
      clients_[entry.slot()].function(*this, entry.slot());
    }
  }

 private:
  struct Client {
    void (*function)(Callbacks&, std::uint32_t) = nullptr;
    std::uint64_t left = kRequests;
    std::uint32_t next = kNone;
  };
  void schedule(std::uint64_t after, std::uint32_t client, void (*function)(Callbacks&, std::uint32_t)) {
    clients_[client].function = function;
    push(after, client);
  }
  static void thought(Callbacks& model, std::uint32_t client) {
    if (model.free_) {
      model.free_ = false;
      return granted(model, client);
    }
    model.clients_[client].next = kNone;
    (model.last_ == kNone ? model.first_ : model.clients_[model.last_].next) = client;
    model.last_ = client;
  }
  static void granted(Callbacks& model, std::uint32_t client) {
    model.schedule(model.span(kServeNs), client, &served);
  }
  static void served(Callbacks& model, std::uint32_t client) {
    const std::uint32_t waiting = model.first_;
    if (waiting == kNone) {
      model.free_ = true;
    } else {
      model.first_ = model.clients_[waiting].next;
      if (model.first_ == kNone) model.last_ = kNone;
      model.schedule(0, waiting, &granted);
    }
    if (--model.clients_[client].left > 0) model.schedule(model.span(kThinkNs), client, &thought);
  }

  std::vector<Client> clients_;
  std::uint32_t first_ = kNone;
  std::uint32_t last_ = kNone;
};

struct Process {
  struct promise_type {
    std::uint32_t slot = 0;
    promise_type* next = nullptr;
    Process get_return_object() { return Process{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    static void* operator new(std::size_t size) { return Frames::take(size); }
    static void operator delete(void* frame, std::size_t size) { Frames::give(frame, size); }
  };
  std::coroutine_handle<promise_type> frame;
};
using Frame = std::coroutine_handle<Process::promise_type>;

class Coroutines : Base {
 public:
  Coroutines() {
    for (std::uint32_t i = 0; i < kClients; ++i) {
      const Process process = client(*this);
      process.frame.promise().slot = i;
      frames_.push_back(process.frame.address());
      process.frame.resume();
    }
  }
  void run() {
    while (!queue_.empty()) {
      const Entry entry = queue_.pop();
      now_ = entry.time;
      std::coroutine_handle<>::from_address(frames_[entry.slot()]).resume();
    }
  }

 private:
  struct Delay {
    Coroutines& model;
    std::uint64_t after;
    bool await_ready() const noexcept { return false; }
    void await_suspend(Frame frame) const { model.push(after, frame.promise().slot); }
    void await_resume() const noexcept {}
  };
  struct Acquire {
    Coroutines& model;
    bool await_ready() const noexcept {
      const bool got = model.free_;
      model.free_ = false;
      return got;
    }
    void await_suspend(Frame frame) const noexcept {
      Process::promise_type& waiter = frame.promise();
      waiter.next = nullptr;
      (model.last_ == nullptr ? model.first_ : model.last_->next) = &waiter;
      model.last_ = &waiter;
    }
    void await_resume() const noexcept {}
  };
  Delay delay(double mean) { return Delay{*this, span(mean)}; }
  Acquire acquire() { return Acquire{*this}; }
  void release() {
    if (first_ == nullptr) {
      free_ = true;
      return;
    }
    const Process::promise_type& waiter = *first_;
    first_ = waiter.next;
    if (first_ == nullptr) last_ = nullptr;
    push(0, waiter.slot);
  }
  static Process client(Coroutines& model) {
    for (std::uint64_t i = 0; i < kRequests; ++i) {
      co_await model.delay(kThinkNs);
      co_await model.acquire();
      co_await model.delay(kServeNs);
      model.release();
    }
  }

  std::vector<void*> frames_;
  Process::promise_type* first_ = nullptr;
  Process::promise_type* last_ = nullptr;
};

template <class Model>
double requests_per_second() {
  Model model;
  const double begun = cpu_seconds();
  model.run();
  return static_cast<double>(kClients * kRequests) / (cpu_seconds() - begun);
}

}  // namespace
}  // namespace headrace::limit

int main(int count, char** arguments) {
  using namespace headrace::limit;
  const std::string_view row = count > 1 ? arguments[1] : "";
  if (row == "closed_server_callbacks")
    headrace::print_row(arguments[1], "limit", requests_per_second<Callbacks>());
  if (row == "closed_server_coroutines")
    headrace::print_row(arguments[1], "limit", requests_per_second<Coroutines>());
}
