// RequestScheduler: which request is served next.
//
// One scheduler stands before each OSS, and one may stand between all jobs and
// a file system. It is told and asked, keeps no clock and waits for nothing: a
// request is added, taken when it may start, and finished; whoever has one asks
// it through a RequestGate (gate.h). Time never runs backwards between calls. A
// policy is one source in this folder and one line in policies.cpp.
#pragma once

#include <cstdint>

#include "models/io.h"
#include "models/registry.h"
#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

// Part of a request that a scheduler sees. It lives with its owner until it is finished.
struct ScheduledRequest {
  NodeId client = 0;                 // The node that sent it.
  std::int32_t job = 0;              // The job it serves.
  Bytes length;                      // Data carried.
  std::int32_t target = 0;           // The OST; of a metadata request the MDS.
  std::uint64_t object = 0;          // As the drives of the target know it (models/io.h), …
  Bytes offset_in_object;            // … and where in it.
  ScheduledRequest* next = nullptr;  // For the queue it waits in.
};

// First come, first served: the queue that policies are made of.
class RequestQueue {
 public:
  bool empty() const { return first_ == nullptr; }
  std::int64_t size() const { return size_; }
  void push(ScheduledRequest& request) {
    request.next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = &request;
    last_ = &request;
    ++size_;
  }
  ScheduledRequest& front() { return *first_; }
  const ScheduledRequest& front() const { return *first_; }
  template <class Visit>
  void each(Visit visit) const {
    for (const ScheduledRequest* at = first_; at != nullptr; at = at->next) visit(*at);
  }
  ScheduledRequest& pop() {
    HEADRACE_CHECK(first_ != nullptr);
    ScheduledRequest& request = *first_;
    first_ = request.next;
    if (first_ == nullptr) last_ = nullptr;
    --size_;
    return request;
  }

 private:
  ScheduledRequest* first_ = nullptr;
  ScheduledRequest* last_ = nullptr;
  std::int64_t size_ = 0;
};

class RequestScheduler {
 public:
  static constexpr std::string_view kMeaning = "which request is served next";
  struct Context {
    std::int64_t jobs = 1;       // Of the run: job numbers are below it.
    std::int64_t in_flight = 1;  // Requests that may be under way at once, taken and not finished.
    RandomStream random = RandomStream(1, "scheduler");
  };
  static PolicyTable<RequestScheduler> table();

  virtual ~RequestScheduler() = default;
  virtual void add(ScheduledRequest& request, Time now) = 0;
  // The next one that may start; nullptr when none may. The owner asks only while fewer than
  // Context::in_flight are under way.
  virtual ScheduledRequest* take(Time now) = 0;
  // The first instant from `now` on at which take() gives one when nothing else changes; Time::never() when
  // only an add() or a finished() can help.
  virtual Time next_chance(Time now) const = 0;
  virtual void finished(const ScheduledRequest& request) { static_cast<void>(request); }
};

}  // namespace headrace
