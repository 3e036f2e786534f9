#include "analysis/page/dlio_folder.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "analysis/output_file.h"
#include "analysis/page/dlio_config_files.h"
#include "analysis/page/dlio_rank_output.h"
#include "analysis/page/json.h"

namespace headrace {

namespace {

// Simulated time begins in 1970, when no real benchmark ran.
bool is_simulated(std::string_view start) {
  constexpr std::string_view kKey = "\"start\": \"";
  const std::size_t key = start.find(kKey);
  if (start.starts_with("{}")) return true;  // Of a job without an epoch.
  return start.starts_with("{") && key != std::string_view::npos &&
         start.substr(key + kKey.size()).starts_with("197");
}

// The host of a simulated rank comes first in its file.
bool is_of_simulated_rank(std::string_view start) {
  return start.starts_with("{") &&
         start.find("\"host_processor_name\": \"simulated\"") != std::string_view::npos;
}

constexpr FileKind kKind = {"simulated result of DLIO", is_simulated};
constexpr FileKind kRankKind = {"simulated result of DLIO", is_of_simulated_rank};

}  // namespace

void write_dlio_files(const std::string& folder, const JobResult& job, const DlioMachine& machine) {
  const bool old = has_old_names(job);
  const std::string epochs = json_text(dlio_per_epoch_stats(job), 4);
  if (!machine.dlio.empty()) write_dlio_config(folder + "/dlio_config", job, machine);
  write_file(with_folder(folder + "/summary.json"), json_text(dlio_summary(job, machine), 4), kKind);
  write_file(folder + (old ? "/per_epoch_stats.json" : "/0_per_epoch_stats.json"), epochs, kKind);
  const bool kept = !job.epochs.empty() && !job.epochs.front().rank_steps.empty();
  for (std::int64_t rank = 0; kept && rank < job.accelerators; ++rank) {
    const std::string number = folder + "/" + std::to_string(rank);
    write_file(number + "_output.json", json_text(dlio_rank_output(job, machine, rank), 4), kRankKind);
    if (!old && rank > 0) write_file(number + "_per_epoch_stats.json", epochs, kKind);
  }
}

}  // namespace headrace
