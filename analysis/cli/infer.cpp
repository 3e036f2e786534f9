#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/cli/inferred_scenario.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/recorded_run.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/inferred_page.h"
#include "analysis/page/json.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/recordings/dlio_similarity.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/recordings/recording_similarity.h"

namespace headrace {

namespace {

class InferVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::vector<std::string> words_;
  std::string ranks_, out_, dlio_;
  bool check_ = false;
  InferenceWish wish_;
  ReplayWish places_;
  AnswerForm form_;
};

void InferVerb::declare(Options& options) {
  options.words("recording", words_,
                "a recording that `import` made, and, for a whole scenario, a platform file", "[PLATFORM]");
  options.value("--ranks", ranks_,
                "ranks of the job, where workers are processes of their own\n"
                "[each process that reads is one]",
                "N");
  options.value("--group", places_.group, "the group of nodes, of the platform's [its first]", "NAME");
  options.value("--storage", places_.storage, "the file system [the first that nodes share]", "NAME");
  options.value("--out", out_, "the scenario, or without a platform its jobs [nowhere]", "FILE");
  options.value("--dlio", dlio_, "a DLIO workload file of it [nowhere]", "FILE");
  options.flag("--check", check_,
               "run the scenario and say how alike its trace is to the recording, in six\n"
               "shares and DLIO's cosine; the trace stays beside it, as a recording");
  options.footer(std::string("`headrace import` makes a recording of a trace.\n\n"
                             "Example:\n  headrace infer run.recording scenarios/platforms/perlmutter.yaml "
                             "--out ours.yaml\n\n") +
                 kExitCodes);
  form_.declare(options);
}

void InferVerb::finish() {
  if (words_.empty()) throw UsageError("'infer' needs a recording: `headrace import` makes one of a trace");
  if (words_.size() > 2)
    throw UsageError("'" + words_[2] + "' is one word too many: 'infer RECORDING [PLATFORM]'");
  if (words_.size() < 2 && (!places_.group.empty() || !places_.storage.empty()))
    throw UsageError("--group and --storage are of a platform: 'infer RECORDING PLATFORM'");
  if (words_.size() == 2 && out_.empty())
    throw UsageError("a scenario on " + words_[1] + " needs a file to be written: --out FILE");
  if (check_ && words_.size() < 2)
    throw UsageError("--check runs a scenario: 'infer RECORDING PLATFORM --out FILE'");
  if (!ranks_.empty()) wish_.ranks = count_of("--ranks", ranks_);
  expect_apart({{"--out", out_}, {"--dlio", dlio_}}, words_);
}

ExitCode InferVerb::run(const Streams& streams) {
  const auto made =
      inferred_scenario({words_.front(), words_.size() == 2 ? words_[1] : "", out_, wish_, places_}, streams);
  if (!made) return ExitCode::usage;
  const InferredLoader& found = made->found;
  if (!dlio_.empty())
    write_file(with_folder(dlio_), dlio_text(found, made->places.recording), inferred_kind());
  std::optional<CheckedInference> alike;
  if (check_) {
    const ScenarioRead read = read_scenario_file(out_);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) return ExitCode::usage;
    const auto simulated = recorded_run(*read.scenario, out_ + ".recording");
    if (!simulated) return ExitCode::interrupted;
    alike = CheckedInference{similarity(made->recording, simulated->recording),
                             dlio_similarity(made->recording, simulated->recording)};
  }
  if (form_.json) {
    streams.out.write(json_text(inferred_tree(found, alike)));
    return ExitCode::ok;
  }
  if (!form_.quiet)
    streams.out.write(inferred_report(found, made->places.recording, Style(streams.out_colour())) +
                      (alike ? similarity_report(*alike) : ""));
  if (!form_.quiet && !out_.empty())
    streams.out.write("\n" + out_ +
                      (words_.size() < 2 ? " has the jobs of a scenario.\n"
                                         : " is the scenario: `headrace run " + out_ + "`.\n"));
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> infer_verb() { return std::make_unique<InferVerb>(); }

}  // namespace headrace
