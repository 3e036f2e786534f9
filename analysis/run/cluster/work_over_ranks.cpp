#include "analysis/run/cluster/work_over_ranks.h"

#include "analysis/run/cluster/rank_tasks.h"

namespace headrace {

namespace {

class Leader final : public RankLeader {
 public:
  Leader(Ledger& ledger, const Keeper& keeper, WorkWatch watch)
      : ledger_(ledger), keeper_(keeper), watch_(watch), runs_before_(ledger.counts().runs) {
    take_stock();
    open_before_ = state_.points - state_.points_over;
  }

  void store(const std::string& results) override {
    ledger_.absorb(results);
    take_stock();
  }
  bool must_stop() override {
    if (!stopped_) stopped_ = !watch_(state_);
    return stopped_;
  }
  RankedWork result() const {
    const bool complete = state_.points_over == state_.points;
    return {complete ? WorkEnd::complete : WorkEnd::stopped, state_};
  }

 private:
  void take_stock() {
    keeper_.count(state_);
    state_.runs = ledger_.counts().runs - runs_before_;
    const std::int64_t left = state_.points - state_.points_over;
    state_.done = open_before_ > 0 ? 1 - static_cast<double>(left) / static_cast<double>(open_before_) : 1;
  }

  Ledger& ledger_;
  const Keeper& keeper_;
  WorkWatch watch_;
  std::int64_t runs_before_;
  std::int64_t open_before_ = 0;
  WorkState state_;
  bool stopped_ = false;
};

class Follower final : public RankWorker, private PointWorker::Host {
 public:
  Follower(const Points& points, const LedgerSweep& sweep, RowChoice rows, bool (*go_on)())
      : sweep_(sweep), rows_(rows), go_on_(go_on), worker_(points, *this) {}

  void run(const PointTask& task) override { worker_.run(task); }
  std::string take_results() override {
    if (runs_.empty()) return {};
    Ledger ledger(":memory:", sweep_, rows_);
    ledger.add(runs_);
    runs_.clear();
    return ledger.database().bytes();
  }
  bool must_stop() override { return !go_on_(); }

 private:
  bool may_run() override { return go_on_(); }
  bool watch(const RunProgress&) override { return go_on_(); }
  void give(FinishedRun run) override { runs_.push_back(std::move(run)); }

  const LedgerSweep& sweep_;
  RowChoice rows_;
  bool (*go_on_)();
  std::vector<FinishedRun> runs_;
  PointWorker worker_;
};

// Tells the other ranks a hash: a call is known under one that its database gives it, so rank 0 says under
// which one all store. An empty one ends the work.
void tell(Ranks& ranks, const std::string& hash) {
  for (int rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, hash);
}

}  // namespace

RankedWork lead_work(Ranks& ranks, const std::vector<PointTask>& tasks, Ledger& ledger, const Keeper& keeper,
                     WorkWatch watch) {
  tell(ranks, ledger.hash());
  Leader leader(ledger, keeper, watch);
  lead(ranks, TaskQueue(tasks, ranks.count() - 1), leader);
  return leader.result();
}

void end_work(Ranks& ranks) { tell(ranks, ""); }

bool follow_work(Ranks& ranks, const Points& points, LedgerSweep sweep, RowChoice rows, bool (*go_on)()) {
  constexpr double kLookForWork = 1;  // Seconds.
  std::optional<Ranks::Message> begin;
  while (!begin) begin = ranks.receive(kLookForWork);
  if (begin->text.empty()) return false;
  sweep.hash = begin->text;
  sweep.call.reset();
  Follower follower(points, sweep, rows, go_on);
  follow(ranks, follower);
  return true;
}

}  // namespace headrace
