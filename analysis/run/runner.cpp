#include "analysis/run/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "analysis/run/worker.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBatch = 100;        // Runs of one transaction.
constexpr std::size_t kMostWaiting = 256;  // Runs that wait to be stored.
constexpr auto kBatchTime = std::chrono::milliseconds(200);
constexpr auto kLookTime = std::chrono::milliseconds(50);

}  // namespace

// The threads, the queue between them and the writer, and what they are told.
class SweepRunner::Workers {
 public:
  explicit Workers(SweepRunner& runner) : runner_(runner), runs_left_(runner.options_.most_runs) {
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(runner.options_.threads, 1));
    const std::size_t count = std::min(wanted, runner.tasks_.size());
    progress_ = std::vector<std::atomic<double>>(count);
    working_ = count;
    try {
      for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { work(i); });
    } catch (...) {
      end();
      throw;
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { end(); }

  void stop() { stop_ = true; }
  bool out_of_runs() const { return out_of_runs_; }
  std::exception_ptr failure() const { return failure_; }  // Of a thread; asked when all have ended.

  // Moves what waits behind `batch`, after waiting a while; false when nothing will come any more.
  bool take(std::vector<FinishedRun>& batch) {
    std::unique_lock lock(mutex_);
    to_writer_.wait_for(lock, kLookTime, [this] { return waiting_.size() >= kBatch || working_ == 0; });
    for (FinishedRun& run : waiting_) batch.push_back(std::move(run));
    waiting_.clear();
    to_workers_.notify_all();
    return working_ > 0;
  }

  double tasks_done() const {
    double done = static_cast<double>(tasks_done_.load());
    for (const std::atomic<double>& part : progress_) done += part;
    return done;
  }

 private:
  class Thread final : public PointWorker::Host {
   public:
    Thread(Workers& workers, std::atomic<double>& progress) : workers_(workers), progress_(progress) {}

    bool may_run() override {
      if (workers_.stop_) return false;
      if (workers_.runs_left_.fetch_sub(1) > 0) return true;
      workers_.out_of_runs_ = true;
      return false;
    }
    bool watch(const RunProgress& progress) override {
      progress_ = progress.done;
      return !workers_.stop_;
    }
    void give(FinishedRun run) override {
      progress_ = 0;
      workers_.put(std::move(run));
    }

   private:
    Workers& workers_;
    std::atomic<double>& progress_;
  };

  void put(FinishedRun run) {
    std::unique_lock lock(mutex_);
    to_workers_.wait(lock, [this] { return waiting_.size() < kMostWaiting || abandoned_; });
    waiting_.push_back(std::move(run));
    if (waiting_.size() >= kBatch) to_writer_.notify_one();
  }

  void work(std::size_t index) {
    try {
      Thread host(*this, progress_[index]);
      PointWorker worker(runner_.sweep_, host);
      for (std::size_t next = next_++; next < runner_.tasks_.size() && !stop_; next = next_++) {
        if (!run(worker, runner_.tasks_[next])) break;
        progress_[index] = 0;
        ++tasks_done_;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    to_writer_.notify_one();
  }

  bool run(PointWorker& worker, const Task& task) {
    if (task.replication > 0) return worker.run(task.point, task.replication);
    const auto known = runner_.begun_.find(task.point);
    return worker.run_until_precise(task.point,
                                    known == runner_.begun_.end() ? std::vector<double>() : known->second);
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      abandoned_ = true;  // Nobody stores what still waits.
    }
    to_workers_.notify_all();
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  SweepRunner& runner_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::int64_t> runs_left_;
  std::atomic<std::int64_t> tasks_done_ = 0;
  std::atomic<bool> stop_ = false, out_of_runs_ = false;
  std::vector<std::atomic<double>> progress_;

  std::mutex mutex_;
  std::condition_variable to_writer_, to_workers_;
  std::deque<FinishedRun> waiting_;
  std::size_t working_ = 0;
  bool abandoned_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

SweepRunner::SweepRunner(const Sweep& sweep, Ledger& ledger, const RunnerOptions& options)
    : sweep_(sweep), ledger_(ledger), options_(options) {
  find_tasks();
  take_stock();
}

void SweepRunner::find_tasks() {
  const bool precise = sweep_.spec().precision.has_value();
  const std::int64_t replications = sweep_.base().measure.replications;
  for (std::int64_t point = options_.shard.index - 1; point < sweep_.size(); point += options_.shard.count) {
    ++state_.points;
    if (ledger_.is_over(point)) continue;
    if (precise) {
      tasks_.push_back({point, 0});
      if (!ledger_.replications(point).empty())
        begun_[point] = ledger_.figures(point, sweep_.spec().precision->figure);
    } else {
      const std::set<std::int64_t>& stored = ledger_.replications(point);
      const std::size_t before = tasks_.size();
      for (std::int64_t replication = 1; replication <= replications; ++replication)
        if (!stored.contains(replication)) tasks_.push_back({point, replication});
      // All are there, of several files that were merged, but nobody said that the point is over.
      if (tasks_.size() == before) tasks_.push_back({point, replications});
    }
  }
}

void SweepRunner::take_stock() {
  state_.points_over = 0;
  for (std::int64_t point = options_.shard.index - 1; point < sweep_.size(); point += options_.shard.count)
    state_.points_over += ledger_.is_over(point) ? 1 : 0;
}

SweepEnd SweepRunner::run(SweepWatch watch) {
  const std::int64_t runs_before = ledger_.counts().runs;
  // Also where all would be over before the next look.
  if (!tasks_.empty() && watch.go_on != nullptr && !watch.go_on(watch.context, state_))
    return SweepEnd::stopped;
  Workers workers(*this);
  std::vector<FinishedRun> batch;
  Clock::time_point begun = Clock::now();
  bool stopped = false;
  for (bool more = true; more;) {
    if (batch.empty()) begun = Clock::now();
    more = workers.take(batch);
    if (batch.size() >= kBatch || !more || Clock::now() - begun >= kBatchTime) {
      ledger_.add(batch);
      batch.clear();
      take_stock();
    }
    state_.runs = ledger_.counts().runs - runs_before;
    state_.done = tasks_.empty() ? 1 : workers.tasks_done() / static_cast<double>(tasks_.size());
    if (stopped || watch.go_on == nullptr || watch.go_on(watch.context, state_)) continue;
    stopped = true;
    workers.stop();
  }
  if (workers.failure()) std::rethrow_exception(workers.failure());
  if (state_.points_over == state_.points) return SweepEnd::complete;
  return workers.out_of_runs() && !stopped ? SweepEnd::most_runs : SweepEnd::stopped;
}

LedgerSweep ledger_sweep(const Sweep& sweep) {
  const Scenario& base = sweep.base();
  LedgerSweep ledger;
  ledger.hash = sweep.hash();
  ledger.name = sweep.name();
  ledger.design_text = sweep.design_text();
  ledger.points = sweep.size();
  for (const SweepAxis& axis : sweep.axes()) ledger.axes.push_back(axis.path);
  ledger.replications = sweep.spec().precision ? 0 : base.measure.replications;
  ledger.provenance.resolved_text = write_scenario(base, true);
  ledger.provenance.fidelity = kFidelities[static_cast<std::size_t>(base.measure.fidelity)];
  ledger.provenance.revision = program_revision();
  ledger.provenance.base_hash = scenario_hash(base);
  ledger.provenance.base_name = base.name;
  return ledger;
}

}  // namespace headrace
