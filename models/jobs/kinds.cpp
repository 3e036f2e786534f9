// The table of the kinds of jobs: one row each.

#include "models/jobs/kinds.h"

#include <algorithm>

namespace headrace {

std::unique_ptr<Job> inference_job(const JobSetting& setting, const JobSpec& spec);
std::unique_ptr<Job> probe_job(const JobSetting& setting, const JobSpec& spec);
std::unique_ptr<Job> training_job(const JobSetting& setting, const JobSpec& spec);

namespace {

std::int64_t one_on_each_accelerator(const JobSpec& spec, const NodeSpec& group) {
  return spec.accelerators_per_node < 0 ? group.accelerators : spec.accelerators_per_node;
}

}  // namespace

std::span<const JobKindRow> job_kinds() {
  static const JobKindRow kTable[] = {
      {JobKind::training,
       {"dlio", "workload"},
       [](const JobSpec&) { return true; },
       training_job,
       one_on_each_accelerator},
      {JobKind::checkpoint,
       {"dlio", "workload"},
       [](const JobSpec& spec) { return spec.workload && !spec.workload->training.enabled; },
       training_job,
       one_on_each_accelerator},
      {JobKind::inference,
       {"inference"},
       [](const JobSpec& spec) { return spec.inference.has_value(); },
       inference_job,
       one_on_each_accelerator},
      {JobKind::probe,
       {"probe"},
       [](const JobSpec& spec) { return spec.probe.has_value(); },
       probe_job,
       [](const JobSpec& spec, const NodeSpec&) { return spec.probe->processes_per_node; }},
  };
  return kTable;
}

const JobKindRow& kind_of(const JobSpec& spec) {
  const std::span<const JobKindRow> kinds = job_kinds();
  return *std::find_if(kinds.rbegin(), kinds.rend(), [&](const JobKindRow& row) { return row.fits(spec); });
}

std::unique_ptr<Job> make_job(const JobSetting& setting, const JobSpec& spec) {
  return kind_of(spec).make(setting, spec);
}

}  // namespace headrace
