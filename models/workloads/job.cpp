#include "models/workloads/job.h"

#include "models/workloads/inference_job.h"
#include "models/workloads/probe_job.h"
#include "models/workloads/training_job.h"

namespace headrace {

std::unique_ptr<Job> make_job(const JobSetting& setting, const JobSpec& spec) {
  if (spec.inference) return std::make_unique<InferenceJob>(setting, spec);
  if (spec.probe) return std::make_unique<ProbeJob>(setting, spec);
  return std::make_unique<TrainingJob>(setting, spec);
}

}  // namespace headrace
