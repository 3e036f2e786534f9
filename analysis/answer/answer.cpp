#include "analysis/answer/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/answer/cache_honesty.h"
#include "analysis/answer/epoch_length.h"
#include "analysis/answer/inference_answer.h"
#include "analysis/answer/model_error.h"
#include "analysis/answer/replications.h"
#include "analysis/answer/start_up.h"
#include "analysis/figures/figures.h"
#include "analysis/text.h"
#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/figures.h"
#include "models/jobs/inference/inference_result.h"
#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

// How much later than its ranks a checkpoint is on the storage where that is worth a time of its own.
constexpr double kWorthASecond = 1.005;
// Above this share, in percent, checkpoints are worth a word in the sentence.
constexpr double kWorthAWord = 1;

// Says what a faster storage would give at most, from the share of the time that it could win.
std::string gain_text(double won) {
  if (won < 0.0005 || won >= 1) return {};
  if (won > 0.5)
    return fmt::format("A storage that is never waited for would give at most {:.1f} times the throughput.",
                       1 / (1 - won));
  return fmt::format("A storage that is never waited for would add at most {:.1f} % throughput.",
                     won / (1 - won) * 100);
}

std::string help_text(const JobResult& job, const Limitation& limitation) {
  if (limitation.limit == Limit::unknown) return {};
  std::string text = "What would help: " + limitation.help + ".";
  const auto* const inference = job.find<InferenceResult>();
  const bool works_through =
      job.kind == JobKind::training || (inference != nullptr && !inference->is_streaming());
  const std::string gain = works_through ? gain_text(limitation.won_at_most) : std::string();
  return gain.empty() ? text : text + " " + gain;
}

// DLIO's rule leaves out first steps and the time between blocks, which may be most of a job's time.
constexpr double kWorthBoth = 2;  // Percentage points.

std::string target_text(const JobResult& job) {
  const std::optional<bool> passes = passes_au(job);
  if (!passes) return {};
  return fmt::format("target {:g} %: {}", job.au_threshold_percent, *passes ? "pass" : "miss");
}

std::string utilisation_text(const JobResult& job, const Spread& au) {
  const bool one = job.accelerators == 1;
  const std::optional<double> busy = utilisation_percent(job);
  if (!job.au_percent)
    return fmt::format("{} {:.1f} % of the time (no AU: DLIO's rule counts no step of an epoch)",
                       one ? "computes" : "compute", busy.value_or(0));
  const std::string interval = au.count > 1 ? fmt::format(" [{:.1f}, {:.1f}]", au.low, au.high) : "";
  const std::string target = target_text(job);
  if (!busy || std::abs(*busy - *job.au_percent) <= kWorthBoth)
    return fmt::format("{} {:.1f} % AU{}{}", one ? "reaches" : "reach", *job.au_percent, interval,
                       target.empty() ? "" : " (" + target + ")");
  return fmt::format("{} {:.1f} % of the time ({:.1f} % AU{} by DLIO's rule{})", one ? "computes" : "compute",
                     *busy, *job.au_percent, interval, target.empty() ? "" : "; " + target);
}

std::string training_sentence(const JobResult& job, const Limitation& limitation, const Spread& au) {
  std::string text = accelerators_text(job) + " " + utilisation_text(job, au);
  if (const std::optional<double> stall = checkpoint_stall_percent(job); stall && *stall >= kWorthAWord)
    text += fmt::format(", {:.1f} % of the time in checkpoints", *stall);
  if (const std::optional<double> hits = cache_hit_rate(job))
    text += fmt::format(", {:.1f} % of samples from the cache", *hits * 100);
  if (job.restarts && job.restarts->count > 0) {
    text += ", " + count_noun(job.restarts->count, "failure");
    if (const std::optional<double> goodput = goodput_percent(job))
      text += fmt::format(" with {:.1f} % goodput", *goodput);
  }
  return text + limited_by_text(limitation);
}

