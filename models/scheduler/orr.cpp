// ORR and TRR: objects, or targets, in turn, up to a quantum of requests each, and those in the order of
// their offsets, so that the drives read in a row what many clients asked for in pieces. As the object-based
// and target-based round robin of Lustre's NRS: what comes for an object while more than a quantum of it
// waits has its turn in a later round, so nobody waits for ever.

#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

struct OrrSpec {
  std::int64_t batch = 256;

  void visit(Fields& f) {
    f.integer({"batch", "requests of one object, or target, before the next one's turn",
               "the quantum of Lustre's ORR and TRR: 256 [read]"},
              batch, 1, 65'536);
  }
};

class BatchesInTurn : public RequestScheduler {
 public:
  explicit BatchesInTurn(const OrrSpec& spec) : most_in_turn_(spec.batch) {}

  void add(ScheduledRequest& request, Time) override {
    Batch& batch = batches_[key_of(request)];
    const bool rests = batch.waiting == 0;
    if (rests || batch.added == most_in_turn_) {
      batch.round = rests ? round_ : batch.round + 1;
      batch.turn = ++turns_;
      batch.added = 0;
    }
    ++batch.added;
    ++batch.waiting;
    waiting_.push({batch.round, batch.turn, request.offset_in_object, ++arrivals_, &request});
  }

  ScheduledRequest* take(Time) override {
    if (waiting_.empty()) return nullptr;
    const Waiting first = waiting_.top();
    waiting_.pop();
    round_ = first.round;
    const auto batch = batches_.find(key_of(*first.request));
    if (--batch->second.waiting == 0) batches_.erase(batch);
    return first.request;
  }

  Time next_chance(Time now) const override { return waiting_.empty() ? Time::never() : now; }

 protected:
  virtual std::uint64_t key_of(const ScheduledRequest& request) const = 0;

 private:
  struct Batch {
    std::int64_t waiting = 0;
    std::int64_t round = 0;
    std::int64_t turn = 0;   // Within the round.
    std::int64_t added = 0;  // To this turn.
  };
  struct Waiting {
    std::int64_t round, turn;
    Bytes offset;
    std::int64_t arrival;
    ScheduledRequest* request;
    friend bool operator<(const Waiting& a, const Waiting& b) {  // The top of a queue is the greatest.
      return std::tie(b.round, b.turn, b.offset, b.arrival) < std::tie(a.round, a.turn, a.offset, a.arrival);
    }
  };

  std::int64_t most_in_turn_;
  std::int64_t round_ = 0, turns_ = 0, arrivals_ = 0;
  std::unordered_map<std::uint64_t, Batch> batches_;  // With requests that wait. Looked up only.
  std::priority_queue<Waiting> waiting_;
};

class ObjectRoundRobin final : public BatchesInTurn {
 public:
  ObjectRoundRobin(const Context&, const OrrSpec& spec) : BatchesInTurn(spec) {}

 protected:
  std::uint64_t key_of(const ScheduledRequest& request) const override { return request.object; }
};

class TargetRoundRobin final : public BatchesInTurn {
 public:
  TargetRoundRobin(const Context&, const OrrSpec& spec) : BatchesInTurn(spec) {}

 protected:
  std::uint64_t key_of(const ScheduledRequest& request) const override {
    return static_cast<std::uint64_t>(request.target);
  }
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_orr() {
  return recipe<RequestScheduler, ObjectRoundRobin, OrrSpec>();
}
std::unique_ptr<Recipe<RequestScheduler>> scheduler_trr() {
  return recipe<RequestScheduler, TargetRoundRobin, OrrSpec>();
}

}  // namespace headrace
