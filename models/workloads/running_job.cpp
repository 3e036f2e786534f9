#include "models/workloads/running_job.h"

#include <algorithm>

namespace headrace {

RunningJob::RunningJob(const JobSetting& setting, const JobSpec& spec)
    : sim_(setting.scope.sim()),
      path_(setting.scope.path()),
      group_(spec.nodes.group),
      start_(spec.start),
      job_(make_job(setting, spec)),
      waiting_(sim_) {
  for (const Seat& seat : setting.seats) {  // Those of one node stand together.
    if (!nodes_.empty() && nodes_.back() == seat.node) continue;
    nodes_.push_back(seat.node);
    seat.node->take_in(*this);
  }
}

void RunningJob::start() {
  if (start_ == Duration()) return begin();
  waiting_.spawn(path_ + "/start", begin_at_its_time());
}

// A process, for which a run goes on although all others may have ended.
Task<> RunningJob::begin_at_its_time() {
  co_await sim_.delay(start_);
  begin();
}

void RunningJob::begin() {
  begun_ = true;
  const auto down =
      std::find_if(nodes_.begin(), nodes_.end(), [](const Node* node) { return node->is_down(); });
  if (down != nodes_.end()) return fail(**down);
  job_->begin();
}

void RunningJob::lose(const Node& node) {
  if (begun_ && !last_ && !job_->ended()) fail(node);
}

void RunningJob::fail(const Node& node) {
  Last last;
  last.result = job_->result();
  last.resources = job_->resources();
  last.result.end = sim_.now();
  JobFailure& failure = last.result.failure.emplace();
  failure.at = sim_.now();
  failure.node = group_ + "/" + std::to_string(node.number());
  failure.saved = std::max(job_->saved(), last.result.start);
  last_ = std::move(last);
  job_->stop();
}

}  // namespace headrace
