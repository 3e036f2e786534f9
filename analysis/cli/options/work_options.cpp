#include "analysis/cli/options/work_options.h"

#include <algorithm>
#include <iterator>

#include "analysis/cli/options/values.h"
#include "analysis/errors.h"

namespace headrace {

void WorkOptions::declare(Options& options) {
  options.value("--jobs", text.threads, "so many runs at once [the number of cores]", "N");
  options.value("--progress", text.progress, "text, json or off [text]", "FORM");
  options.value("--wall-limit", text.wall_limit,
                "end after so long, such as 10min; what ran until then is kept, and\n"
                "the same command goes on (exit 4)",
                "TIME");
  options.value("--memory-limit", text.memory_limit,
                "end likewise when the process takes so much, such as 8GiB", "SIZE");
}

void WorkOptions::finish(const AnswerForm& form) {
  constexpr std::string_view kForms[] = {"text", "json", "off"};
  const auto* const found = std::find(std::begin(kForms), std::end(kForms), text.progress);
  if (found == std::end(kForms))
    throw UsageError("'" + text.progress + "' is no form of progress" + suggestion(text.progress, kForms) +
                     " (text, json, off)");
  constexpr ProgressMode kModes[] = {ProgressMode::text, ProgressMode::json, ProgressMode::off};
  progress = form.quiet ? ProgressMode::off : kModes[found - std::begin(kForms)];
  wall_limit = duration_of("--wall-limit", text.wall_limit, kNoWallLimit);
  memory_limit = bytes_of("--memory-limit", text.memory_limit, kNoMemoryLimit);
  if (!text.threads.empty()) threads = count_of("--jobs", text.threads);
  if (threads > 4096) throw UsageError("--jobs is 4096 at most");
}

}  // namespace headrace
