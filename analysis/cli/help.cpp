#include "analysis/cli/man_page.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"

namespace headrace {

namespace {

// "run, sweep or show": all verbs but this one, in lines that the help has room for.
std::string names_of_others() {
  constexpr std::size_t kWidest = 70;
  std::vector<std::string_view> names;
  for (const VerbRow& row : verbs())
    if (row.name != "help") names.push_back(row.name);
  std::string text;
  std::size_t width = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    std::string word = (last && i > 0 ? "or " : "") + std::string(names[i]);
    if (i + 2 < names.size()) word += ",";
    const bool fits = width + 1 + word.size() <= kWidest;
    if (i > 0) text += fits ? " " : "\n";
    width = fits && i > 0 ? width + 1 + word.size() : word.size();
    text += word;
  }
  return text;
}

// The verb is none, or one of the table.
std::string page_of(const std::string& verb) {
  const std::vector<VerbShape> shapes = verb_shapes(verbs());
  for (const VerbShape& shape : shapes)
    if (shape.name == verb) return man_page(shape);
  return man_page_of_program(shapes);
}

class HelpVerb final : public Verb {
 public:
  void declare(Options& options) override {
    options.words("verb", words_, names_of_others());
    options.flag("--man", man_, "as a page that `man` reads");
    options.footer("Example:\n  headrace help run");
    form_.declare(options);
  }
  void finish() override {
    const std::string verb = words_.empty() ? "" : words_.front();
    text_ = help_text(verbs(), verb);
    if (man_) text_ = page_of(verb);
  }
  ExitCode run(const Streams& streams) override {
    streams.out.write(text_);
    return ExitCode::ok;
  }

 private:
  std::vector<std::string> words_;
  bool man_ = false;
  AnswerForm form_;
  std::string text_;
};

}  // namespace

std::unique_ptr<Verb> help_verb() { return std::make_unique<HelpVerb>(); }

}  // namespace headrace
