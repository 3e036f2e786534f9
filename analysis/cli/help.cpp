#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"

namespace headrace {

namespace {

// "run, sweep or show": all verbs but this one.
std::string names_of_others() {
  const std::span<const VerbRow> rows = verbs();
  std::string text;
  std::string_view before;
  for (const VerbRow& row : rows) {
    if (row.name == "help") continue;
    if (!before.empty()) text += (text.empty() ? "" : ", ") + std::string(before);
    before = row.name;
  }
  return text + " or " + std::string(before);
}

class HelpVerb final : public Verb {
 public:
  void declare(Options& options) override {
    options.words("verb", words_, names_of_others());
    options.footer("Example:\n  headrace help run");
    form_.declare(options);
  }
  void finish() override { text_ = help_text(verbs(), words_.empty() ? "" : words_.front()); }
  ExitCode run(const Streams& streams) override {
    streams.out.write(text_);
    return ExitCode::ok;
  }

 private:
  std::vector<std::string> words_;
  AnswerForm form_;
  std::string text_;
};

}  // namespace

std::unique_ptr<Verb> help_verb() { return std::make_unique<HelpVerb>(); }

}  // namespace headrace
