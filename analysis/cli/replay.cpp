#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/parser.h"
#include "analysis/cli/replay_run.h"
#include "analysis/cli/verb.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "models/jobs/replay/replay_spec.h"
#include "scenarios/loader/recordings/replay_scenario.h"

namespace headrace {

namespace {

constexpr std::string_view kFirstWords = "# A replay, made by headrace";

FileKind replay_kind() {
  return {"replay's scenario", [](std::string_view start) { return start.starts_with(kFirstWords); }};
}

class ReplayVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::string scenario_file() const;

  std::vector<std::string> words_, overrides_;
  std::string recording_, platform_;
  std::optional<WantedCall> stored_;
  std::string nodes_, copies_, pace_, out_;
  ReplayWish wish_;
  AnswerForm form_;
};

void ReplayVerb::declare(Options& options) {
  options.words("recording", words_,
                "a recording that `import` made, and a platform file; then overrides,\n"
                "key.path=value. Or RESULTS.db:RUN, a stored run, which is run again and held\n"
                "against what was stored",
                "PLATFORM [KEY.PATH=VALUE]");
  options.value("--nodes", nodes_, "nodes to replay on [as many as the recording has hosts]", "N");
  options.value("--group", wish_.group, "their group, of the platform's [its first]", "NAME");
  options.value("--storage", wish_.storage, "the file system [the first that nodes share]", "NAME");
  options.value("--pace", pace_,
                "think: each operation as long after the one before it as in the recording;\n"
                "recorded: at its time in the recording; flat_out: at once [think]",
                "PACE");
  options.value("--copies", copies_, "copies of all processes, each with files of its own [1]", "N");
  options.value("--out", out_, "the scenario that is run [results/RECORDING_replay.yaml]", "FILE");
  options.footer(std::string("`headrace import` makes a recording of a trace.\n\n"
                             "Example:\n  headrace replay run.recording scenarios/platforms/perlmutter.yaml\n"
                             "  headrace replay results/first_run.db:1\n\n") +
                 kExitCodes);
  form_.declare(options);
}

void ReplayVerb::finish() {
  if (words_.empty())
    throw UsageError("'replay' needs a recording and a platform, or a stored run: RESULTS.db:1");
  recording_ = words_.front();
  if (const WantedCall wanted = wanted_call(recording_); wanted.run && !std::filesystem::exists(recording_))
    stored_ = wanted;
  if (stored_) {
    if (words_.size() > 1)
      throw UsageError("'" + words_[1] + "' is one word too many: a stored run is run again as it was");
    if (!nodes_.empty() || !wish_.group.empty() || !wish_.storage.empty() || !pace_.empty() ||
        !copies_.empty() || !out_.empty())
      throw UsageError("a stored run is run again as it was: leave the options of a recording out");
    return;
  }
  for (auto word = words_.begin() + 1; word != words_.end(); ++word) {
    if (is_override(*word)) {
      overrides_.push_back(*word);
    } else if (platform_.empty()) {
      platform_ = *word;
    } else {
      throw UsageError("'" + *word + "' is one word too many: 'replay RECORDING PLATFORM'");
    }
  }
  if (platform_.empty())
    throw UsageError("'replay " + recording_ +
                     "' needs a platform file, such as scenarios/platforms/perlmutter.yaml");
  if (!nodes_.empty()) wish_.nodes = count_of("--nodes", nodes_);
  if (!copies_.empty()) wish_.copies = count_of("--copies", copies_);
  if (!pace_.empty()) {
    if (std::find(std::begin(kReplayPaces), std::end(kReplayPaces), pace_) == std::end(kReplayPaces))
      throw UsageError("--pace: there is no pace '" + pace_ + "'" + suggestion(pace_, kReplayPaces) +
                       " (think, recorded, flat_out)");
    wish_.pace = pace_;
  }
  const std::string inputs[] = {recording_, platform_};
  expect_apart({{"--out", scenario_file()}}, inputs);
}

std::string ReplayVerb::scenario_file() const {
  if (!out_.empty()) return out_;
  return "results/" + std::filesystem::path(recording_).stem().string() + "_replay.yaml";
}

ExitCode ReplayVerb::run(const Streams& streams) {
  if (stored_) return replay_stored_run(*stored_, form_, streams);
  namespace fs = std::filesystem;
  const std::string file = scenario_file();
  const fs::path folder = fs::absolute(with_folder(file)).parent_path();
  const auto from_there = [&](const std::string& path) {
    return fs::exists(path) ? fs::absolute(path).lexically_relative(folder).string() : path;
  };
  wish_.recording = from_there(recording_);
  wish_.platform = from_there(platform_);
  Problems problems;
  const ReplayScenario made = replay_scenario(wish_, recording_, file, problems);
  streams.err.write(problems.text(streams.err_colour()));
  if (problems.has_errors()) return ExitCode::usage;
  write_file(file, std::string(kFirstWords) + " of " + recording_ + "\n" + made.text, replay_kind());
  if (!form_.quiet) {
    std::string chosen;
    for (const std::string& choice : made.choices) chosen += (chosen.empty() ? "" : "; ") + choice;
    streams.err.write(file + " is the scenario" + (chosen.empty() ? "" : ", with " + chosen) + "\n");
  }
  std::vector<std::string> words = {"run", file};
  words.insert(words.end(), overrides_.begin(), overrides_.end());
  form_.append_to(words);
  return parse_verb(verbs(), words)->run(streams);
}

}  // namespace

std::unique_ptr<Verb> replay_verb() { return std::make_unique<ReplayVerb>(); }

}  // namespace headrace
