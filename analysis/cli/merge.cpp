#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/results/merge.h"
#include "analysis/text.h"

namespace headrace {

namespace {

class MergeVerb final : public Verb {
 public:
  void declare(Options& options) override {
    options.words("files", files_, "the database to make or to add to, then those that go into it",
                  "OUT.db FILE.db...");
    options.footer("Example:\n  headrace merge osts.db shard-1.db shard-2.db shard-3.db shard-4.db");
    form_.declare(options);
  }
  void finish() override {
    if (files_.size() < 2)
      throw UsageError("'merge' needs the database to make and at least one that goes into it");
    expect_a_file(files_.front());
  }
  ExitCode run(const Streams& streams) override;

 private:
  std::vector<std::string> files_;  // The one to make first.
  AnswerForm form_;
};

ExitCode MergeVerb::run(const Streams& streams) {
  const std::string& into = files_.front();
  const Merged merged = merge_results(into, std::span(files_).subspan(1));
  if (merged.differing > 0)
    streams.err.write(
        fmt::format("headrace: warning: {} that stood in several files differ, as runs of other revisions "
                    "may; the first is kept\n",
                    count_noun(merged.differing, "run")));
  if (form_.json) {
    nlohmann::ordered_json tree = {
        {"schema", "headrace.merge/1"},       {"database", into},
        {"runs_added", merged.runs_added},    {"runs_there", merged.runs_there},
        {"runs_differing", merged.differing}, {"sweeps", nlohmann::ordered_json::array()}};
    for (const MergedSweep& sweep : merged.sweeps)
      tree["sweeps"].push_back({{"sweep", sweep.hash},
                                {"scenario", sweep.name},
                                {"points", sweep.points},
                                {"done", sweep.done},
                                {"failed", sweep.failed}});
    streams.out.write(json_text(tree));
    return ExitCode::ok;
  }
  streams.out.write(fmt::format("{}: {} added, {} were there\n", into, count_noun(merged.runs_added, "run"),
                                merged.runs_there));
  for (const MergedSweep& sweep : merged.sweeps) {
    std::string line = fmt::format("{}: {} of {} points done", sweep.name, sweep.done, sweep.points);
    if (sweep.failed > 0) line += fmt::format(", {} failed", sweep.failed);
    const std::int64_t open = sweep.points - sweep.done - sweep.failed;
    if (open > 0) line += fmt::format(", {} open", open);
    streams.out.write(wrap(line, "  ", 4));
  }
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> merge_verb() { return std::make_unique<MergeVerb>(); }

}  // namespace headrace
