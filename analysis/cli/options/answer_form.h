// AnswerForm: how an answer is printed, which every verb takes.
#pragma once

#include "analysis/cli/options/options.h"

namespace headrace {

struct AnswerForm {
  bool json = false;
  bool quiet = false;
  bool verbose = false;

  void declare(Options& options);
};

}  // namespace headrace
