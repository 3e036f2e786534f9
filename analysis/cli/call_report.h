// CallReport: what is said of a call of `run` or `probe`, all of it from rows.
//
// The call itself and `show answer` at any later time read the same rows and print the same text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/answer/published.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/results/stored_call.h"
#include "analysis/run/call_work.h"

namespace headrace {

// Prints the answer of a call of `run`, of which at least one run is stored.
ExitCode report_call(const Scenario& scenario, const CallPoints& points, Database& database,
                     const StoredCall& call, const AnswerForm& form, const Streams& streams);

// Says how many runs of a shard are stored, in place of an answer, which is that of all shards.
ExitCode report_shard(const CallPoints& points, const Ledger& ledger, const Shard& shard,
                      const AnswerForm& form, const Streams& streams);

// Holds the jobs of a call of `probe` against what is published of them. Says on stderr which did not come to
// their end, and sets the code.
std::vector<PublishedComparison> published_of_call(const CallPoints& points, Database& database,
                                                   const std::string& call, const Streams& streams,
                                                   ExitCode& code);
bool any_misses(std::span<const PublishedComparison> found);
void print_published(const Scenario& scenario, std::span<const PublishedComparison> found,
                     const AnswerForm& form, const Streams& streams);

}  // namespace headrace
