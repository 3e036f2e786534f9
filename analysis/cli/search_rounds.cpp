#include "analysis/cli/search_rounds.h"

#include <algorithm>

#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"

namespace headrace {

namespace {

// Counts what the other ranks have found of a round.
class RoundKeeper final : public Keeper {
 public:
  RoundKeeper(const PlanLedger& ledger, std::size_t tasks)
      : ledger_(ledger), before_(ledger.ledger().counts().runs), tasks_(static_cast<std::int64_t>(tasks)) {}

  void keep(std::span<FinishedRun> /*runs*/) override {}
  void count(WorkState& state) const override {
    state.points = tasks_;
    state.points_over = std::min(tasks_, ledger_.ledger().counts().runs - before_);
  }

 private:
  const PlanLedger& ledger_;
  std::int64_t before_, tasks_;
};

// The counts of accelerators as points.
class CountPoints final : public Points {
 public:
  explicit CountPoints(const AcceleratorCounts& counts) : counts_(counts) {}

  PreparedPoint prepare(std::int64_t point) const override {
    const std::int64_t count = AcceleratorCounts::count_of(point);
    std::vector<std::string> values;
    for (const SweepParameter& parameter : counts_.point(count).parameters) values.push_back(parameter.value);
    return prepared(counts_.scenario(count), std::move(values));
  }

 private:
  const AcceleratorCounts& counts_;
};

}  // namespace

PlanEvaluator::Around around_of(const SearchMeans& means, PlanLedger& ledger) {
  const WorkWatch watch = means.supervision.watch();
  PlanEvaluator::Around around{threads_for(means.threads), &ledger, watch};
  if (means.ranks.count() > 1)
    around.elsewhere = [&ranks = means.ranks, &ledger, watch](const std::vector<PointTask>& tasks) {
      const RoundKeeper keeper(ledger, tasks.size());
      const std::vector<PointTask> designs = ledger.tasks_of_sweep(tasks);
      lead_work(ranks, designs, ledger.ledger(), keeper, watch);
      return std::all_of(
                 designs.begin(), designs.end(),
                 [&](const PointTask& task) { return ledger.ledger().has(task.point, task.replication); })
                 ? WorkEnd::complete
                 : WorkEnd::stopped;
    };
  return around;
}

void follow_rounds(Ranks& ranks, const Points& points, const LedgerSweep& sweep) {
  while (follow_tasks(ranks, points, sweep, RowChoice::figures)) {
  }
}

std::string CountSearch::limit() const {
  const std::int64_t largest = found.largest.value_or(0);
  const auto note = notes.find(static_cast<std::size_t>(found.at_the_end ? largest : largest + 1));
  if (note == notes.end()) return {};
  return note->second.failure.empty() ? note->second.limited_by : note->second.failure;
}

CountSearch search_counts(const AcceleratorCounts& counts, const Assertion& target,
                          const LargestProblem& problem, const std::string& database,
                          const SearchMeans& means) {
  PlanLedger ledger(database, counts.ledger_sweep(),
                    [&](std::size_t count) { return counts.point(static_cast<std::int64_t>(count)); });
  PlanEvaluator evaluator(
      {{target, 0}}, 1, [&](std::size_t count) { return counts.scenario(static_cast<std::int64_t>(count)); },
      around_of(means, ledger));
  CountSearch search;
  search.found = find_largest(problem, evaluator);
  search.notes = evaluator.notes();
  search.runs = evaluator.runs();
  search.reused = evaluator.reused();
  return search;
}

void follow_counts(Ranks& ranks, const AcceleratorCounts& counts) {
  follow_rounds(ranks, CountPoints(counts), counts.ledger_sweep());
}

}  // namespace headrace
