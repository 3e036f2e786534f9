#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/cli/batch_script.h"
#include "analysis/cli/call_report.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/shard_options.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

constexpr FileKind kTable = {"table of probes", [](std::string_view start) {
                               return start.starts_with("{\n  \"schema\": \"headrace.probes/1\"");
                             }};

class ProbeVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::vector<PublishedComparison> probe(const Scenario& scenario, const Streams& streams, Ranks& ranks,
                                         ExitCode& code) const;
  ExitCode probe_shard(const Scenario& scenario, const Streams& streams, Ranks& ranks) const;
  ExitCode write_array(const Scenario& scenario, const Streams& streams) const;
  std::string run_jobs(const CallPoints& points, Ledger& ledger, const Streams& streams, Ranks& ranks) const;
  ExitCode probe_in_parts(const Streams& streams, Ranks& ranks) const;
  ExitCode probe_all(const Streams& streams, Ranks& ranks) const;
  void follow_all(Ranks& ranks) const;

  ScenarioWords scenarios_;
  std::string table_;        // File of the table; empty: none.
  OutputDatabase database_;  // Of the runs; none where no path is given.
  ShardOptions shards_;
  WorkOptions work_;
  AnswerForm form_;
};

void ProbeVerb::declare(Options& options) {
  scenarios_.declare(options,
                     "scenario files, or one with --shard or --slurm; each job is run by itself, and its\n"
                     "figures stand beside the published ones. Overrides: key.path=value");
  options.value("--out", table_, "the table as JSON, too", "FILE.json");
  database_.declare(options, "--database", "a result database that the runs are stored in, too");
  shards_.declare_shard(options,
                        "every N-th job of one file, from the I-th on, from 1, to --database;\n"
                        "join them by `merge`, then `show answer` prints the answer");
  shards_.declare_slurm(options,
                        "write a batch script of N shards of one file, their merge and the\n"
                        "answer beside --database [results/<scenario>.db]; runs but the first\n"
                        "job, and that only to know its memory, where there is no --memory-limit");
  work_.declare(options);
  options.footer(
      std::string(
          "Exit code 1: a figure is more than 5 % off the data sheet that its machine was built from.\n\n"
          "Example:\n  headrace probe scenarios/probes/*.yaml --out build/probes.json\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ProbeVerb::finish() {
  database_.finish();
  scenarios_.finish("probe");
  work_.finish(form_);
  shards_.finish();
  const bool in_parts = shards_.is_given() || shards_.slurm > 0;
  if (in_parts && scenarios_.files.size() > 1)
    throw UsageError(
        "--shard and --slurm take one scenario file, for `show answer` prints one call: probe '" +
        scenarios_.files[1] + "' by a command of its own");
  if (in_parts && !table_.empty())
    throw UsageError("--out is the table of all shards, which `headrace show answer FILE.db --json` prints");
  if (shards_.is_given() && database_.path.empty())
    throw UsageError("--shard is of no use without --database FILE.db, which `merge` joins");
}

// Every job of the scenario that is of this shard, each with the machine to itself. Returns why they ended
// before they were over; empty where they did not.
std::string ProbeVerb::run_jobs(const CallPoints& points, Ledger& ledger, const Streams& streams,
                                Ranks& ranks) const {
  CallKeeper keeper(points, ledger, {}, shards_.shard);
  Supervision supervision(work_, streams, "jobs");
  run_tasks(ranks, points, points.tasks(ledger, shards_.shard), ledger, keeper, {threads_for(work_.threads)},
            supervision.watch());
  supervision.finish();
  const std::string why = supervision.why_stopped();
  if (!why.empty()) streams.err.write("headrace: " + why + "\n");
  return why;
}

// Sets the code where a job does not come to its end. Without a database the runs are kept in memory.
std::vector<PublishedComparison> ProbeVerb::probe(const Scenario& scenario, const Streams& streams,
                                                  Ranks& ranks, ExitCode& code) const {
  const CallPoints points = points_of_call("probe", scenario);
  Ledger ledger(database_.path.empty() ? ":memory:" : database_.path, points.ledger_sweep(""),
                RowChoice::all);
  if (!run_jobs(points, ledger, streams, ranks).empty()) code = ExitCode::interrupted;
  return published_of_call(points, ledger.database(), ledger.hash(), streams, code);
}

ExitCode ProbeVerb::probe_shard(const Scenario& scenario, const Streams& streams, Ranks& ranks) const {
  expect_apart({{"--database", database_.path, true}}, scenarios_.files);
  const CallPoints points = points_of_call("probe", scenario);
  Ledger ledger(database_.path, points.ledger_sweep(""), RowChoice::all);
  run_jobs(points, ledger, streams, ranks);
  return report_shard(points, ledger, shards_.shard, form_, streams);
}

// Writes a script: an array of jobs probes in place of this process, and the one behind it says what came of
// it.
ExitCode ProbeVerb::write_array(const Scenario& scenario, const Streams& streams) const {
  const CallPoints points = points_of_call("probe", scenario);
  SlurmArray array;
  array.verb = "probe";
  array.name = scenario.name;
  array.database = database_.of(scenarios_.file());
  array.database_option = "--database";
  fill_in(array, scenarios_, work_, shards_.slurm_time);
  array.behind = {"show", "answer", array.database};
  form_.append_to(array.behind);
  fill_in_shards(array, work_, std::min(shards_.slurm, points.size()), &points.scenario(0));
  return write_script(array.database, script_of(array), scenarios_.files,
                      count_noun(points.size(), "job") + " in " + count_noun(array.shards, "shard"), streams);
}

// Probes one file, in parts.
ExitCode ProbeVerb::probe_in_parts(const Streams& streams, Ranks& ranks) const {
  const bool first = ranks.rank() == 0;
  const ScenarioRead read = read_scenario_file(scenarios_.file(), scenarios_.overrides);
  if (first) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  if (shards_.slurm > 0) return first ? write_array(*read.scenario, streams) : ExitCode::ok;
  if (first) return probe_shard(*read.scenario, streams, ranks);
  follow_all(ranks);
  return ExitCode::ok;
}

ExitCode ProbeVerb::probe_all(const Streams& streams, Ranks& ranks) const {
  expect_apart({{"--out", table_}, {"--database", database_.path, true}}, scenarios_.files);
  if (!table_.empty()) expect_writable(table_, kTable);
  ExitCode code = ExitCode::ok;
  std::vector<PublishedComparison> all;
  for (const std::string& file : scenarios_.files) {
    if (code == ExitCode::interrupted) break;
    const ScenarioRead read = read_scenario_file(file, scenarios_.overrides);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) {
      code = ExitCode::usage;
      continue;
    }
    const std::vector<PublishedComparison> found = probe(*read.scenario, streams, ranks, code);
    all.insert(all.end(), found.begin(), found.end());
    if (any_misses(found) && code == ExitCode::ok) code = ExitCode::missed;
    if (!form_.json) print_published(*read.scenario, found, form_, streams);
  }
  if (code == ExitCode::interrupted) end_work(ranks);
  const std::string table = json_text(published_tree(program_revision(), all));
  if (!table_.empty()) write_file(table_, table, kTable);
  if (form_.json) streams.out.write(table);
  return code;
}

// Works for rank 0 on each file. Where rank 0 reads no scenario of a file, nobody does.
void ProbeVerb::follow_all(Ranks& ranks) const {
  for (const std::string& file : scenarios_.files) {
    const ScenarioRead read = read_scenario_file(file, scenarios_.overrides);
    if (!read.scenario) continue;
    const CallPoints points = points_of_call("probe", *read.scenario);
    if (!follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all)) return;
  }
}

ExitCode ProbeVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    if (shards_.is_given() || shards_.slurm > 0) return probe_in_parts(streams, ranks);
    if (ranks.rank() == 0) return probe_all(streams, ranks);
    follow_all(ranks);
    return ExitCode::ok;
  });
}

}  // namespace

std::unique_ptr<Verb> probe_verb() { return std::make_unique<ProbeVerb>(); }

}  // namespace headrace
