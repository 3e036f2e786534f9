// Runs a stored run again and holds its fingerprint against the stored one, for `headrace replay
// RESULTS.db:RUN`.
#pragma once

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/verb.h"
#include "analysis/cli/wanted_call.h"

namespace headrace {

// Returns ExitCode::missed where the run is another one now. Throws InputError where there is no such run,
// or it did not end by itself.
ExitCode replay_stored_run(const WantedCall& wanted, const AnswerForm& form, const Streams& streams);

}  // namespace headrace
