#include <algorithm>
#include <iterator>

#include "analysis/cli/completion_script.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"

namespace headrace {

namespace {

class CompletionVerb final : public Verb {
 public:
  void declare(Options& options) override {
    options.words("shell", words_, "bash, zsh or fish");
    options.footer(
        "Example:\n  headrace completion bash\n\n`eval \"$(headrace completion bash)\"` has it in this "
        "shell.");
    form_.declare(options);
  }
  void finish() override {
    if (words_.size() != 1) throw UsageError("completion takes one shell: bash, zsh or fish");
    if (std::find(std::begin(kShells), std::end(kShells), words_.front()) == std::end(kShells))
      throw UsageError("no completion is known for '" + words_.front() + "'" +
                       suggestion(words_.front(), kShells));
  }
  ExitCode run(const Streams& streams) override {
    streams.out.write(completion_script(words_.front(), verb_shapes(verbs())));
    return ExitCode::ok;
  }

 private:
  std::vector<std::string> words_;
  AnswerForm form_;
};

}  // namespace

std::unique_ptr<Verb> completion_verb() { return std::make_unique<CompletionVerb>(); }

}  // namespace headrace
