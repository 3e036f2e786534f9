// Support of the tests of DLIO's results: a run that never was, text by text, and what is read of it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "scenarios/loader/benchmarks/dlio_run_reader.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {

// SyntheticDlioRun: what a test says of a run of eight ranks on two hosts.
struct SyntheticDlioRun {
  std::string accelerators = "\"8\"";  // In quotes, as some tools write them.
  std::string hosts = "2", caching = "[0, 0]", files = "4000", more = {};
  std::string au = "[88.0, 92.0, 92.0, 92.0, 92.0]", mean = "91.2", meets = "success";
  std::string rates = "[90, 100, 100, 100, 100]", rate = "98";
  std::vector<std::string> seconds = {"44.00", "40.10", "40.00", "40.00", "40.50"};
  std::string threads = "4";

  std::string summary() const {
    return "{\n \"num_accelerators\": " + accelerators + ",\n \"num_hosts\": " + hosts +
           ",\n \"metric\": {\n  \"train_au_percentage\": " + au +
           ",\n  \"train_au_mean_percentage\": " + mean + ",\n  \"train_au_meet_expectation\": \"" + meets +
           "\",\n  \"train_throughput_samples_per_second\": " + rates +
           ",\n  \"train_throughput_mean_samples_per_second\": " + rate +
           ",\n  \"train_io_mean_MB_per_second\": 980\n },\n \"num_files_train\": " + files +
           ",\n \"num_samples_per_file\": 1,\n \"potential_caching\": " + caching +
           ",\n \"host_memory_GB\": [64.0, 0.0]" + more + "\n}\n";
  }
  // Every epoch but the last ends without a checkpoint; that of the last takes half a second.
  std::string epochs() const {
    std::string text = "{\n";
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const bool is_last = i + 1 == seconds.size();
      text += " \"" + std::to_string(i + 1) + "\": {\"block1\": {\"duration\": \"39.00\"}, " +
              (is_last ? "\"ckpt1\": {\"duration\": \"0.50\"}, " : "") + "\"duration\": \"" + seconds[i] +
              "\"}" + (is_last ? "\n" : ",\n");
    }
    return text + "}\n";
  }
  // Steps of half a second: eight ranks compute 112 samples a second at most.
  std::string config() const {
    return "workload:\n  model: weir\n  framework: pytorch\n  dataset: {format: npz, num_files_train: 4000, "
           "record_length: 1048576}\n  reader: {data_loader: pytorch, batch_size: 7, read_threads: " +
           threads + "}\n  train: {epochs: 5, computation_time: 0.5}\n  metric: {au: 0.9}\n";
  }

  DlioRunsRead read(bool strict = false) const {
    DlioRunsRead read;
    DlioRunReader reader("weir", {std::nullopt, strict}, read);
    const auto source = [](const char* name, const std::string& text) {
      return std::make_shared<const SourceText>(SourceText{name, text});
    };
    reader.read(DlioFileKind::summary, 0, source("summary.json", summary()));
    reader.read(DlioFileKind::epochs, 0, source("per_epoch_stats.json", epochs()));
    reader.read(DlioFileKind::config, 0, source("config.yaml", config()));
    reader.finish();
    return read;
  }
  // Writes the files that DLIO leaves, and returns their folder.
  std::string write(const std::string& folder) const {
    std::filesystem::create_directories(folder + "/.hydra");
    std::ofstream(folder + "/summary.json") << summary();
    std::ofstream(folder + "/per_epoch_stats.json") << epochs();
    std::ofstream(folder + "/.hydra/config.yaml") << config();
    std::ofstream(folder + "/.hydra/overrides.yaml") << "- ++workload.reader.read_threads=4\n";
    for (int rank = 0; rank < 8; ++rank)
      std::ofstream(folder + "/" + std::to_string(rank) + "_output.json")
          << R"({"1": {"load": {"block1": [2.0, 0.002, 0.004]}}})";
    return folder;
  }
};

}  // namespace headrace
