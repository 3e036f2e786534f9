#include "analysis/cli/batch_script.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "analysis/cli/interrupt.h"
#include "analysis/output_file.h"
#include "scenarios/loader/experiment.h"

namespace headrace {

namespace {

// Returns the most memory that the program has held after a run, if any, of half a minute at most.
Bytes memory_of_run(const Scenario* scenario) {
  constexpr Duration kLongest = Duration::seconds(30);
  MachineLimits limits(kLongest, kNoMemoryLimit);
  const auto go_on = [](void* context, const RunProgress&) {
    return !InterruptGuard::interrupted() && !static_cast<MachineLimits*>(context)->reached();
  };
  if (scenario != nullptr) Experiment(*scenario, 1).run({go_on, &limits});
  struct rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss * Bytes::count(1024);
}

}  // namespace

void fill_in(SlurmJob& job, const ScenarioWords& scenarios, const WorkOptions& work, Duration slurm_time) {
  job.program = std::filesystem::read_symlink("/proc/self/exe").string();
  job.folder = std::filesystem::current_path().string();
  job.words = scenarios.files;
  job.words.insert(job.words.end(), scenarios.overrides.begin(), scenarios.overrides.end());
  if (work.wall_limit != kNoWallLimit) job.wall_limit = work.wall_limit;
  if (work.memory_limit != kNoMemoryLimit) job.memory_limit = work.memory_limit;
  if (slurm_time > Duration()) job.time = slurm_time;
}

void fill_in_shards(SlurmArray& array, const WorkOptions& work, std::int64_t shards,
                    const Scenario* scenario) {
  array.shards = shards;
  array.threads = std::max<std::int64_t>(work.threads, 1);
  if (!array.memory_limit) array.one_run = memory_of_run(scenario);
}

ExitCode write_script(const std::string& database, const std::string& text,
                      std::span<const std::string> scenarios, const std::string& what,
                      const Streams& streams) {
  const std::string script = std::filesystem::path(database).replace_extension(".sbatch").string();
  expect_apart({{"--out", database, true}, {"the batch script", script}}, scenarios);
  write_file(with_folder(script), text, slurm_kind());
  streams.out.write(fmt::format("{}: {}; on the cluster: sh {}\n", what, script, shell_word(script)));
  return ExitCode::ok;
}

}  // namespace headrace
