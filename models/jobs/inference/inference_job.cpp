#include "models/jobs/inference/inference_job.h"

#include <algorithm>
#include <deque>

#include "models/jobs/inference/inference_service.h"
#include "models/jobs/inference/inference_sweep.h"

namespace headrace {

InferenceJob::InferenceJob(const Context& context, const InferenceSpec& what)
    : Job(context.setting.scope.sim(), context.spec.start),
      scope_(context.setting.scope),
      name_(context.setting.name),
      spec_(context.spec),
      what_(what),
      loading_(sim_),
      writing_(sim_),
      processes_(sim_) {
  const JobSetting& setting = context.setting;
  const Node* last = nullptr;
  for (const Seat& seat : setting.seats)
    if (std::exchange(last, seat.node) != seat.node) ++nodes_;
  if (what_.model_size > Bytes()) make_loads(setting);
  if (what_.prediction_size > Bytes()) make_writers(setting);
  std::optional<Dataset> data;
  if (what_.mode == InferenceMode::streaming) {
    work_ = std::make_unique<InferenceService>(scope_, what_, setting.seats, writers_);
  } else {
    data.emplace(*what_.dataset, setting.sets.add(setting.number), spec_.layout, scope_.random("dataset"));
    work_ = std::make_unique<InferenceSweep>(scope_, what_, setting.seats, *data, writers_);
  }
  if (spec_.startup)
    startup_.emplace(setting, spec_, data ? std::span(&*data, 1) : std::span<const Dataset>());
}

InferenceJob::~InferenceJob() = default;

// All readers read the same files: what they share on the way to the storage decides what that costs.
void InferenceJob::make_loads(const JobSetting& setting) {
  FileInfo first;
  first.id.set = setting.sets.add(setting.number);
  first.layout = spec_.place(Purpose::weights).layout;
  for (std::size_t s = 0; s < setting.seats.size(); ++s) {
    const Seat& seat = setting.seats[s];
    const bool again = s > 0 && seat.node == setting.seats[s - 1].node;
    if (again && what_.model_load == ModelReaders::node) {
      loads_.back().to = s + 1;
      continue;
    }
    Load& load = loads_.emplace_back();
    load.from = s;
    load.to = s + 1;
    load.model = std::make_unique<ModelLoad>(scope_.part("model", static_cast<std::int64_t>(s)), what_,
                                             seat.at(Purpose::weights), first);
  }
}

void InferenceJob::make_writers(const JobSetting& setting) {
  FileInfo file;
  file.id.set = setting.sets.add(setting.number);
  file.layout = spec_.place(Purpose::predictions).layout;
  for (std::size_t s = 0; s < setting.seats.size(); ++s) {
    file.id.index = static_cast<std::int64_t>(s);
    const Scope own = scope_.part("predictions", file.id.index);
    writers_.push_back(std::make_unique<PredictionWriter>(own, setting.seats[s].at(Purpose::predictions),
                                                          file, what_.prediction_write_size, written_));
  }
}

void InferenceJob::begin() { processes_.spawn(scope_.path(), run()); }

bool InferenceJob::ended() const { return has_ended_; }

void InferenceJob::stop() {
  processes_.cancel_all();
  writing_.cancel_all();
  loading_.cancel_all();
  if (startup_) startup_->stop();
  work_->stop();
  loads_.clear();
  writers_.clear();
}

Task<> InferenceJob::run() {
  work_->begin();
  for (std::size_t s = 0; s < writers_.size(); ++s)
    writing_.spawn(scope_.path() + "/predictions/" + std::to_string(s), writers_[s]->run());
  if (startup_) {
    for (std::size_t s = 0; s < work_->servers(); ++s)
      loading_.spawn(scope_.path() + "/start/" + std::to_string(s), start_up(s));
  } else {
    begin_loads();
  }
  while (!work_->drained()) co_await work_->changed().next();
  co_await loading_.join();
  std::deque<Relay::Listening> listening;
  for (std::size_t s = 0; s < work_->servers(); ++s) {
    work_->turn(s, Cause::batch_wait);
    listening.emplace_back(written_, work_->account(s));
  }
  for (const auto& writer : writers_) writer->finish();
  co_await writing_.join();
  work_->end();
  ended_ = sim_.now();
  mark_end(scope_.path());
  has_ended_ = true;
}

void InferenceJob::begin_loads() {
  for (Load& one : loads_) loading_.spawn(scope_.path() + "/model/" + std::to_string(one.from), load(one));
  if (loads_.empty())
    for (std::size_t s = 0; s < work_->servers(); ++s) work_->open(s);
}

// Gets a server ready for its load, which begins once all are that it is for.
Task<> InferenceJob::start_up(std::size_t server) {
  work_->turn(server, Cause::startup);
  co_await startup_->run(static_cast<RankId>(server), work_->account(server));
  work_->turn(server, Cause::batch_wait);
  if (loads_.empty()) {
    work_->open(server);
    co_return;
  }
  for (Load& one : loads_)
    if (one.from <= server && server < one.to && ++one.ready == one.to - one.from) co_await load(one);
}

Task<> InferenceJob::load(Load& load) {
  const Time begun = sim_.now();
  std::deque<Relay::Listening> listening;
  for (std::size_t s = load.from; s < load.to; ++s)
    listening.emplace_back(load.model->moving(), work_->account(s));
  co_await load.model->run();
  model_load_ = std::max(model_load_, sim_.now() - begun);
  for (std::size_t s = load.from; s < load.to; ++s) work_->open(s);
}

Waited InferenceJob::waited() const {
  Waited all;
  for (std::size_t s = 0; s < work_->servers(); ++s) all += work_->account(s).waited(sim_.now());
  return all;
}

std::vector<ResourceResult> InferenceJob::resources() const {
  ResourceResult servers;
  servers.name = name_ + ": servers";
  servers.advice = "more or faster servers, or larger batches";
  const Duration elapsed = sim_.now().since_start();
  if (elapsed == Duration()) return {};
  for (std::size_t s = 0; s < work_->servers(); ++s) servers.add(work_->spent(s, Cause::compute) / elapsed);
  return {servers};
}

std::string InferenceJob::imbalance() const {
  if (std::string found = work_->imbalance(); !found.empty()) return found;
  for (const auto& writer : writers_) {
    const bool too_much = writer->written() > writer->added();
    if (too_much || (has_ended_ && writer->written() != writer->added()))
      return "predictions: " + std::to_string(writer->added().count()) + " B made, " +
             std::to_string(writer->written().count()) + " B written";
  }
  return {};
}

JobResult InferenceJob::result() const {
  JobResult result;
  result.name = name_;
  result.model = what_.model;
  result.kind = what_.facts().kind;
  result.accelerator = spec_.accelerator;
  result.accelerators = static_cast<std::int64_t>(work_->servers());
  result.nodes = nodes_;
  result.start = Time::at(start_);
  result.end = has_ended_ ? ended_ : sim_.now();
  work_->add_rows(result.time_budget, startup_.has_value());
  if (startup_) result.startup = startup_->result();
  InferenceResult& found = result.found.give(InferenceResult());
  found.model_load = model_load_;
  for (const Load& load : loads_) found.model_read += load.model->bytes();
  for (const auto& writer : writers_) found.predictions_written += writer->written();
  work_->fill(found);
  if (what_.mode == InferenceMode::offline) {
    result.files_train = what_.dataset->files;
    result.samples_per_file = what_.dataset->samples_per_file;
    result.record_length = what_.dataset->record_length;
    result.mib_per_second =
        found.completed_per_second * static_cast<double>(result.record_length.count()) / 1048576.0;
  }
  result.samples_per_second = found.completed_per_second;
  return result;
}

std::unique_ptr<Recipe<Job>> inference_job() { return recipe<Job, InferenceJob, InferenceSpec>(); }

}  // namespace headrace
