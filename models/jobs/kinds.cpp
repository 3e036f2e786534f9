// The table of the kinds of jobs: one line each, by the field of a job that gives it.

#include <vector>

#include "models/jobs/job.h"

namespace headrace {

std::unique_ptr<Recipe<Job>> training_job();
std::unique_ptr<Recipe<Job>> inference_job();
std::unique_ptr<Recipe<Job>> probe_job();
std::unique_ptr<Recipe<Job>> replay_job();

PolicyTable<Job> Job::table() {
  static constexpr Registration<Job> kTable[] = {
      {"workload", "the workload, spelt out in place of a DLIO file", training_job},
      {"inference", "an inference job, in place of a DLIO file or a workload", inference_job},
      {"probe", "a benchmark of the storage itself, in place of those", probe_job},
      {"replay", "operations of a recorded run, in place of those", replay_job},
  };
  return kTable;
}

std::span<const std::string_view> JobKind::all() {
  static const std::vector<std::string_view> kAll = [] {
    std::vector<std::string_view> names;
    for (const auto& row : Job::table()) {
      names.push_back(row.recipe()->facts().kind);
      if (names.back() == training) names.push_back(checkpoint);
    }
    return names;
  }();
  return kAll;
}

std::unique_ptr<KindResult> empty_kind_result(std::string_view kind) {
  for (const auto& row : Job::table())
    if (const JobFacts facts = row.recipe()->facts(); row.name == kind && facts.found != nullptr)
      return facts.found();
  return nullptr;
}

}  // namespace headrace
