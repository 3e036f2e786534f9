#include "analysis/page/dlio_rank_output.h"

#include <nlohmann/json.hpp>

#include "models/jobs/training/dlio_metrics.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

std::vector<double> in_seconds(const std::vector<Duration>& times) {
  std::vector<double> seconds;
  for (const Duration time : times) seconds.push_back(time.in_seconds());
  return seconds;
}

// Where DLIO's rule gives no figure, it is zero here, as in summary.json.
DlioMeter::Epoch figures_of(const RankSteps& steps, DlioVersion version, const DlioMachine& machine) {
  DlioMeter meter(version, machine.work.metric, machine.samples_of_step);
  meter.begin_block(steps.start);
  for (std::size_t i = 0; i < steps.load.size(); ++i) meter.step(steps.load[i], steps.compute[i]);
  meter.end_block(steps.end);
  return meter.take_epoch();
}

Json epoch_output(const EpochResult& epoch, const JobResult& job, const DlioMachine& machine,
                  std::int64_t rank) {
  Json output;
  for (const char* const part : {"load", "proc", "throughput", "au", "compute"})
    output[part] = Json::object();
  for (const RankSteps& steps : epoch.rank_steps) {
    if (steps.rank != rank) continue;
    const std::string block = "block" + std::to_string(steps.block);
    const DlioMeter::Epoch figures = figures_of(steps, dlio_version_of(job), machine);
    std::vector<Duration> whole = steps.load;
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] += steps.compute[i];
    output["load"][block] = in_seconds(steps.load);
    output["proc"][block] = in_seconds(whole);
    output["throughput"][block] = figures.samples_per_second.value_or(0);
    output["au"][block] = figures.au_percent.value_or(0);
    output["compute"][block] = in_seconds(steps.compute);
  }
  output["host_meminfo"] = dlio_host(machine)["host_meminfo"];
  if (!has_old_names(job)) output["end"] = dlio_timestamp(epoch.end);
  return output;
}

}  // namespace

Json dlio_rank_output(const JobResult& job, const DlioMachine& machine, std::int64_t rank) {
  const Json summary = dlio_summary(job, machine);
  Json output;
  output["host_memory_GB"] =
      static_cast<double>(machine.memory_per_node.count()) / static_cast<double>((1_GiB).count());
  output["host_cpu_count"] = machine.cores_per_node;
  output["host_processor_name"] = "simulated";
  output["potential_caching"] =
      summary["potential_caching"].empty() ? 0 : summary["potential_caching"][0].get<int>();
  output.update(dlio_host(machine));
  for (const EpochResult& epoch : job.epochs)
    output[std::to_string(epoch.epoch)] = epoch_output(epoch, job, machine, rank);
  output["hostname"] = summary["hostname"];
  return output;
}

}  // namespace headrace
