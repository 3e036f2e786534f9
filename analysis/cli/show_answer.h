// ShowAnswer: what a call of `run` or `probe` said, made again from the rows that it stored.
#pragma once

#include <string>

#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"

namespace headrace {

// Prints the answer of the last call of a result database, or of the call of a run: FILE.db:RUN. Throws
// UsageError and InputError.
ExitCode show_answer(const std::string& where, const AnswerForm& form, const Streams& streams);

}  // namespace headrace
