#include "analysis/cli/options/answer_form.h"

namespace headrace {

void AnswerForm::declare(Options& options) {
  options.flag("--json", json, "the answer as JSON on stdout");
  options.flag("--quiet", quiet, "no progress, and the answer alone");
  options.flag("--verbose", verbose, "every row and every note in full");
}

void AnswerForm::append_to(std::vector<std::string>& words) const {
  if (json) words.emplace_back("--json");
  if (quiet) words.emplace_back("--quiet");
  if (verbose) words.emplace_back("--verbose");
}

}  // namespace headrace
