// AnswerForm: how an answer is printed, which every verb takes.
#pragma once

#include <string>
#include <vector>

#include "analysis/cli/options/options.h"

namespace headrace {

struct AnswerForm {
  bool json = false;
  bool quiet = false;
  bool verbose = false;

  void declare(Options& options);
  // Appends the options that make another command print likewise.
  void append_to(std::vector<std::string>& words) const;
};

}  // namespace headrace
