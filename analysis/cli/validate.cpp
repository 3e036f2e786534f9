#include <algorithm>
#include <iterator>

#include "analysis/cli/largest_counts_work.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/validation_report.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/measured/row_scenario.h"

namespace headrace {

namespace {

constexpr const char* kShippedSets[] = {"mlperf_storage_v0.5", "mlperf_storage_v1.0"};

class ValidateVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  // A table, and the scenarios of its rows.
  struct Set {
    MeasuredRows table;
    std::vector<Scenario> scenarios;
    std::vector<RowRole> roles;     // One a scenario.
    std::vector<MeasuredRow> rows;  // One a scenario of a run that trains.

    CallPoints points() const { return {"validate", table.name, table.text, scenarios}; }
  };

  std::optional<std::vector<Set>> read_sets(const Streams& streams) const;
  std::vector<PointTask> tasks_of(const Set& set, const CallPoints& points, const Ledger& ledger) const;
  std::vector<CountRow> count_rows_of(const Set& set) const;
  bool is_asked(RowRole role) const { return !role_ || role == *role_; }
  ExitCode validate(const std::vector<Set>& sets, const Streams& streams, Ranks& ranks) const;
  ExitCode count(const std::vector<Set>& sets, const Streams& streams, Ranks& ranks) const;

