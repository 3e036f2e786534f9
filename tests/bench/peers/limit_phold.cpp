// PHOLD on the bare queue: callbacks and coroutines.
//
//   limit_phold ROW             prints the row, if it is one of these
//   limit_phold ROW EVENTS      runs so many events and prints their number, for counting instructions
#include <array>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peers/limit.h"

namespace headrace::limit {
namespace {

class Callbacks {
 public:
  explicit Callbacks(std::uint32_t pending) : places_(pending) {
    events_.reserve(pending + 16);
    for (std::uint32_t i = 0; i < pending; ++i) schedule(delay(), &hop, i, 0);
  }
  void run(std::uint64_t events) {
    while (done_ < events) {
      const Event* const records = events_.data();
      const auto fetch = [records](std::uint32_t slot) { __builtin_prefetch(&records[slot]); };
      const Entry entry = queue_.pop(fetch);
      now_ = entry.time;
      Event& event = events_[entry.slot()];
      const auto function = event.function;
      const std::uint64_t a = event.a;
      const std::uint64_t b = event.b;
      event.next = free_;
      free_ = entry.slot();
      function(*this, a, b);
    }
  }

 private:
  struct Event {
    void (*function)(Callbacks&, std::uint64_t, std::uint64_t) = nullptr;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint32_t next = 0;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint64_t delay() { return static_cast<std::uint64_t>(random_.exponential_ns(kHopNs)); }
  void schedule(std::uint64_t after, void (*function)(Callbacks&, std::uint64_t, std::uint64_t),
                std::uint64_t a, std::uint64_t b) {
    std::uint32_t slot = free_;
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(events_.size());
      events_.emplace_back();
    } else {
      free_ = events_[slot].next;
    }
    Event& event = events_[slot];
    event.function = function;
    event.a = a;
    event.b = b;
    Entry entry;
    entry.time = now_ + after;
    entry.key = (sequence_++ << 24) | slot;
    queue_.push(entry);
  }
  static void hop(Callbacks& model, std::uint64_t place, std::uint64_t) {
    ++model.places_[place].visits;
    ++model.done_;
    const std::uint64_t next = model.random_.below(model.places_.size());
    model.schedule(model.delay(), &hop, next, 0);
  }

  Ladder queue_;
  std::vector<Event> events_;
  std::uint32_t free_ = kNone;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t done_ = 0;
  std::vector<PholdPlace> places_;
  CheapRandom random_{1};
};

struct Process {
  struct promise_type {
    std::uint32_t slot = 0;
    Process get_return_object() { return Process{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    static void* operator new(std::size_t size) { return Frames::take(size); }
    static void operator delete(void* frame, std::size_t size) { Frames::give(frame, size); }
  };
  std::coroutine_handle<promise_type> frame;
};

class Coroutines {
 public:
  explicit Coroutines(std::uint32_t pending) : places_(pending) {
    for (std::uint32_t i = 0; i < pending; ++i) {
      const Process process = walk(*this);
      process.frame.promise().slot = i;
      frames_.push_back(process.frame.address());
      process.frame.resume();
    }
  }
  Coroutines(const Coroutines&) = delete;
  Coroutines& operator=(const Coroutines&) = delete;
  ~Coroutines() {
    for (void* frame : frames_) std::coroutine_handle<>::from_address(frame).destroy();
  }
  void run(std::uint64_t events) {
    void* const* const frames = frames_.data();
    const auto fetch = [frames](std::uint32_t slot) {
      __builtin_prefetch(frames[slot]);
      __builtin_prefetch(static_cast<const char*>(frames[slot]) + 64);
    };
    while (done_ < events) {
      const Entry entry = queue_.pop(fetch);
      now_ = entry.time;
      std::coroutine_handle<>::from_address(frames_[entry.slot()]).resume();
    }
  }

 private:
  struct Delay {
    Coroutines& model;
    std::uint64_t span;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<Process::promise_type> frame) const {
      Entry entry;
      entry.time = model.now_ + span;
      entry.key = (model.sequence_++ << 24) | frame.promise().slot;
      model.queue_.push(entry);
    }
    void await_resume() const noexcept {}
  };
  Delay delay() { return Delay{*this, static_cast<std::uint64_t>(random_.exponential_ns(kHopNs))}; }
  static Process walk(Coroutines& model) {
    for (;;) {
      co_await model.delay();
      ++model.places_[model.random_.below(model.places_.size())].visits;
      ++model.done_;
    }
  }

  Ladder queue_;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t done_ = 0;
  std::vector<PholdPlace> places_;
  std::vector<void*> frames_;
  CheapRandom random_{1};
};

template <class Model>
double events_per_second(std::uint32_t pending, std::uint64_t events) {
  Model model(pending);
  const double begun = cpu_seconds();
  model.run(events);
  return static_cast<double>(events) / (cpu_seconds() - begun);
}

struct Row {
  std::string_view name;
  double (*measure)(std::uint32_t, std::uint64_t);
  std::uint32_t pending;
  std::uint64_t events;
};
constexpr std::array<Row, 6> kRows = {{
    {"phold_callbacks/1000", &events_per_second<Callbacks>, 1'000, 10'000'000},
    {"phold_callbacks/100000", &events_per_second<Callbacks>, 100'000, 10'000'000},
    {"phold_callbacks/1000000", &events_per_second<Callbacks>, 1'000'000, 5'000'000},
    {"phold_coroutines/1000", &events_per_second<Coroutines>, 1'000, 10'000'000},
    {"phold_coroutines/100000", &events_per_second<Coroutines>, 100'000, 10'000'000},
    {"phold_coroutines/1000000", &events_per_second<Coroutines>, 1'000'000, 5'000'000},
}};

}  // namespace
}  // namespace headrace::limit

int main(int count, char** arguments) {
  for (const headrace::limit::Row& row : headrace::limit::kRows) {
    if (count < 2 || row.name != arguments[1]) continue;
    if (count == 2) {
      headrace::print_row(arguments[1], "limit", row.measure(row.pending, row.events));
    } else {
      row.measure(row.pending, std::strtoull(arguments[2], nullptr, 10));
      std::puts(arguments[2]);
    }
  }
}
