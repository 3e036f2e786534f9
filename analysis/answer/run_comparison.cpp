#include "analysis/answer/run_comparison.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "analysis/text.h"

namespace headrace {

namespace {

using Key = std::pair<std::int64_t, std::int64_t>;  // Seed and replication.

std::map<Key, const ComparedRun*> latest(const std::vector<ComparedRun>& runs) {
  std::map<Key, const ComparedRun*> by_key;
  for (const ComparedRun& run : runs) {
    const ComparedRun*& kept = by_key[{run.seed, run.replication}];
    if (kept == nullptr || kept->id < run.id) kept = &run;
  }
  return by_key;
}

void find_pairs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second,
                RunComparison& comparison) {
  const auto of_first = latest(first), of_second = latest(second);
  std::vector<std::pair<const ComparedRun*, const ComparedRun*>> all, whole;
  for (const auto& [key, run] : of_first) {
    const auto found = of_second.find(key);
    if (found == of_second.end()) continue;
    all.emplace_back(run, found->second);
    if (run->finished && found->second->finished) whole.push_back(all.back());
  }
  comparison.unpaired = of_first.size() + of_second.size() - 2 * all.size();
  comparison.partial = whole.empty() && !all.empty();
  comparison.unfinished = comparison.partial ? 0 : all.size() - whole.size();
  comparison.pairs = whole.empty() ? std::move(all) : std::move(whole);
}

// A figure that some run lacks is compared over the pairs that have it.
void compare_figures(RunComparison& comparison) {
  struct Values {
    std::vector<double> first, second;
    std::string unit;
    bool of_distribution = false;
  };
  std::map<ComparedFigure, Values> gathered;
  for (const auto& [first, second] : comparison.pairs) {
    for (const auto& [name, value] : first->figures) {
      const auto found = second->figures.find(name);
      if (found == second->figures.end() || found->second.unit != value.unit) continue;
      Values& values = gathered[name];
      values.first.push_back(value.value);
      values.second.push_back(found->second.value);
      values.unit = value.unit;
      values.of_distribution = value.of_distribution;
    }
  }
  for (const auto& [name, values] : gathered)
    comparison.figures.push_back(
        {name, values.unit, values.of_distribution, paired_difference(values.first, values.second)});
}

// What users of a job wait for, the first that a job has.
struct Merit {
  std::string_view figure, words;
};
constexpr Merit kMerits[] = {{"probe.operations_per_second", "operations/s"},
                             {"inference.latency_ms.p99", "p99 latency (ms)"},
                             {"samples_per_second", "samples/s"},
                             {"inference.requests_per_second", "requests/s"},
                             {"checkpoint_seconds", "seconds in checkpoints"},
                             {"duration", "seconds of run time"}};

struct Chosen {
  const FigureDifference* difference = nullptr;
  std::string_view words;
};

Chosen choose(const std::vector<FigureDifference>& figures, const std::string& job) {
  for (const Merit& merit : kMerits)
    for (const FigureDifference& one : figures)
      if (one.name.job == job && one.name.figure == merit.figure && one.paired.first.greatest > 0)
        return {&one, merit.words};
  return {};
}

std::string pairs_text(std::size_t count) {
  return count == 1 ? "in one pair, which has no interval"
                    : "over " + count_noun(static_cast<std::int64_t>(count), "pair");
}

std::string sentence_of(const Chosen& chosen) {
  const PairedDifference& paired = chosen.difference->paired;
  const std::string& job = chosen.difference->name.job;
  const std::string pairs = pairs_text(paired.difference.count);
  if (chosen.difference->is_equal())
    return fmt::format("{} has the same {} in A and B {}: {}", job, chosen.words, pairs,
                       grouped(paired.first.mean));
  const Spread& percent = paired.percent;
  const bool less = percent.mean < 0;
  const double low = less ? -percent.high : percent.low, high = less ? -percent.low : percent.high;
  const std::string interval =
      percent.count < 2 ? std::string() : fmt::format(" [{:.2f}, {:.2f}]", low, high);
  const std::string amount = fmt::format("{:.2f} % {}", std::abs(percent.mean), less ? "less" : "more");
  const std::string values =
      fmt::format("{} against {}", grouped(paired.second.mean), grouped(paired.first.mean));
  if (!paired.differs())
    return fmt::format("no clear difference: B gives {} {} {} than A{} {}: {}", job, amount, chosen.words,
                       interval, pairs, values);
  return fmt::format("B gives {} {} {} than A{} {}: {}", job, amount, chosen.words, interval, pairs, values);
}

// The job that differs most stands first, one that differs clearly before one that does not.
void write_sentences(RunComparison& comparison) {
  double most = -1;
  std::string job;
  for (const FigureDifference& figure : comparison.figures) {
    if (figure.name.job == job) continue;
    job = figure.name.job;
    const Chosen chosen = choose(comparison.figures, job);
    if (chosen.difference == nullptr) continue;
    const std::string sentence = sentence_of(chosen);
    constexpr double kClearly = 1e9;
    const PairedDifference& paired = chosen.difference->paired;
    const double size = std::abs(paired.percent.mean) + (paired.differs() ? kClearly : 0);
    if (size > most) comparison.sentence = sentence;
    most = std::max(most, size);
    comparison.job_sentences.push_back(sentence);
  }
  if (comparison.job_sentences.size() == 1) comparison.job_sentences.clear();
  if (comparison.partial) comparison.sentence = "partial, no pair finished: " + comparison.sentence;
}

}  // namespace

RunComparison compare_runs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second) {
  RunComparison comparison;
  find_pairs(first, second, comparison);
  compare_figures(comparison);
  write_sentences(comparison);
  return comparison;
}

}  // namespace headrace
