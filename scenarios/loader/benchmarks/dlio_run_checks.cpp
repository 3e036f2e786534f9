#include "scenarios/loader/benchmarks/dlio_run_checks.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::size_t kFewestEpochs = 5;     // [read] Rules of MLPerf Storage v1.0: five epochs.
constexpr double kSlowFirst = 1.05;          // [assumed] Epochs of one published run differ by 2 %.
constexpr double kAboveComputation = 1.005;  // [assumed] Rounding of times, as of tables of measured runs.

std::string tenths(double value) { return number_text(std::round(value * 10) / 10); }

const OutputFigure* figure_of_run(const DlioRun& run, std::string_view name) {
  const auto found = std::find_if(run.figures.begin(), run.figures.end(),
                                  [&](const OutputFigure& of) { return of.name == name; });
  return found == run.figures.end() ? nullptr : &*found;
}

class DlioRunChecks {
 public:
  DlioRunChecks(DlioRun& run, const OutputChoice& choice, Problems& problems)
      : run_(run), choice_(choice), problems_(problems) {}

  void check() {
    check_epochs();
    check_memory();
    check_ports();
    check_configuration();
    check_threshold();
    check_first_epoch();
    if (run_.version)
      run_.notes.emplace_back(
          is_old(*run_.version)
              ? "utilisation by the rule of v0.5 and v1.0, as its configuration is spelled: "
                "the job needs that dlio_version"
              : "utilisation by the rule of v2.0 and after it, as its configuration is "
                "spelled: the job needs such a dlio_version");
  }

 private:
  void doubt(const char* code, const std::string& sentence, std::string help) {
    problems_.warn(run_.mark, code, in_quotes(run_.name) + " " + sentence).with_help(std::move(help));
    run_.doubts.push_back(sentence);
  }

  void check_epochs() {
    if (run_.epochs.size() >= kFewestEpochs) return;
    doubt("W0097",
          "has " + std::to_string(run_.epochs.size()) + (run_.epochs.size() == 1 ? " epoch" : " epochs") +
              ", and MLPerf Storage asks for " + std::to_string(kFewestEpochs),
          "starting weighs more in the mean of few epochs: give its rows the role calibration if you trust "
          "them");
  }

  void check_memory() {
    if (!run_.may_be_cached) return;
    doubt("W0090", "tells of potential_caching: the memory of a node may have held its part of the files",
          "train on files of five times the memory of all nodes, as MLPerf Storage asks for");
  }

  void check_ports() {
    if (!choice_.link) return;
    constexpr double kMebi = 1 << 20;
    const double most = choice_.link->in_bytes_per_second() * static_cast<double>(run_.nodes);
    const double rate = run_.mebibytes_per_second * kMebi;
    if (rate <= most) return;
    doubt("W0090",
          "moved " + human_text(Bandwidth::bytes_per_second(std::min(rate, 1e18))) + ", and " +
              std::to_string(run_.nodes) + " x " + text_of(*choice_.link) + " is what the ports carry",
          "a memory of the node answered: train on more files than the nodes have of memory");
  }

  void check_configuration() {
    if (!run_.workload) return;
    const WorkloadSpec& work = *run_.workload;
    if (run_.files > 0 && run_.files != work.dataset.files)
      doubt("W0098",
            "trained on " + std::to_string(run_.files) + " files, and its configuration says " +
                std::to_string(work.dataset.files),
            "the files that were given are of several runs");
    const OutputFigure* const rate = figure_of_run(run_, "samples_per_second");
    const double step = work.training.computation_time.mean().in_seconds();
    if (rate == nullptr || step <= 0) return;
    const double most =
        static_cast<double>(run_.accelerators) * static_cast<double>(work.loader.batch_size) / step;
    if (rate->value > kAboveComputation * most)
      doubt("W0098",
            "trained on " + tenths(rate->value) + " samples a second, and " + tenths(most) +
                " is what its accelerators compute by its configuration",
            "the files that were given are of several runs");
  }

  void check_threshold() {
    const OutputFigure* const au = figure_of_run(run_, "au_percent");
    const double asked = run_.workload ? 100 * run_.workload->metric.au_threshold : 0;
    if (au == nullptr || (!run_.has_failed && au->value >= asked)) return;
    const std::string sentence =
        "failed: its utilisation of " + tenths(au->value) + " % is below " +
        (asked > au->value ? "the " + tenths(asked) + " % that is asked for" : "what is asked for");
    problems_.warn(run_.mark, "W0096", in_quotes(run_.name) + " " + sentence)
        .with_help("no result to be submitted; what it measured of the storage may be fitted all the same");
    run_.notes.push_back(sentence);
  }

  // Returns how long each epoch trained, or what is in proportion to that; 0 where nobody says.
  std::vector<double> lengths() const {
    const bool is_timed = std::all_of(run_.epochs.begin(), run_.epochs.end(),
                                      [](const DlioEpoch& epoch) { return epoch.seconds > 0; });
    std::vector<double> lengths;
    for (const DlioEpoch& epoch : run_.epochs) {
      const double rate = epoch.samples_per_second.value_or(0);
      lengths.push_back(is_timed ? epoch.seconds - epoch.checkpoint_seconds : rate > 0 ? 1 / rate : 0);
    }
    return lengths;
  }

  void check_first_epoch() {
    if (run_.epochs.size() < 2) return;
    std::vector<double> all = lengths();
    const double first = all.front();
    std::sort(all.begin() + 1, all.end());
    const double usual = all[1 + (all.size() - 1) / 2];
    if (usual <= 0 || first < kSlowFirst * usual) return;
    run_.notes.push_back("its first epoch took " + tenths(100 * (first / usual - 1)) +
                         " % longer than the others: it warmed up, and the means hold that");
  }

  DlioRun& run_;
  const OutputChoice& choice_;
  Problems& problems_;
};

}  // namespace

void check_dlio_run(DlioRun& run, const OutputChoice& choice, Problems& problems) {
  DlioRunChecks(run, choice, problems).check();
}

}  // namespace headrace
