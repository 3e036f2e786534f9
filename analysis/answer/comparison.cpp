#include "analysis/answer/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/answer/inference_answer.h"
#include "analysis/answer/replications.h"
#include "analysis/figures/figures.h"
#include "analysis/statistics/best_of.h"
#include "analysis/text.h"
#include "models/jobs/figures.h"

namespace headrace {

bool failed(const ArmRuns& arm) {
  return std::any_of(arm.runs.begin(), arm.runs.end(), [](const RunResult& run) {
    return std::any_of(run.jobs.begin(), run.jobs.end(),
                       [](const JobResult& job) { return job.failure.has_value(); });
  });
}

bool finished(const ArmRuns& arm) {
  return !failed(arm) && std::all_of(arm.runs.begin(), arm.runs.end(), [](const RunResult& run) {
    return run.outcome.end == RunEnd::finished;
  });
}

const RunOutcome& joint_outcome(std::span<const ArmRuns> arms) {
  const auto found = std::find_if_not(arms.begin(), arms.end(), finished);
  return joint_outcome(found == arms.end() ? arms.front().runs : found->runs);
}

std::optional<Figure> figure_of_arm(std::span<const ArmRuns> arms, std::string_view metric) {
  for (const ArmRuns& arm : arms) {
    const std::string prefix = "arms." + arm.name + ".";
    if (metric.starts_with(prefix)) return named_figure(arm.runs, metric.substr(prefix.size()));
  }
  return {};
}

namespace {

// A difference below this, in percent, is called none also where a single run shows it exactly.
constexpr double kLeastDifference = 0.05;

constexpr const char* kCheckpoints = "checkpoint_all_seconds";

double merit_of(const RunResult& run, std::size_t job, const Merit& merit) {
  const double all = find_job_figure(run, job, merit.path).value_or(0);
  return merit.each ? all / static_cast<double>(run.jobs[job].accelerators) : all;
}

// Returns the batches that each rank of a job trained on, or each model that ranks share.
std::int64_t batches_of(const JobResult& job) {
  std::int64_t steps = 0;
  for (const EpochResult& epoch : job.epochs) steps += epoch.steps;
  return steps * (job.step ? job.step->micro_batches : 1);
}

std::int64_t models_of(const JobResult& job) {
  if (job.step && job.step->participants > 0) return job.step->participants;
  return job.step ? job.accelerators / (job.step->tensor * job.step->pipeline) : job.accelerators;
}

const JobResult& result_of(const ArmRuns& arm, std::size_t job) { return arm.runs.front().jobs[job]; }

// Tells whether all arms have as many accelerators for a job.
bool same_accelerators(std::span<const ArmRuns> arms, std::size_t job) {
  return std::all_of(arms.begin(), arms.end(), [&](const ArmRuns& arm) {
    return result_of(arm, job).accelerators == result_of(arms.front(), job).accelerators;
  });
}

bool same_work(const JobResult& a, const JobResult& b) {
  if (a.found.get() != nullptr && b.found.get() != nullptr) return a.found.get()->same_work(*b.found.get());
  return batches_of(a) * models_of(a) == batches_of(b) * models_of(b) && a.files_train == b.files_train;
}

// Time where all arms did the same work, of arms of different sizes each accelerator; else the rate of it.
Merit choose_merit(std::span<const ArmRuns> arms, std::size_t job) {
  const JobResult& first = result_of(arms.front(), job);
  if (first.kind == JobKind::checkpoint) return {kCheckpoints, true};
  const bool one_size = same_accelerators(arms, job), trains = first.found.get() == nullptr;
  const bool same = std::all_of(arms.begin(), arms.end(), [&](const ArmRuns& arm) {
    const JobResult& other = result_of(arm, job);
    const bool as_much =
        one_size ? same_work(first, other) : trains && batches_of(first) == batches_of(other);
    return finished(arm) && as_much;
  });
  if (same) return {"seconds", true};
  if (trains)
    return {"samples_per_second", false, one_size ? "samples/s" : "samples/s of each accelerator", !one_size};
  const SaidFigure said = first.found.get()->headlines().front();
  const bool less = find_figure_row(said.path)->better == Better::less;
  return {std::string(said.path), less, std::string(said.words)};
}

// "2 to 512 accelerators"
std::string range_text(std::int64_t low, std::int64_t high, const char* noun) {
  if (low == high) return count_noun(low, noun);
  return fmt::format("{} to {}", low, count_noun(high, noun));
}

// Says how the arms differ in size, and what is compared for it; nothing where they do not.
std::string size_text(std::span<const ArmRuns> arms, const JobComparison& compared, std::size_t job) {
  const auto range = [&](std::int64_t JobResult::* member) {
    const auto [low, high] = std::minmax_element(arms.begin(), arms.end(), [&](const auto& a, const auto& b) {
      return result_of(a, job).*member < result_of(b, job).*member;
    });
    return std::pair(result_of(*low, job).*member, result_of(*high, job).*member);
  };
  const auto [fewest, most] = range(&JobResult::accelerators);
  const auto [least_nodes, most_nodes] = range(&JobResult::nodes);
  if (fewest == most && least_nodes == most_nodes) return {};
  std::string text = "; arms differ in size: " + range_text(fewest, most, "accelerator") + " on " +
                     range_text(least_nodes, most_nodes, "node");
  if (fewest == most) return text;
  if (compared.merit.each) return text + ", so it is the rate of each accelerator that is compared";
  if (compared.merit.path == "seconds") return text + ", each with the same work";
  return text;
}

// Returns how many times better than the first arm: 1.25 is a quarter more done, or a fifth of the time less.
double improvement(double value, double first, const Merit& merit) {
  if (value <= 0 || first <= 0) return 1;
  return merit.less_is_better ? first / value : value / first;
}

std::size_t pairs_of(const ArmRuns& arm, const ArmRuns& first) {
  return std::min(arm.runs.size(), first.runs.size());
}

JobComparison compare_job(std::span<const ArmRuns> arms, std::size_t job) {
  JobComparison comparison;
  comparison.job = arms.front().runs.front().jobs[job].name;
  comparison.merit = choose_merit(arms, job);
  for (const ArmRuns& arm : arms) {
    std::vector<double> values;
    for (const RunResult& run : arm.runs) values.push_back(merit_of(run, job, comparison.merit));
    std::vector<double> differences;
    for (std::size_t r = 0; r < pairs_of(arm, arms.front()); ++r) {
      const double first = merit_of(arms.front().runs[r], job, comparison.merit);
      if (first > 0) differences.push_back(100 * (values[r] / first - 1));
    }
    const Spread value = figure_over(arm.runs, job, comparison.merit.path);
    comparison.values.push_back(value.count > 0 && !comparison.merit.each ? value : spread_of(values));
    comparison.differences.push_back(spread_of(differences));
  }
  return comparison;
}

// Returns the logarithm of how much better than the first arm, a mean over jobs for each replication.
std::vector<double> scores_of(const ArmRuns& arm, const ArmRuns& first,
                              const std::vector<JobComparison>& jobs) {
  std::vector<double> scores;
  for (std::size_t r = 0; r < pairs_of(arm, first); ++r) {
    double sum = 0;
    for (std::size_t job = 0; job < jobs.size(); ++job)
      sum += std::log(improvement(merit_of(arm.runs[r], job, jobs[job].merit),
                                  merit_of(first.runs[r], job, jobs[job].merit), jobs[job].merit));
    scores.push_back(sum / static_cast<double>(jobs.size()));
  }
  return scores;
}

Spread gain_of(std::span<const double> scores) {
  std::vector<double> gains;
  for (const double score : scores) gains.push_back(100 * (std::exp(score) - 1));
  return spread_of(gains);
}

// Returns whether several replications did the same events at the same times, and were merely spared nothing.
bool is_exact(const ArmRuns& arm) {
  const RunResult& first = arm.runs.front();
  return arm.runs.size() > 1 && std::all_of(arm.runs.begin(), arm.runs.end(), [&](const RunResult& run) {
           return run.outcome.fingerprint == first.outcome.fingerprint && !run.disturbed;
         });
}

std::string value_text(const JobComparison& job, std::size_t arm) {
  const double value = job.values[arm].mean;
  if (job.merit.path == "seconds") return "done in " + span_text(Duration::seconds(value));
  if (job.merit.path == kCheckpoints) return span_text(Duration::seconds(value)) + " in checkpoints";
  return said_text({job.merit.path, job.merit.words}, value);
}

std::string interval_text(const Spread& spread, double sign) {
  if (spread.count < 2) return {};
  const double low = std::min(sign * spread.low, sign * spread.high);
  const double high = std::max(sign * spread.low, sign * spread.high);
  return fmt::format(" [{:.1f}, {:.1f}]", low, high);
}

// "3.1 % less than lru [2.8, 3.4]"
std::string difference_text(const Spread& difference, const std::string& first) {
  const bool less = difference.mean < 0;
  return fmt::format("{:.1f} % {} than {}{}", std::abs(difference.mean), less ? "less" : "more", first,
                     interval_text(difference, less ? -1 : 1));
}

// Adds the AU and the hits of the best and of the first.
std::string beside_text(const ArmRuns& best, const ArmRuns& first, std::size_t job) {
  std::string text;
  const auto add = [&](const char* path, double scale, const char* what) {
    const Spread here = figure_over(best.runs, job, path);
    const Spread there = figure_over(first.runs, job, path);
    if (here.count == 0 || there.count == 0) return;
    if (std::abs(here.mean - there.mean) * scale < kLeastDifference) return;
    text += fmt::format("; {:.1f} % {} against {:.1f} %", here.mean * scale, what, there.mean * scale);
  };
  if (best.runs.front().jobs[job].kind == JobKind::training) add("au_percent", 1, "AU");
  add("cache.hit_rate", 100, "cache hits");
  return text;
}

std::string job_sentence(const Comparison& comparison, std::span<const ArmRuns> arms, std::size_t job) {
  const JobComparison& compared = comparison.jobs[job];
  const std::size_t ahead = comparison.ahead;
  std::string text = value_text(compared, ahead);
  const std::string sizes = size_text(arms, compared, job);
  if (ahead == 0 || !finished(arms.front())) return text + sizes;
  text += ", " + difference_text(compared.differences[ahead], arms.front().name);
  return text + beside_text(arms[ahead], arms.front(), job) + sizes;
}

std::string names_of(std::span<const ArmRuns> arms, std::span<const std::size_t> which) {
  std::string text;
  for (std::size_t i = 0; i < which.size(); ++i)
    text += (i == 0 ? "" : i + 1 == which.size() ? " and " : ", ") + arms[which[i]].name;
  return text;
}

// Returns what the arm ahead gives, beside the first.
std::string figures_text(const Comparison& comparison, std::span<const ArmRuns> arms) {
  if (comparison.jobs.size() == 1) return job_sentence(comparison, arms, 0);
  if (comparison.ahead == 0 || !finished(arms.front()))
    return fmt::format("over {} jobs", comparison.jobs.size());
  const Spread& gain = comparison.gains[comparison.ahead];
  std::string better, worse;
  for (const JobComparison& job : comparison.jobs) {
    const double more = job.differences[comparison.ahead].mean * (job.merit.less_is_better ? -1 : 1);
    if (std::abs(more) < kLeastDifference) continue;
    std::string& list = more > 0 ? better : worse;
    list += (list.empty() ? "" : ", ") + job.job;
  }
  std::string text = fmt::format("{:.1f} % better than {}{} over {} jobs, by their geometric mean", gain.mean,
                                 arms.front().name, interval_text(gain, 1), comparison.jobs.size());
  if (!worse.empty()) text += fmt::format("; better for {}, worse for {}", better, worse);
  return text;
}

constexpr std::size_t kFirstGuess = 5;  // Replications to ask for where nothing is known of chance.

std::string unnamed_text(const Comparison& comparison, std::span<const ArmRuns> arms,
                         std::size_t finished_arms, std::size_t wanted) {
  const ArmRuns& ahead = arms[comparison.ahead];
  if (finished_arms == 1) return fmt::format("no arm is named best: {} alone has finished: ", ahead.name);
  if (ahead.runs.size() < 2) {
    const std::string one = fmt::format(
        "no arm is named best: one replication has no interval (measure.replications={} gives one); ",
        kFirstGuess);
    if (comparison.tied.size() == finished_arms) return one + "all arms come to the same: ";
    return one + fmt::format("ahead is {}: ", names_of(arms, comparison.tied));
  }
  std::string text = comparison.tied.size() == finished_arms ? "no arm is named best: " : "";
  text += names_of(arms, comparison.tied) + " are tied";
  if (text.starts_with("no"))
    text += comparison.exact ? ", exactly" : " within noise";
  else
    text += fmt::format(" as the best of {}", count_noun(static_cast<std::int64_t>(arms.size()), "arm"));
  if (comparison.exact) return text + ": ";
  if (wanted > 0) text += fmt::format("; measure.replications={} might tell", wanted);
  return text + fmt::format("; ahead is {}: ", ahead.name);
}

std::string sentence_of(const Comparison& comparison, std::span<const ArmRuns> arms,
                        std::size_t finished_arms, std::size_t wanted) {
  const ArmRuns& ahead = arms[comparison.ahead];
  if (finished_arms == 0)
    return fmt::format("partial, no arm finished, and none is ranked: {}: {}", ahead.name,
                       figures_text(comparison, arms));
  const std::string partial = finished_arms == arms.size() ? "" : "partial, not every arm finished: ";
  if (!comparison.crowned)
    return partial + unnamed_text(comparison, arms, finished_arms, wanted) + figures_text(comparison, arms);
  return partial + fmt::format("{} is the best of {}: {}", ahead.name,
                               count_noun(static_cast<std::int64_t>(arms.size()), "arm"),
                               figures_text(comparison, arms));
}

// Ranks the arms that finished; gives back their number and the replications that might tell ties apart.
std::pair<std::size_t, std::size_t> rank(Comparison& comparison, std::span<const ArmRuns> arms) {
  std::vector<std::vector<double>> scores;
  std::vector<std::size_t> candidates;
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    std::vector<double> own = scores_of(arms[arm], arms.front(), comparison.jobs);
    comparison.gains.push_back(gain_of(own));
    if (!finished(arms[arm])) continue;
    candidates.push_back(arm);
    scores.push_back(std::move(own));
  }
  if (candidates.empty()) return {0, 0};
  comparison.exact =
      std::all_of(candidates.begin(), candidates.end(), [&](std::size_t arm) { return is_exact(arms[arm]); });
  const BestOf found = best_of(scores, comparison.exact, std::log1p(kLeastDifference / 100));
  comparison.ahead = candidates[found.ahead];
  comparison.crowned = found.crowned && candidates.size() > 1;
  const bool has_one = arms[comparison.ahead].runs.size() < 2;
  comparison.tied.push_back(comparison.ahead);
  for (const std::size_t other : found.tied) {
    // A single replication ties those that come to the same.
    const double behind = comparison.gains[comparison.ahead].mean - comparison.gains[candidates[other]].mean;
    if (!has_one || behind < kLeastDifference) comparison.tied.push_back(candidates[other]);
  }
  std::sort(comparison.tied.begin(), comparison.tied.end());
  return {candidates.size(), found.replications};
}

}  // namespace

Comparison compare_arms(std::span<const ArmRuns> arms) {
  Comparison comparison;
  const std::size_t jobs = arms.front().runs.front().jobs.size();
  for (std::size_t job = 0; job < jobs; ++job) comparison.jobs.push_back(compare_job(arms, job));
  const auto [finished_arms, wanted] = rank(comparison, arms);
  comparison.sentence = sentence_of(comparison, arms, finished_arms, wanted);
  if (jobs > 1)
    for (std::size_t job = 0; job < jobs; ++job)
      comparison.job_sentences.push_back(comparison.jobs[job].job + ": " +
                                         job_sentence(comparison, arms, job));
  return comparison;
}

}  // namespace headrace
