#include "scenarios/loader/benchmarks/dlio_rows.h"

namespace headrace {
namespace {

std::string overrides_of_run(const DlioRun& run, std::string_view job) {
  const std::string of_job = "jobs." + std::string(job) + ".";
  std::string words = of_job + "nodes.count=" + std::to_string(run.nodes) + " " + of_job +
                      "accelerators_per_node=" + std::to_string(run.accelerators_per_node());
  const auto set = [&](std::string_view key, std::int64_t value) {
    if (value <= 0) return;
    words += " " + of_job + "overrides+=++workload." + std::string(key) + "=" + std::to_string(value);
  };
  set("dataset.num_files_train", run.files);
  set("dataset.num_samples_per_file", run.samples_per_file);
  set("train.epochs", static_cast<std::int64_t>(run.epochs.size()));
  if (!run.workload) return words;
  set("reader.batch_size", run.workload->loader.batch_size);
  set("reader.read_threads", run.workload->loader.read_threads);
  return words;
}

}  // namespace

std::string shape_of(const DlioRun& run) {
  std::string text = std::to_string(run.accelerators) + " accelerators on " + std::to_string(run.nodes) +
                     (run.nodes == 1 ? " node" : " nodes");
  if (run.files > 0) text += ", " + std::to_string(run.files) + " files";
  if (!run.workload) return text;
  return text + ", batch " + std::to_string(run.workload->loader.batch_size) + ", " +
         std::to_string(run.workload->loader.read_threads) + " threads";
}

std::vector<ProbeRow> dlio_rows(std::span<const DlioRun> runs, std::string_view job) {
  std::vector<ProbeRow> rows;
  for (const DlioRun& run : runs)
    for (const OutputFigure& figure : run.figures) {
      ProbeRow row = row_of_figure(figure, !run.doubts.empty(), job, "DLIO");
      row.run = run.name + ": " + shape_of(run);
      row.overrides = overrides_of_run(run, job);
      rows.push_back(std::move(row));
    }
  return rows;
}

}  // namespace headrace
