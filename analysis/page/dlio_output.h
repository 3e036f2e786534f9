// DLIO output: a simulated run in the files of the real benchmark, so that
// scripts that read summary.json and per_epoch_stats.json read it too.
//
// Names and keys are those of the job's DLIO version. Times are simulated,
// counted from 1970-01-01, so equal runs give equal files. What only a real
// host has (cpuinfo, most of meminfo) is left empty. README.md has the list.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

// Facts of the machine that the files say and the rows do not hold; zero where unknown.
struct DlioMachine {
  std::string node_group;
  std::int64_t cores_per_node = 0;
  Bytes memory_per_node;
  Bytes record_length;           // Nominal; of a mixture the mean.
  double mixture_gibibytes = 0;  // Size of all data sets that are mixed, at nominal lengths.
  std::string dlio;              // Workload file of the job; empty: its scenario has the workload itself.
  std::vector<std::string> overrides;
  WorkloadSpec work;
  std::int64_t samples_of_step = 1;  // That a rank, or all that share a model, train on.
};

// Takes the machine of the job with this name from its scenario; what the scenario does not say stays empty.
DlioMachine dlio_machine(const Scenario& scenario, const std::string& job);

std::string dlio_timestamp(Time time);  // "1970-01-01T00:03:24.500000"

nlohmann::ordered_json dlio_summary(const JobResult& job, const DlioMachine& machine);
nlohmann::ordered_json dlio_per_epoch_stats(const JobResult& job);

// Returns what the host of a rank is, as summary.json and <rank>_output.json say it.
nlohmann::ordered_json dlio_host(const DlioMachine& machine);

// Returns the version whose rules the job was run by.
DlioVersion dlio_version_of(const JobResult& job);

// Says whether files have the names and keys of DLIO before v2.0.
bool has_old_names(const JobResult& job);

}  // namespace headrace
