#include "models/jobs/running_job.h"

#include <algorithm>

namespace headrace {

RunningJob::RunningJob(const JobSetting& setting, const JobSpec& spec)
    : sim_(setting.scope.sim()),
      path_(setting.scope.path()),
      group_(spec.nodes.group),
      start_(spec.start),
      restart_(spec.restart),
      seats_(setting.seats),
      job_(spec.work.make({setting, spec})),
      waiting_(sim_) {
  for (const Seat& seat : seats_) {  // Those of one node stand together.
    if (!nodes_.empty() && nodes_.back() == seat.node) continue;
    nodes_.push_back(seat.node);
    seat.node->take_in(*this);
  }
}

void RunningJob::start() {
  if (start_ == Duration()) return begin();
  waiting_.spawn(path_ + "/start", begin_at_its_time());
}

// Begins the job at its time. This is a process, for which a run goes on although all others may have ended.
Task<> RunningJob::begin_at_its_time() {
  co_await sim_.delay(start_, sim_.blamed(path_, "start of the job"));
  begin();
}

void RunningJob::begin() {
  state_ = State::running;
  begun_ = sim_.now();
  job_->begin();
  for (const Node* node : nodes_)
    if (node->is_down()) lose(*node);
}

bool RunningJob::any_node_is_down() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const Node* node) { return node->is_down(); });
}

void RunningJob::lose(const Node& node) {
  if (state_ == State::before || state_ == State::over || (state_ == State::running && job_->ended())) return;
  lost_.insert(&node);
  ++losses_;
  if (state_ == State::running) fail(node);
}

void RunningJob::regain(const Node&) {
  if (state_ == State::down && !any_node_is_down()) all_back_.signal();
}

void RunningJob::fail(const Node& node) {
  JobFailure failure;
  failure.at = failed_ = sim_.now();
  failure.node = group_ + "/" + std::to_string(node.number());
  failure.saved = std::max(job_->saved().at, begun_);
  if (!restart_ || restarts_.count == restart_->at_most) return end_with(failure);
  ++restarts_.count;
  restarts_.lost += failure.at - failure.saved;
  state_ = State::down;
  job_->stop();
  waiting_.spawn(path_ + "/begin_again", begin_when_all_is_back());
}

void RunningJob::end_with(const JobFailure& failure) {
  Last last;
  last.result = result();
  last.resources = job_->resources();
  last.waited = job_->waited();
  last.result.end = failure.at;
  last.result.kept_compute = job_->saved().compute;
  last.result.failure = failure;
  last.result.state = JobState::failed;
  last_ = std::move(last);
  state_ = State::over;
  job_->stop();
}

// Begins the job again when its nodes are back and it was set up anew. A node may be lost again meanwhile:
// the setup begins from the start then.
Task<> RunningJob::begin_when_all_is_back() {
  std::int64_t seen = 0;
  do {
    if (any_node_is_down()) {
      Completion back(sim_, "the nodes of the job to come back");
      all_back_ = back.signaller();
      co_await back;
    }
    seen = losses_;
    co_await sim_.delay(restart_->delay, sim_.blamed(path_, "restart"));
  } while (seen != losses_ || any_node_is_down());
  begin_again();
}

void RunningJob::begin_again() {
  for (const Seat& seat : seats_) {
    if (!lost_.contains(seat.node)) continue;
    for (FileSystem* const client : seat.clients()) client->drop_caches();
  }
  lost_.clear();
  restarts_.down += sim_.now() - failed_;
  state_ = State::running;
  begun_ = sim_.now();
  job_->begin_again();
}

JobResult RunningJob::result() const {
  if (last_) return last_->result;
  JobResult result = job_->result();
  if (restart_) result.restarts = restarts_;
  if (state_ == State::before) {
    result.state = JobState::not_begun;
    result.end = result.start;
  } else if (!job_->ended()) {
    result.state = JobState::running;
  }
  return result;
}

}  // namespace headrace