// Says how long a checkpoint takes, and at what rate. The time is that until all ranks go on. What is written
// behind them counts until it is on the storage: no rate is above what the hardware gives.
std::string checkpoint_part(const JobResult& job, bool read, const char* verb) {
  double waited = 0, stored = 0, bytes = 0, count = 0;
  for (const SpanResult& span : job.checkpoints) {
    if (span.read != read) continue;
    const std::optional<double> rate = bytes_per_second(span);
    const auto size = static_cast<double>(span.bytes.count());
    waited += time_of_all(span).in_seconds();
    stored += rate && *rate > 0 ? size / *rate : std::numeric_limits<double>::infinity();
    bytes += size;
    ++count;
  }
  if (count == 0) return {};
  std::string text = fmt::format("{} {} in {}", verb, gibibytes_text(bytes / count),
                                 span_text(Duration::seconds(waited / count)));
  if (std::isinf(stored)) return text;
  if (stored > kWorthASecond * waited)
    text += fmt::format(", on the storage after {}", span_text(Duration::seconds(stored / count)));
  return text + fmt::format(" ({}/s)", gibibytes_text(bytes / stored));
}

std::string checkpoint_sentence(const JobResult& job, const Limitation& limitation) {
  const std::string writes = checkpoint_part(job, false, "write");
  const std::string reads = checkpoint_part(job, true, "read");
  return fmt::format("{} {}{}{}{}", accelerators_text(job), writes,
                     !writes.empty() && !reads.empty() ? ", " : "", reads, limited_by_text(limitation));
}

// Says what the kind of the job is for: "8 ranks on 2 nodes: read at 3,120 operations/s, 6.54 GB/s, p99 8.80
// ms".
std::string sentence_of_kind(const JobResult& job, const Limitation& limitation) {
  std::string text = fmt::format("{} on {}: {}", ranks_text(job), count_noun(job.nodes, "node"), job.model);
  const char* before = " at ";
  for (const SaidFigure& said : job.found.get()->headlines()) {
    const FigureRow* const row = find_figure_row(said.path);
    const std::optional<double> value = row == nullptr ? std::nullopt : value_of(*row, job).number;
    if (value) text += std::exchange(before, ", ") + said_text(said, *value);
  }
  return text + limited_by_text(limitation);
}

std::string sentence_of(const JobResult& job, const Limitation& limitation, const Spread& au) {
  if (job.kind == JobKind::training) return training_sentence(job, limitation, au);
  if (job.find<InferenceResult>() != nullptr) return inference_sentence(job, limitation);
  return job.found.get() == nullptr ? checkpoint_sentence(job, limitation)
                                    : sentence_of_kind(job, limitation);
}

bool has_figures(const JobResult& job) {
  if (const KindResult* const found = job.found.get()) return found->measured();
  return job.kind == JobKind::training ? !job.epochs.empty() : !job.checkpoints.empty();
}

std::string failure_text(const JobFailure& failure) {
  const std::string lost = fixed((failure.at - failure.saved).in_seconds(), 1);
  return fmt::format("failed at {:.1f} s of simulated time with {}, and lost {} s of work",
                     failure.at.since_start().in_seconds(), failure.node, lost);
}

std::string unfinished_text(const JobResult& job, const RunOutcome& outcome) {
  if (job.failure) return failure_text(*job.failure);
  const std::string at = fixed(outcome.at.since_start().in_seconds(), 1) + " s of simulated time";
  switch (outcome.end) {
    case RunEnd::finished: return {};
    case RunEnd::stalled: return "stalled at " + at;
    case RunEnd::time_limit: return "time limit reached at " + at;
    case RunEnd::event_limit: return "event limit reached at " + at;
    case RunEnd::stopped: return "interrupted at " + at;
  }
  return {};
}

}  // namespace

std::string ranks_text(const JobResult& job) { return count_noun(job.accelerators, "rank"); }

std::string accelerators_text(const JobResult& job) {
  if (job.accelerator.empty()) return count_noun(job.accelerators, "accelerator");
  return fmt::format("{} x {}", job.accelerators, job.accelerator);
}

