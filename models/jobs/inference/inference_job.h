// InferenceJob: servers that load a model and then answer requests, or sweep a
// data set.
//
// One server a rank. Its parts: loads of the model (inference_model.h), the
// work itself (inference_work.h), and writers of predictions
// (inference_predictions.h). The job ends when all is answered and written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/jobs/inference/inference_model.h"
#include "models/jobs/inference/inference_predictions.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/inference/inference_work.h"
#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/startup/startup.h"

namespace headrace {

class InferenceJob final : public Job {
 public:
  InferenceJob(const Context& context, const InferenceSpec& what);
  ~InferenceJob() override;

  void begin() override;
  bool ended() const override;
  void stop() override;
  JobResult result() const override;
  Waited waited() const override;
  double done() const override { return work_->done(); }
  std::vector<ResourceResult> resources() const override;
  std::string imbalance() const override;

 private:
  // Load of the model: one reader, and the servers that it is for.
  struct Load {
    std::size_t from = 0, to = 0;
    std::size_t ready = 0;  // Of them, those whose processes run.
    std::unique_ptr<ModelLoad> model;
  };

  void make_loads(const JobSetting& setting);
  void make_writers(const JobSetting& setting);
  Task<> run();
  Task<> start_up(std::size_t server);
  void begin_loads();
  Task<> load(Load& load);

  Scope scope_;
  std::string name_;
  JobSpec spec_;
  InferenceSpec what_;
  std::int64_t nodes_ = 0;
  Duration model_load_;
  Time ended_;
  bool has_ended_ = false;
  std::optional<Startup> startup_;  // Nothing: servers are ready at once.
  std::vector<Load> loads_;
  Relay written_;  // Tells servers that wait at the end what the writers do.
  std::vector<std::unique_ptr<PredictionWriter>> writers_;
  std::unique_ptr<InferenceWork> work_;
  TaskGroup loading_;
  TaskGroup writing_;
  TaskGroup processes_;
};

}  // namespace headrace
