#include "analysis/page/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/answer/answer.h"
#include "analysis/answer/interference.h"
#include "analysis/answer/replications.h"
#include "analysis/page/comparison_table.h"
#include "analysis/page/summary_tables.h"
#include "analysis/text.h"
#include "analysis/words.h"
#include "models/jobs/figures.h"
#include "models/jobs/inference/inference_result.h"

namespace headrace {

namespace {

constexpr const char* kBullet = "  - ";

// Writes the answer in a line; in colour the verdict is painted, the sentence is bold.
std::string answer_line(const Answer& answer, const Style& style, bool with_job, bool colour) {
  const std::string sentence = (with_job ? answer.job + ": " : std::string()) + answer.sentence;
  // Escapes would be counted as columns, so a painted line is not broken by us.
  if (!colour) return wrap(sentence, {}, 2);
  std::string painted = style.bold(sentence);
  for (const auto& [word, verdict] : {std::pair{": pass)", true}, std::pair{": miss)", false}}) {
    const std::size_t at = painted.find(word);
    if (at == std::string::npos) continue;
    const std::string coloured = verdict ? style.good("pass") : style.bad("miss");
    painted.replace(at + 2, 4, coloured + "\x1b[1m");
  }
  return painted + "\n";
}

std::string answers_text(std::span<const RunResult> runs, const std::vector<Answer>& answers,
                         const SummaryOptions& options) {
  const Style style(options.colour);
  std::string text;
  for (const Answer& answer : answers) {
    text += answer_line(answer, style, answers.size() > 1, options.colour);
    if (!options.quiet && !answer.help.empty()) text += wrap(answer.help, "  ", 2);
    if (!options.quiet && options.calibration.empty() && !answer.sure.empty())
      text += wrap(answer.sure, "  ", 2);
    for (const std::string* const said :
         {&answer.start_up, &answer.caches, &answer.short_epochs, &answer.simulated_steps})
      if (!said->empty()) text += wrap(*said, "  ", 2);
  }
  const std::string interference = interference_sentence(runs);
  if (!interference.empty()) text += wrap(interference, {}, 2);
  if (answers.empty()) text += fmt::format("no answer: {}\n", outcome_word(joint_outcome(runs).end));
  return text;
}

std::string run_line(const RunResult& run, const SummaryOptions& options) {
  std::string text = fmt::format("{}: seed {}", run.scenario.empty() ? "scenario" : run.scenario, run.seed);
  if (!options.fidelity.empty()) text += ", " + options.fidelity;
  text += fmt::format(", {:.1f} s simulated, {} events, fingerprint {}",
                      run.outcome.at.since_start().in_seconds(), run.outcome.events,
                      fingerprint_text(run.outcome.fingerprint));
  return wrap(text, {}, 2);
}

double bytes_of(const JobResult& job, std::string_view figure) {
  return value_of(*find_figure_row(figure), job).number.value_or(0);
}

// "the training set: 46.9 GiB delivered, 12.5 GiB fetched from the storage (10.0 GiB from fast, 2.5 GiB from
// slow)": copies into the upper tier come from the lower one, too.
std::string reads_text(const JobResult& job) {
  const double delivered = bytes_of(job, "read.bytes_delivered");
  if (delivered == 0) return {};
  std::string text =
      fmt::format("the training set: {} delivered, {} fetched from the storage", gibibytes_text(delivered),
                  gibibytes_text(bytes_of(job, "read.bytes_from_storage")));
  if (job.tiers)
    text += fmt::format(" ({} from {}, {} from {})", gibibytes_text(bytes_of(job, "tiers.bytes_from_above")),
                        job.tiers->above, gibibytes_text(bytes_of(job, "tiers.bytes_from_below")),
                        job.tiers->below);
  return wrap(text, "  ", 4);
}

// "text: 70 % of the samples, 1,400 from disks, 0.4 epochs; 5.6 GiB given, 5.6 GiB fetched": a line for each
// set of a mixture.
std::string mixture_text(const JobResult& job) {
  std::string text;
  if (!job.mixture) return text;
  for (const MixtureResult::Set& set : job.mixture->sets)
    text +=
        wrap(fmt::format("{}: {:.3g} % of the samples, {} from {}, {:.3g} epochs of it; {} given, {} fetched "
                         "from the storage",
                         set.name, 100 * set.share, grouped(static_cast<double>(set.samples)),
                         set.file_system, set.epochs, gibibytes_text(static_cast<double>(set.given.count())),
                         gibibytes_text(static_cast<double>(set.from_storage.count()))),
             "  ", 4);
  return text;
}

std::string job_text(const JobResult& job, bool verbose) {
  std::string title = fmt::format("{}: {}", job.name, job.model);
  if (!job.dlio_version.empty()) title += fmt::format(" by the rules of DLIO {}", job.dlio_version);
  const bool has_accelerators = job.found.get() == nullptr || job.find<InferenceResult>() != nullptr;
  title += ", " + (has_accelerators ? count_noun(job.accelerators, "accelerator") : ranks_text(job));
  title += " on " + count_noun(job.nodes, "node");
  if (job.mixture)
    title += fmt::format(", {} mixed, {}",
                         count_noun(static_cast<std::int64_t>(job.mixture->sets.size()), "data set"),
                         count_noun(job.files_train, "file"));
  else if (job.kind == JobKind::training)
    title += fmt::format(", {} of {}", count_noun(job.files_train, "file"),
                         count_noun(job.samples_per_file, "sample"));
  std::string text = "\n" + wrap(title, {}, 2);
  if (!job.epochs.empty()) text += epoch_table(job, verbose) + reads_text(job) + mixture_text(job);
  if (!job.checkpoints.empty()) text += checkpoint_table(job, verbose);
  if (!job.time_budget.empty()) text += "\n" + time_budget_table(job);
  return text;
}

std::string waiting_text(const RunOutcome& outcome, bool verbose) {
  if (outcome.still_waiting.empty()) return {};
  constexpr std::size_t kShown = 20;
  std::string text = "\nwho waits for what\n";
  const std::size_t count = outcome.still_waiting.size();
  const std::size_t shown = verbose ? count : std::min(count, kShown);
  for (std::size_t i = 0; i < shown; ++i) text += wrap(outcome.still_waiting[i], "  ", 4);
  if (shown < count) text += fmt::format("  and {} more; --verbose or --json has all\n", count - shown);
  return text;
}

std::string no_effect_note(const JobResult& job, bool verbose) {
  if (job.no_effect.empty()) return {};
  const bool single = job.no_effect.size() == 1;
  const std::string count = single ? "'" + job.no_effect.front().key + "'"
                                   : count_noun(static_cast<std::int64_t>(job.no_effect.size()), "key");
  const std::string sentence =
      fmt::format("{}: {} of the DLIO file {} no effect on a simulation{}", job.name, count,
                  single ? "has" : "have", verbose ? ":" : " (--verbose lists them, --json has all)");
  std::string text = wrap(sentence, kBullet, 4);
  if (!verbose) return text;
  for (const NoEffect& key : job.no_effect) text += wrap(key.key + ": " + key.reason, "      ", 8);
  return text;
}

std::string one_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ';');
  return text;
}

