#include "analysis/cli/options/answer_form.h"

namespace headrace {

void AnswerForm::declare(Options& options) {
  options.flag("--json", json, "the answer as JSON on stdout");
  options.flag("--quiet", quiet, "no progress, and the answer alone");
  options.flag("--verbose", verbose, "every row and every note in full");
}

}  // namespace headrace
