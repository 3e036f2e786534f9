#include "analysis/run/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace headrace {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBatch = 100;        // Runs that are kept at once.
constexpr std::size_t kMostWaiting = 256;  // Runs that wait to be kept.
constexpr auto kBatchTime = std::chrono::milliseconds(200);
constexpr auto kLookTime = std::chrono::milliseconds(50);

}  // namespace

// The threads, the queue between them and the keeper, and what they are told.
class Runner::Workers {
 public:
  Workers(Runner& runner, bool stopped) : runner_(runner), runs_left_(runner.options_.most_runs) {
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(runner.options_.threads, 1));
    const std::size_t count = std::min(wanted, runner.tasks_.size());
    progress_ = std::vector<Progress>(count);
    working_ = count;
    stop_ = stopped;
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
  bool all_done() const { return tasks_done_ == static_cast<std::int64_t>(runner_.tasks_.size()); }

  // Moves what waits behind `batch`, after waiting a while; false when nothing will come any more.
  bool take(std::vector<FinishedRun>& batch) {
    std::unique_lock lock(mutex_);
    to_keeper_.wait_for(lock, kLookTime, [this] { return waiting_.size() >= kBatch || working_ == 0; });
    for (FinishedRun& run : waiting_) batch.push_back(std::move(run));
    waiting_.clear();
    to_workers_.notify_all();
    return working_ > 0;
  }

  void look(WorkState& state) const {
    double done = static_cast<double>(tasks_done_.load());
    state.events = 0;
    state.simulated_seconds = 0;
    for (const Progress& one : progress_) {
      done += one.done;
      state.events += one.events;
      state.simulated_seconds = std::max(state.simulated_seconds, one.simulated.load());
    }
    state.done = runner_.tasks_.empty() ? 1 : done / static_cast<double>(runner_.tasks_.size());
  }

 private:
  // How far the task of a thread is. A task has `parts` runs, as far as that is known.
  struct Progress {
    std::atomic<double> done = 0, simulated = 0;
    std::atomic<std::uint64_t> events = 0;
    double parts = 1, over = 0;  // Of the thread alone.

    void begin(double runs) {
      parts = runs;
      over = 0;
    }
    void end_run() { over = std::min(over + 1, parts - 1); }
    void tell(const RunProgress& at) {
      done = (over + at.done) / parts;
      simulated = at.at.since_start().in_seconds();
      events = at.events;
    }
  };

  class Thread final : public PointWorker::Host {
   public:
    Thread(Workers& workers, Progress& progress) : workers_(workers), progress_(progress) {}

    bool may_run() override {
      // Where runs that were cut are kept, the first is begun in any case: the answer is that of an instant.
      const bool first = workers_.begun_++ == 0 && workers_.runner_.points_.keep_cut_runs();
      if (workers_.stop_ && !first) return false;
      if (workers_.runs_left_.fetch_sub(1) > 0) return true;
      workers_.out_of_runs_ = true;
      return false;
    }
    bool watch(const RunProgress& progress) override {
      progress_.tell(progress);
      return !workers_.stop_;
    }
    void give(FinishedRun run) override {
      progress_.end_run();
      workers_.put(std::move(run));
    }

   private:
    Workers& workers_;
    Progress& progress_;
  };

  void put(FinishedRun run) {
    std::unique_lock lock(mutex_);
    to_workers_.wait(lock, [this] { return waiting_.size() < kMostWaiting || abandoned_; });
    waiting_.push_back(std::move(run));
    if (waiting_.size() >= kBatch) to_keeper_.notify_one();
  }

  void work(std::size_t index) {
    try {
      Thread host(*this, progress_[index]);
      PointWorker worker(runner_.points_, host);
      for (std::size_t next = next_++; next < runner_.tasks_.size(); next = next_++) {
        const PointTask& task = runner_.tasks_[next];
        progress_[index].begin(1 + static_cast<double>(runner_.points_.before(task.point).size()));
        if (!worker.run(task)) break;
        progress_[index].done = 0;
        ++tasks_done_;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    to_keeper_.notify_one();
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      abandoned_ = true;  // Nobody keeps what still waits.
    }
    to_workers_.notify_all();
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  Runner& runner_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::int64_t> runs_left_, begun_ = 0;
  std::atomic<std::int64_t> tasks_done_ = 0;
  std::atomic<bool> stop_ = false, out_of_runs_ = false;
  std::vector<Progress> progress_;

  std::mutex mutex_;
  std::condition_variable to_keeper_, to_workers_;
  std::deque<FinishedRun> waiting_;
  std::size_t working_ = 0;
  bool abandoned_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

Runner::Runner(const Points& points, Keeper& keeper, const RunnerOptions& options, WorkWatch watch)
    : points_(points), keeper_(keeper), options_(options), watch_(watch) {
  keeper_.count(state_);
}

void Runner::keep(std::vector<FinishedRun>& batch) {
  keeper_.keep(batch);
  for (const FinishedRun& run : batch) state_.runs += run.result ? 1 : 0;
  batch.clear();
  keeper_.count(state_);
}

WorkEnd Runner::run(std::vector<PointTask> tasks) {
  tasks_ = std::move(tasks);
  state_.done = tasks_.empty() ? 1 : 0;
  // Also where all would be over before the next look.
  bool stopped = !tasks_.empty() && !watch_(state_);
  if (stopped && !points_.keep_cut_runs()) return WorkEnd::stopped;
  Workers workers(*this, stopped);
  std::vector<FinishedRun> batch;
  Clock::time_point begun = Clock::now();
  for (bool more = true; more;) {
    if (batch.empty()) begun = Clock::now();
    more = workers.take(batch);
    if (batch.size() >= kBatch || !more || Clock::now() - begun >= kBatchTime) keep(batch);
    workers.look(state_);
    if (stopped || watch_(state_)) continue;
    stopped = true;
    workers.stop();
  }
  if (workers.failure()) std::rethrow_exception(workers.failure());
  if (workers.all_done()) return WorkEnd::complete;
  return workers.out_of_runs() && !stopped ? WorkEnd::most_runs : WorkEnd::stopped;
}

std::int64_t threads_for(std::int64_t asked) {
  return asked > 0 ? asked : static_cast<std::int64_t>(std::max(std::thread::hardware_concurrency(), 1U));
}

}  // namespace headrace