constexpr std::string_view kUncalibrated =
    "uncalibrated: service times are priors from data sheets and publications, not fitted to this system; "
    "`headrace show fields` names the source of each default";

std::string notes_text(const RunResult& run, const SummaryOptions& options) {
  std::string text = "\nnotes\n";
  if (!run.imbalance.empty())
    text +=
        wrap("the model lost or doubled something, so do not trust this answer: " + one_line(run.imbalance),
             kBullet, 4);
  for (const JobResult& job : run.jobs) text += no_effect_note(job, options.verbose);
  text +=
      wrap(options.calibration.empty() ? kUncalibrated : std::string_view(options.calibration), kBullet, 4);
  for (const std::string& note : options.notes) text += wrap(note, kBullet, 4);
  return text;
}

}  // namespace

std::string summary_text(std::span<const RunResult> runs, const SummaryOptions& options) {
  const std::vector<Answer> answers = answers_of(runs);
  std::string text = answers_text(runs, answers, options);
  const RunOutcome& outcome = joint_outcome(runs);
  if (options.quiet) return text;
  text += waiting_text(outcome, options.verbose);
  const RunResult& run = representative(runs);
  text += "\n" + run_line(run, options);
  if (!options.question.empty()) text += wrap("question: " + options.question, "  ", 4);
  if (runs.size() > 1) {
    for (std::size_t job = 0; job < run.jobs.size(); ++job) text += "\n" + replication_table(runs, job);
    text += fmt::format("\nin detail, replication {}:\n", run.replication);
  }
  const std::string interference = interference_table(runs);
  if (!interference.empty()) text += "\n" + interference;
  for (const JobResult& job : run.jobs) text += job_text(job, options.verbose);
  if (!run.resources.empty()) text += "\n" + resource_table(run, options.verbose);
  const std::string latencies = latency_table(run, options.verbose);
  if (!latencies.empty()) text += "\n" + latencies;
  return text + notes_text(run, options);
}

}  // namespace headrace
