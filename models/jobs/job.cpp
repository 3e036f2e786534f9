#include "models/jobs/job.h"

#include "models/jobs/inference/inference_job.h"
#include "models/jobs/probe/probe_job.h"
#include "models/jobs/training/training_job.h"

namespace headrace {

std::unique_ptr<Job> make_job(const JobSetting& setting, const JobSpec& spec) {
  if (spec.inference) return std::make_unique<InferenceJob>(setting, spec);
  if (spec.probe) return std::make_unique<ProbeJob>(setting, spec);
  return std::make_unique<TrainingJob>(setting, spec);
}

}  // namespace headrace
