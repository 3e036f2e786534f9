// InferenceJob: servers that load a model and answer requests.
#pragma once

#include "models/workloads/job.h"
#include "models/workloads/job_spec.h"

namespace headrace {

class InferenceJob final : public Job {
 public:
  InferenceJob(const JobSetting& setting, const JobSpec& spec);

  JobResult result() const override;
  double done() const override;
  std::vector<ResourceResult> resources() const override;

 protected:
  void begin() override;
};

}  // namespace headrace
