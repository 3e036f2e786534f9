// ValidationReport: what is said of a call of `validate`, all of it from the table and the stored runs.
//
// The call itself and `show answer` at any later time print the same.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "analysis/answer/checkpoint_validation.h"
#include "analysis/answer/validation.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "scenarios/loader/database/sqlite.h"

namespace headrace {

struct JudgedSet {
  std::string name;
  std::variant<Validation, CheckpointValidation> validation;
};

// Reads what the runs of a call found of the rows that have a scenario: its points, in their order. Says on
// stderr which run did not come to its end, and sets the code.
Validation validation_of_call(const std::vector<MeasuredRow>& rows, Database& database,
                              const std::string& call, const Streams& streams, ExitCode& code);
CheckpointValidation validation_of_call(const std::vector<CheckpointRow>& rows, Database& database,
                                        const std::string& call, const Streams& streams, ExitCode& code);
// Reads the same of a table without problems, whatever its rows are.
JudgedSet judged_set(const std::string& name, const MeasuredRows& table, Database& database,
                     const std::string& call, const Streams& streams, ExitCode& code);

void print_validations(const std::vector<JudgedSet>& sets, const std::string& revision,
                       const AnswerForm& form, const Streams& streams);

}  // namespace headrace
