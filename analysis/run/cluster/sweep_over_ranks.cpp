#include "analysis/run/cluster/sweep_over_ranks.h"

#include "analysis/run/cluster/rank_sweep.h"
#include "analysis/run/worker.h"

namespace headrace {

namespace {

class Leader final : public RankLeader {
 public:
  Leader(Ledger& ledger, std::vector<std::int64_t> of_shard, SweepWatch watch)
      : ledger_(ledger), of_shard_(std::move(of_shard)), watch_(watch), runs_before_(ledger.counts().runs) {
    state_.points = static_cast<std::int64_t>(of_shard_.size());
    take_stock();
    open_before_ = state_.points - state_.points_over;
  }

  std::vector<std::int64_t> open() const {
    std::vector<std::int64_t> points;
    for (const std::int64_t point : of_shard_)
      if (!ledger_.is_over(point)) points.push_back(point);
    return points;
  }
  void store(const std::string& results) override {
    ledger_.absorb(results);
    take_stock();
  }
  bool must_stop() override {
    if (!stopped_ && watch_.go_on != nullptr) stopped_ = !watch_.go_on(watch_.context, state_);
    return stopped_;
  }
  RankedSweep result() const {
    const bool complete = state_.points_over == state_.points;
    return {complete ? SweepEnd::complete : SweepEnd::stopped, state_};
  }

 private:
  void take_stock() {
    state_.points_over = 0;
    for (const std::int64_t point : of_shard_) state_.points_over += ledger_.is_over(point) ? 1 : 0;
    state_.runs = ledger_.counts().runs - runs_before_;
    const std::int64_t left = state_.points - state_.points_over;
    state_.done = open_before_ > 0 ? 1 - static_cast<double>(left) / static_cast<double>(open_before_) : 1;
  }

  Ledger& ledger_;
  std::vector<std::int64_t> of_shard_;
  SweepWatch watch_;
  std::int64_t runs_before_;
  std::int64_t open_before_ = 0;
  SweepState state_;
  bool stopped_ = false;
};

class Follower final : public RankWorker, private PointWorker::Host {
 public:
  Follower(const Sweep& sweep, RowChoice rows, bool (*go_on)())
      : sweep_(sweep), rows_(rows), go_on_(go_on), worker_(sweep, *this) {}

  void run(std::int64_t point) override {
    if (sweep_.spec().precision) {
      worker_.run_until_precise(point, {});
      return;
    }
    for (std::int64_t r = 1; r <= sweep_.base().measure.replications; ++r)
      if (!worker_.run(point, r)) return;
  }
  std::string take_results() override {
    if (runs_.empty()) return {};
    Ledger ledger(":memory:", ledger_sweep(sweep_), rows_);
    ledger.add(runs_);
    runs_.clear();
    return ledger.database().bytes();
  }
  bool must_stop() override { return !go_on_(); }

 private:
  bool may_run() override { return go_on_(); }
  bool watch(const RunProgress&) override { return go_on_(); }
  void give(FinishedRun run) override { runs_.push_back(std::move(run)); }

  const Sweep& sweep_;
  RowChoice rows_;
  bool (*go_on_)();
  std::vector<FinishedRun> runs_;
  PointWorker worker_;
};

}  // namespace

RankedSweep lead_sweep(Ranks& ranks, const Sweep& sweep, Ledger& ledger, const Shard& shard,
                       SweepWatch watch) {
  std::vector<std::int64_t> of_shard;
  for (std::int64_t point = shard.index - 1; point < sweep.size(); point += shard.count)
    of_shard.push_back(point);
  Leader leader(ledger, std::move(of_shard), watch);
  lead(ranks, PointQueue(leader.open(), ranks.count() - 1), leader);
  return leader.result();
}

void follow_sweep(Ranks& ranks, const Sweep& sweep, RowChoice rows, bool (*go_on)()) {
  Follower follower(sweep, rows, go_on);
  follow(ranks, follower);
}

}  // namespace headrace
