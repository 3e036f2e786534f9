#include "models/workloads/inference_job.h"

namespace headrace {

InferenceJob::InferenceJob(const JobSetting& setting, const JobSpec& spec)
    : Job(setting.scope.sim(), spec.start) {}
JobResult InferenceJob::result() const { return {}; }
double InferenceJob::done() const { return 1; }
std::vector<ResourceResult> InferenceJob::resources() const { return {}; }
void InferenceJob::begin() {}

}  // namespace headrace
