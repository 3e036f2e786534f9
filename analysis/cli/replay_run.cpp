#include "analysis/cli/replay_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/cli/watched_run.h"
#include "analysis/page/json.h"
#include "analysis/results/reader.h"
#include "analysis/version.h"
#include "analysis/words.h"
#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

ExitCode replay_stored_run(const WantedCall& wanted, const AnswerForm& form, const Streams& streams) {
  Database database(wanted.file, Database::Access::read);
  const std::optional<StoredRun> stored = find_run(database, wanted.run.value_or(1));
  if (!stored) throw InputError("there is no " + wanted.run_text());
  if (stored->outcome != outcome_word(RunEnd::finished))
    throw InputError(wanted.run_text() + " did not end by itself (" + stored->outcome +
                     "), so there is nothing to hold it against");
  Statement text = database.prepare("SELECT resolved_text FROM scenario WHERE hash = ?");
  text.bind(1, stored->scenario_hash);
  text.step();
  const ScenarioRead read = read_scenario(text.text_view(0), wanted.file);
  if (!read.scenario) {
    streams.err.write(read.problems.text(streams.err_colour()));
    return ExitCode::usage;
  }
  const auto result = watched_run(*read.scenario, stored->replication);
  if (!result) return ExitCode::interrupted;
  const bool same = result->outcome.fingerprint == stored->fingerprint;
  const std::string found = fingerprint_text(result->outcome.fingerprint);
  const std::string before = fingerprint_text(stored->fingerprint);
  if (form.json) {
    const nlohmann::ordered_json tree = {
        {"schema", "headrace.replay/1"},       {"database", wanted.file},       {"run", stored->id},
        {"stored_fingerprint", before},        {"fingerprint", found},          {"same", same},
        {"stored_revision", stored->revision}, {"revision", program_revision()}};
    streams.out.write(json_text(tree));
  } else if (!form.quiet) {
    streams.out.write(
        fmt::format("{}: fingerprint {}, {} events\n", wanted.run_text(), found, result->outcome.events));
    streams.out.write(same ? std::string("  the same run as is stored\n")
                           : fmt::format("  another run than is stored: {} by revision {}; this is {}\n",
                                         before, stored->revision, program_revision()));
  }
  return same ? ExitCode::ok : ExitCode::missed;
}

}  // namespace headrace