Answer answer_of(const JobResult& job, std::span<const ResourceResult> resources, const RunOutcome& outcome,
                 const Spread& au) {
  Answer answer;
  answer.job = job.name;
  answer.limitation = find_limitation(job, resources);
  const std::string unfinished = unfinished_text(job, outcome);
  const bool measured = has_figures(job);
  if (!measured || outcome.end == RunEnd::stalled) {
    answer.sentence =
        fmt::format("no answer: {}{}", unfinished.empty() ? "the job did nothing" : unfinished,
                    unfinished.empty() || measured ? "" : ", before anything could be measured");
    return answer;
  }
  answer.sentence = sentence_of(job, answer.limitation, au);
  if (!unfinished.empty()) answer.sentence = "partial, " + unfinished + ": " + answer.sentence;
  answer.help = help_text(job, answer.limitation);
  if (unfinished.empty()) answer.sure = how_sure(job);
  answer.caches = cache_sentence(job);
  answer.short_epochs = short_epochs_sentence(job);
  answer.start_up = start_up_sentence(job);
  answer.simulated_steps = simulated_steps_sentence(job);
  return answer;
}

namespace {

// Collects the histograms among the parts of a result, in their order.
class HistogramsOf final : public Parts {
 public:
  explicit HistogramsOf(KindResult& found) { found.visit(*this); }

  const std::vector<Histogram*>& all() const { return all_; }

  void part(std::string_view /*name*/, std::int64_t& /*value*/) override {}
  void part(std::string_view /*name*/, double& /*value*/) override {}
  void part(std::string_view /*name*/, std::string& /*value*/) override {}
  void part(std::string_view /*name*/, Histogram& value) override { all_.push_back(&value); }

 private:
  void word(std::string_view, std::size_t&, std::span<const std::string_view>) override {}
  void enter(std::string_view) override {}
  void leave() override {}
  bool has_value(std::string_view, bool there) override { return there; }
  std::size_t size(std::size_t there) override { return there; }

  std::vector<Histogram*> all_;
};

// Puts the histograms of all runs that count in place of those of one.
void pool_histograms(std::span<const RunResult> runs, std::size_t job, JobResult& averaged) {
  averaged.step_wait = Histogram();
  std::vector<Histogram*> pooled;
  if (KindResult* const found = averaged.found.get()) pooled = HistogramsOf(*found).all();
  for (Histogram* const own : pooled) *own = Histogram();
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    averaged.step_wait.merge(run->jobs[job].step_wait);
    AnyKindResult of_run = run->jobs[job].found;
    if (of_run.get() == nullptr) continue;
    const HistogramsOf own(*of_run.get());
    for (std::size_t i = 0; i < std::min(pooled.size(), own.all().size()); ++i)
      pooled[i]->merge(*own.all()[i]);
  }
}

// Puts the mean of what the ranks of all runs that count did in place of what those of one did.
void average_time_budget(std::span<const RunResult> runs, std::size_t job, JobResult& averaged) {
  std::map<std::tuple<std::int64_t, Cause, Activity>, Duration> sums;
  std::int64_t count = 0;
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    ++count;
    for (const TimeBudgetRow& row : run->jobs[job].time_budget)
      sums[{row.rank, row.cause, row.activity}] += row.spent;
  }
  if (count == 0) return;
  averaged.time_budget.clear();
  for (const auto& [of, sum] : sums) {
    TimeBudgetRow row;
    std::tie(row.rank, row.cause, row.activity) = of;
    row.spent = sum / count;
    averaged.time_budget.push_back(row);
  }
}

}  // namespace

JobResult averaged_job(std::span<const RunResult> runs, std::size_t job) {
  JobResult averaged = representative(runs).jobs.at(job);
  if (runs.size() < 2) return averaged;
  const auto average = [&](std::optional<double>& value, const char* path) {
    const Spread spread = figure_over(runs, job, path);
    if (value && spread.count > 0) value = spread.mean;
  };
  average(averaged.au_percent, "au_percent");
  average(averaged.samples_per_second, "samples_per_second");
  average(averaged.mib_per_second, "mib_per_second");
  pool_histograms(runs, job, averaged);
  average_time_budget(runs, job, averaged);
  return averaged;
}

std::vector<Answer> answers_of(std::span<const RunResult> runs) {
  const RunResult& run = representative(runs);
  std::vector<Answer> answers;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const Spread au = figure_over(runs, job, "au_percent");
    answers.push_back(answer_of(averaged_job(runs, job), run.resources, joint_outcome(runs), au));
  }
  return answers;
}

}  // namespace headrace