  std::vector<std::string> words_;
  std::string role_word_;
  std::optional<RowRole> role_;
  bool largest_counts_ = false;
  OutputDatabase database_;
  WorkOptions work_;
  AnswerForm form_;
};

void ValidateVerb::declare(Options& options) {
  options.words("set", words_,
                "tables of measured rows, or names of those that come with the program\n"
                "[mlperf_storage_v0.5 and v1.0]; by their names, as they take minutes or are no test of\n"
                "storage alone: mlperf_storage_v3.0, mlperf_storage_v3.0_checkpoints, gh200_dlio and\n"
                "liu2021_thetagpu. Each row with a scenario is run once");
  options.value("--role", role_word_, "run the rows of one role alone: calibration, validation or forecast",
                "ROLE");
  options.flag("--largest-counts", largest_counts_,
               "in place of that, of each row measured at most 3 points above its AU threshold, how\n"
               "many accelerators its nodes could have until the predicted AU misses it: searched\n"
               "as by `plan --max accelerators_per_node`, up to twice the submitted number and one\n"
               "more a node, with four counts above the edge. One run after the other, five to\n"
               "twenty a row, epochs cut as their scenario says. `show answer` does not know them; the\n"
               "same command, with --database, goes on");
  database_.declare(options, "--database",
                    "a result database that the runs are stored in, too: the same\n"
                    "command goes on, and `show answer` prints the answer again");
  work_.declare(options);
  options.footer(
      std::string("Example:\n  headrace validate --role calibration --database results/validate.db\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ValidateVerb::finish() {
  database_.finish();
  work_.finish(form_);
  if (words_.empty()) words_.assign(std::begin(kShippedSets), std::end(kShippedSets));
  if (role_word_.empty()) return;
  const auto found = std::find(kRowRoles.begin(), kRowRoles.end(), role_word_);
  if (found == kRowRoles.end())
    throw UsageError("'" + role_word_ + "' is no role of a row" + suggestion(role_word_, kRowRoles));
  role_ = static_cast<RowRole>(found - kRowRoles.begin());
}

// Adds the scenario of a row; returns false where it has none, or that is not right.
template <class Row>
bool add_scenario(const Row& row, const std::string& folder, std::vector<Scenario>& scenarios,
                  std::vector<RowRole>& roles, Problems& problems) {
  if (row.scenario.empty()) return false;
  ScenarioRead read = scenario_of(row, folder);
  problems.absorb(read.problems, "");
  if (!read.scenario) return false;
  scenarios.push_back(*std::move(read.scenario));
  roles.push_back(row.role);
  return true;
}

// Reads every table and every scenario of its rows; nothing where one of them is not right.
std::optional<std::vector<ValidateVerb::Set>> ValidateVerb::read_sets(const Streams& streams) const {
  std::vector<Set> sets;
  Problems problems;
  for (const std::string& word : words_) {
    Set& set = sets.emplace_back();
    set.table = read_measured_set(word);
    problems.absorb(set.table.problems, "");
    const auto add = [&](const auto& row) {
      return add_scenario(row, set.table.folder, set.scenarios, set.roles, problems);
    };
    if (set.table.checkpoints)
      for (const CheckpointRow& row : *set.table.checkpoints) add(row);
    if (!set.table.rows) continue;
    for (const MeasuredRow& row : *set.table.rows)
      if (add(row)) set.rows.push_back(row);
  }
  streams.err.write(problems.text(streams.err_colour()));
  if (problems.has_errors()) return std::nullopt;
  return sets;
}

std::vector<PointTask> ValidateVerb::tasks_of(const Set& set, const CallPoints& points,
                                              const Ledger& ledger) const {
  std::vector<PointTask> tasks = points.tasks(ledger);
  std::erase_if(tasks, [&](const PointTask& task) {
    return !is_asked(set.roles[static_cast<std::size_t>(task.point)]);
  });
  return tasks;
}

std::vector<CountRow> ValidateVerb::count_rows_of(const Set& set) const {
  std::vector<CountRow> rows;
  for (std::size_t i = 0; i < set.rows.size(); ++i) {
    if (!is_asked(set.roles[i])) continue;
    if (auto row = count_row_of(set.rows[i], set.table.folder, set.scenarios[i]))
      rows.push_back(*std::move(row));
  }
  return rows;
}

ExitCode ValidateVerb::count(const std::vector<Set>& sets, const Streams& streams, Ranks& ranks) const {
  ExitCode code = ExitCode::ok;
  std::vector<CountedSet> counted;
  for (const Set& set : sets) {
    const std::vector<CountRow> rows = count_rows_of(set);
    if (ranks.rank() != 0)
      follow_largest_counts(ranks, rows);
    else
      counted.push_back(
          {set.table.name, find_largest_counts(rows, database_.path.empty() ? ":memory:" : database_.path,
                                               work_, ranks, streams, code)});
  }
  if (ranks.rank() == 0) print_largest_counts(counted, form_, streams);
  return code;
}

ExitCode ValidateVerb::validate(const std::vector<Set>& sets, const Streams& streams, Ranks& ranks) const {
  ExitCode code = ExitCode::ok;
  std::vector<JudgedSet> judged;
  for (const Set& set : sets) {
    const CallPoints points = set.points();
    Ledger ledger(database_.path.empty() ? ":memory:" : database_.path, points.ledger_sweep(""),
                  RowChoice::all);
    CallKeeper keeper(points, ledger);
    Supervision supervision(work_, streams, "rows");
    run_tasks(ranks, points, tasks_of(set, points, ledger), ledger, keeper, {threads_for(work_.threads)},
              supervision.watch());
    supervision.finish();
    const std::string why = supervision.why_stopped();
    if (!why.empty()) streams.err.write("headrace: " + why + "\n");
    if (!why.empty()) code = ExitCode::interrupted;
    judged.push_back(judged_set(set.table.name, set.table, ledger.database(), ledger.hash(), streams, code));
    if (code == ExitCode::interrupted) break;
  }
  if (code == ExitCode::interrupted) end_work(ranks);
  print_validations(judged, program_revision(), form_, streams);
  return code;
}

ExitCode ValidateVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    const std::optional<std::vector<Set>> sets = read_sets(streams);
    if (!sets) return ExitCode::usage;
    if (largest_counts_) return count(*sets, streams, ranks);
    if (ranks.rank() == 0) return validate(*sets, streams, ranks);
    for (const Set& set : *sets) {
      const CallPoints points = set.points();
      if (!follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all)) break;
    }
    return ExitCode::ok;
  });
}

}  // namespace

std::unique_ptr<Verb> validate_verb() { return std::make_unique<ValidateVerb>(); }

}  // namespace headrace
