#include "models/jobs/training/training_job.h"

#include <algorithm>
#include <utility>

#include "models/formats/format.h"
#include "models/jobs/job_shape.h"
#include "models/jobs/rest_of_epoch.h"
#include "models/jobs/training/rank.h"
#include "models/loaders/kinds.h"

namespace headrace {

namespace {

// Feeds of a loader, by FeedPath.
constexpr LoaderContext::Feed kFeeds[] = {LoaderContext::Feed::batches, LoaderContext::Feed::straight,
                                          LoaderContext::Feed::bounced};
static_assert(std::size(kFeeds) == std::size(kFeedPaths));

// Returns nothing where there is no epoch, or one that has none.
std::optional<double> mean_over(const std::vector<EpochResult>& epochs,
                                std::optional<double> EpochResult::* figure) {
  if (epochs.empty()) return {};
  double sum = 0;
  for (const EpochResult& epoch : epochs) {
    if (!(epoch.*figure)) return {};
    sum += *(epoch.*figure);
  }
  return sum / static_cast<double>(epochs.size());
}

}  // namespace

TrainingJob::TrainingJob(const Context& context, const WorkloadSpec& work)
    : Job(context.setting.scope.sim(), context.spec.start),
      scope_(context.setting.scope),
      name_(context.setting.name),
      spec_(context.spec),
      work_(work),
      seats_(context.setting.seats),
      jitter_(spec_.host.jitter(spec_.dlio_version)),
      compute_(scope_.blamed("compute")),
      host_work_(scope_.blamed("host")),
      evaluation_(scope_.blamed("evaluation")),
      pause_(scope_.blamed("pause between checkpoints")),
      rest_of_epoch_(scope_.blamed(kRestOfEpoch)),
      model_(scope_.blamed("model")),
      training_sets_(context, work_),
      checkpoint_files_(work_.checkpoint, static_cast<std::int64_t>(seats_.size()),
                        context.setting.add_files("checkpoints"), spec_.place(Purpose::checkpoints).layout),
      steps_(steps_of_epoch(spec_, static_cast<std::int64_t>(seats_.size()))),
      micro_batches_(spec_.micro_batches()),
      until_(context.setting.until),
      rest_(context.setting.rest),
      step_wait_(scope_.histogram("step_wait", Unit::nanoseconds)),
      first_batch_wait_(scope_.histogram("first_batch_wait", Unit::nanoseconds)),
      barrier_(sim_, name_ + "/step", seats_.size()),
      missing_batches_(sim_, "a batch its share of the data set does not hold", 1),
      processes_(sim_) {
  const JobSetting& setting = context.setting;
  const JobSpec& spec = context.spec;
  const auto ranks = static_cast<std::int64_t>(seats_.size());
  const auto on_first = [&](const Seat& seat) { return seat.node == seats_.front().node; };
  ranks_on_node_ = std::count_if(seats_.begin(), seats_.end(), on_first);
  const bool trains = work_.training.enabled;
  if (trains && work_.evaluation.enabled && work_.evaluation_files > 0) {
    evaluation_set_.emplace(work_.evaluation_set(), setting.add_files("evaluation"),
                            spec_.place(Purpose::evaluation).layout, scope_.random("dataset/evaluation"));
    evaluation_steps_ = steps_of(evaluation_set_->samples(), work_.loader.batch_size_evaluation, ranks,
                                 work_.evaluation.total_steps);
  }
  local_set_ = seats_.front().local != nullptr ? setting.add_files("local") : 0;
  if (trains && spec.shuffle && !work_.mixture) shuffle_ = spec.shuffle->make(shuffle_context());
  for (std::int64_t r = 0; r < ranks; ++r)
    ranks_.push_back(
        std::make_unique<Rank>(scope_.part("rank", r), spec, work_, static_cast<RankId>(r), ranks));
  for (const auto& rank : ranks_)
    if (rank->track) rank->track.runs_on(seats_[static_cast<std::size_t>(rank->id)].node->id());
  if (trains) epochs_.resize(static_cast<std::size_t>(work_.training.epochs));
  if (trains && work_.mixture) mix_sets();
  if (spec.startup)
    startup_.emplace(setting, spec, trains ? training_sets_.all() : std::span<const Dataset>());
  if (trains && spec.step && spec.step->federated)
    federation_.emplace(scope_.part("federation"), *spec.step->federated, ranks);
  if (trains && spec.source) source_.emplace(scope_.part("source"), *spec.source);
  if (trains && work_.training.coordinated_reads) rounds_.emplace(scope_.random("rounds"));
  if (trains && spec.logs) logs_.emplace(setting, *spec.logs, spec.place(Purpose::logs).layout);
  write_checkpoints_anew();
  if (trains && spec.cache) caches_ = std::make_unique<JobCaches>(setting, *spec.cache);
  if (trains) hand_samples_on();
  load_anew();
}

void TrainingJob::mix_sets() {
  const LoaderContext own = loader_context(scope_.part("mixture"), 0, Purpose::data, nobody());
  std::unique_ptr<MixedOrders> orders =
      training_sets_.orders(spec_, own, shuffle_context(), steps_ * samples_of_replica(spec_));
  mixed_ = orders.get();
  shuffle_ = std::move(orders);
}

void TrainingJob::hand_samples_on() {
  const Dataset& data = training_sets_.all().front();
  const bool reads = cost_of(data.spec().format).pattern != ReadPattern::none;
  if (!shuffle_ || shuffle_->handed_on(0) == 0 || !reads) return;
  handed_on_.emplace(scope_.part("exchange"), seats_, data, *shuffle_, caches_.get(),
                     SampleExchange::Plan{work_.training.epochs, samples_of_replica(spec_)});
}

// Makes what the ranks of a begin share: the writer of checkpoints, the model, the exchange of gradients.
void TrainingJob::write_checkpoints_anew() {
  const CheckpointSetting checkpoints(scope_.part("checkpoints"), seats_, checkpoint_files_, local_set_);
  writer_ = spec_.checkpointing.strategy.make({})->writer(checkpoints);
  if (work_.training.enabled) share_anew();
}

void TrainingJob::load_anew() {
  prefixes_.clear();
  if (const auto& shared = work_.loader.shared_prefix; shared && work_.training.enabled)
    for (std::int64_t first = 0; first < std::ssize(ranks_); first += shared->tasks)
      prefixes_.push_back(std::make_unique<SharedPrefix>(sim_, *shared));
  for (const auto& each : ranks_) {
    Rank& rank = *each;
    const Scope place = scope_.part("rank", rank.id);
    const Scope own = begins_ > 0 ? place.built_again(begins_) : place;
    const auto account_of = [&](const std::unique_ptr<AcceleratorFeed>& feed) -> Account& {
      if (feed) return feed->account();
      return rank.account;
    };
    if (copies_batches() && reads(rank)) rank.feed = feed_of(own.part("feed").path(), rank, Cause::copy_wait);
    if (work_.training.enabled && reads(rank))
      rank.loader =
          make_loader(loader_context(own.part("loader"), rank.id, Purpose::data, account_of(rank.feed)));
    if (evaluation_steps_ == 0) continue;
    if (copies_batches())
      rank.evaluation_feed = feed_of(own.part("evaluation/feed").path(), rank, Cause::evaluation);
    rank.evaluation_loader = make_loader(loader_context(own.part("evaluation"), rank.id, Purpose::evaluation,
                                                        account_of(rank.evaluation_feed)));
  }
}

LoaderContext TrainingJob::loader_context(const Scope& scope, RankId rank, Purpose purpose,
                                          Account& account) const {
  const Seat& seat = seats_[static_cast<std::size_t>(rank)];
  const bool trains = purpose == Purpose::data;
  const Dataset& data = trains ? training_sets_.all().front() : *evaluation_set_;
  FileSystem& storage = trains ? seat.of_dataset(0) : seat.at(purpose);
  LoaderContext context(scope, *seat.node, storage, data, work_.loader);
  context.account = &account;
  context.batch_size = trains ? work_.loader.batch_size : work_.loader.batch_size_evaluation;
  context.rank = rank;
  context.ranks = static_cast<std::int64_t>(seats_.size());
  if (shared_) {
    context.rank = static_cast<RankId>(ranks_[static_cast<std::size_t>(rank)]->place.replica);
    context.ranks = replicas_of(spec_, context.ranks);
  }
  if (trains && !prefixes_.empty()) {
    context.rank = static_cast<RankId>(rank / work_.loader.shared_prefix->tasks);
    context.ranks = std::ssize(prefixes_);
    context.prefix = prefixes_[static_cast<std::size_t>(context.rank)].get();
  }
  context.shuffles_all = deals_evenly(spec_.dlio_version);
  context.pads = spec_.dlio.empty() && work_.loader.kind == LoaderKind::pytorch && !work_.mixture;
  context.seed = work_.training.seed;
  context.seed_change_epoch = work_.training.seed_change_epoch;
  context.epochs = work_.training.epochs;
  if (spec_.feed) context.feed = kFeeds[static_cast<std::size_t>(spec_.feed->path)];
  context.accelerator = seat.accelerator;
  if (!trains) return context;  // Evaluation reads in DLIO's order, around the caches.
  context.mixed = training_sets_.mixed(seat);
  context.tensor = work_.tensor();
  context.shuffle = shuffle_.get();
  if (caches_) context.cache = &caches_->of(rank);
  return context;
}

std::unique_ptr<AcceleratorFeed> TrainingJob::feed_of(const std::string& path, Rank& rank,
                                                      Cause copies) const {
  const Seat& seat = seats_[static_cast<std::size_t>(rank.id)];
  AcceleratorFeed::Plan plan;
  plan.tensor = work_.tensor();
  plan.pinned = work_.loader.pin_memory;
  plan.ahead = spec_.feed->ahead;
  plan.copies = copies;
  return std::make_unique<AcceleratorFeed>(sim_, AcceleratorFeed::Place(path, *seat.node, seat.accelerator),
                                           plan, rank.account);
}

// Returns what a shuffle policy is told. The seed is of the run's and the workload's together: runs with
// other seeds shuffle otherwise.
ShufflePolicy::Context TrainingJob::shuffle_context() const {
  ShufflePolicy::Context context;
  context.samples = training_sets_.samples();
  context.samples_per_file = work_.dataset.samples_per_file;
  context.ranks = replicas_of(spec_, static_cast<std::int64_t>(seats_.size()));
  context.seed = scope_.random("shuffle").at(static_cast<std::uint64_t>(work_.training.seed)).bits();
  context.batch_size = work_.loader.batch_size;
  context.lag = most_batches_ahead(work_.loader) * work_.loader.batch_size;
  return context;
}

TrainingJob::~TrainingJob() = default;

void TrainingJob::begin() {
  for (const auto& rank : ranks_) {
    rank->accounted = sim_.now();
    rank->account.start(sim_.now());
  }
  spawn_ranks();
}

void TrainingJob::spawn_ranks() {
  if (source_) source_->begin();
  for (const auto& rank : ranks_) {
    std::string process = scope_.path() + "/rank/" + std::to_string(rank->id);
    processes_.spawn(std::move(process), work_.training.enabled ? train(*rank) : checkpoints_only(*rank));
  }
}

double TrainingJob::done() const {
  if (!work_.training.enabled) {
    const auto planned = std::max<std::int64_t>(0, work_.checkpoint.writes) +
                         std::max<std::int64_t>(0, work_.checkpoint.reads);
    return planned == 0 ? 1 : static_cast<double>(lone_checkpoints_.size()) / static_cast<double>(planned);
  }
  const auto ranks = federation_ ? federation_->participants() : std::ssize(ranks_);
  const auto all = static_cast<double>(steps_ * work_.training.epochs) * static_cast<double>(ranks);
  return all == 0 ? 1 : static_cast<double>(steps_done_) / all;
}

Waited TrainingJob::waited() const {
  Waited all;
  for (const auto& rank : ranks_) all += rank->account.waited(sim_.now());
  return all;
}

std::vector<ResourceResult> TrainingJob::resources() const {
  ResourceResult readers;
  readers.name = name_ + ": loader read threads";
  readers.advice = "more read_threads, or faster storage for each";
  readers.concurrency = true;
  for (const auto& rank : ranks_)
    if (rank->loader) readers.add(rank->loader->readers_busy());
  if (readers.instances == 0) return {};
  return {readers};
}

bool TrainingJob::ended() const {
  return ranks_ended_ == static_cast<std::int64_t>(ranks_.size()) && writer_ && writer_->idle();
}

// Says what does not add up in the caches, and of a job that ended in its writer: a stopped run leaves a
// checkpoint half written.
std::string TrainingJob::imbalance() const {
  if (std::string found = caches_ ? caches_->imbalance() : std::string(); !found.empty()) return found;
  if (std::string found = source_ ? source_->imbalance() : std::string(); !found.empty()) return found;
  return ended() ? writer_->imbalance() : std::string();
}

// Asks for each that is not known yet.
void TrainingJob::note_durable(std::vector<SpanResult>& spans) const {
  for (SpanResult& span : spans)
    if (writer_ && !span.read && span.durable == Time()) span.durable = writer_->durable(span.file_number);
}

void TrainingJob::note_durable(JobResult& result) const {
  result.drained = result.end;
  const auto note = [&](std::vector<SpanResult>& spans) {
    note_durable(spans);
    for (const SpanResult& span : spans)
      if (span.durable < Time::never()) result.drained = std::max(result.drained, span.durable);
  };
  note(result.checkpoints);
  for (EpochResult& epoch : result.epochs) note(epoch.checkpoints);
}

// Returns what was read of checkpoints since it was last asked.
ReadTally TrainingJob::read_of_checkpoints() {
  const auto client_of = [](const Seat& seat) -> const FileSystem& { return seat.at(Purpose::checkpoints); };
  return since_taken(reads_of(std::span(std::as_const(seats_)), checkpoint_files_.set(), client_of),
                     checkpoints_read_);
}

void TrainingJob::add_time_budget(JobResult& result) const {
  const auto there_is = [&](Cause cause) {
    if (cause == Cause::idle) return federation_.has_value();
    if (cause == Cause::network_wait)
      return handed_on_ || federation_ || shared_ ||
             (spec_.collectives && spec_.collectives->gradient_size > Bytes());
    if (cause == Cause::pipeline_wait) return shared_ && work_.checkpoint.parallelism.pipeline > 1;
    if (cause == Cause::failure) return spec_.restart.has_value();
    if (cause == Cause::startup) return startup_.has_value();
    if (cause == Cause::logging) return logs_.has_value();
    return cause != Cause::copy_wait || copies_batches();
  };
  for (const auto& rank : ranks_)
    for (std::size_t cause = 0; cause < std::size(kCauses); ++cause)
      if (there_is(static_cast<Cause>(cause)))
        rank->account.add_rows(result.time_budget, rank->id, static_cast<Cause>(cause), result.end);
}

// Sums what the job's nodes read from each tier. A tier knows the job's files by their set, as the storage
// above it does.
TieredReads TrainingJob::tier_reads() const {
  TieredReads reads;
  const std::span<const Dataset> sets = training_sets_.all();
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (&seats_.front().of_dataset(k) != seats_.front().storage) continue;
    const std::int32_t set = sets[k].file(0).id.set;
    for (std::size_t seat = 0; seat < seats_.size(); seat += static_cast<std::size_t>(ranks_on_node_)) {
      reads.from_above += seats_[seat].above->reads_of(set).fetched;
      reads.from_below += seats_[seat].below->reads_of(set).fetched;
    }
  }
  return reads;
}

// Counts, by data set of the mixture, the samples of the steps that have been done.
std::vector<std::int64_t> TrainingJob::samples_done_by_set() const {
  std::vector<std::int64_t> all(training_sets_.all().size());
  for (const auto& rank : ranks_) {
    if (rank->place.stage > 0 || rank->place.shard > 0) continue;  // Others train on the same.
    const std::int64_t steps = (rank->books.epoch - 1) * steps_ + rank->books.steps;
    const std::vector<std::int64_t> own =
        mixed_->drawn(static_cast<RankId>(rank->place.replica), steps * samples_of_replica(spec_));
    for (std::size_t set = 0; set < all.size(); ++set) all[set] += own[set];
  }
  return all;
}

ShuffleResult TrainingJob::shuffle_result() const {
  ShuffleResult result;
  result.policy = spec_.shuffle->name();
  result.randomness = randomness(shuffle_->log_orders(), training_sets_.samples());
  if (handed_on_) result.bytes_exchanged = handed_on_->bytes();
  return result;
}

JobResult TrainingJob::result() const {
  JobResult result;
  result.name = name_;
  result.model = work_.model;
  result.kind = work_.facts().kind;
  result.dlio_version = kDlioVersions[static_cast<std::size_t>(spec_.dlio_version)];
  result.accelerator = spec_.accelerator;
  result.accelerators = static_cast<std::int64_t>(ranks_.size());
  result.nodes = result.accelerators / ranks_on_node_;
  result.files_train = training_sets_.files();
  result.files_evaluation = work_.evaluation_files;
  if (!work_.mixture) result.samples_per_file = work_.dataset.samples_per_file;
  result.record_length = work_.record_length();
  result.au_threshold_percent = 100 * work_.metric.au_threshold;
  result.start = Time::at(start_);
  result.end = ranks_ended_ == result.accelerators ? ended_ : sim_.now();
  for (const EpochTotals& totals : epochs_) {
    if (totals.ranks_done < result.accelerators) break;  // A run that was stopped.
    EpochResult epoch = totals.result;
    if (totals.au_sum) epoch.au_percent = *totals.au_sum / static_cast<double>(result.accelerators);
    if (totals.rate_sum)
      epoch.samples_per_second = *totals.rate_sum / static_cast<double>(ranks_of_replica(spec_));
    if (totals.rate_sum)
      epoch.mib_per_second =
          *epoch.samples_per_second * static_cast<double>(result.record_length.count()) / 1048576.0;
    if (federation_) rate_rounds(epoch, totals);
    epoch.first_batch_mean = totals.first_batch_sum / result.accelerators;
    result.epochs.push_back(std::move(epoch));
  }
  result.au_percent = mean_over(result.epochs, &EpochResult::au_percent);
  result.samples_per_second = mean_over(result.epochs, &EpochResult::samples_per_second);
  result.mib_per_second = mean_over(result.epochs, &EpochResult::mib_per_second);
  result.samples_done = steps_done_ * samples_of_replica(spec_) / ranks_of_replica(spec_);
  add_time_budget(result);
  result.checkpoints = lone_checkpoints_;
  if (work_.training.enabled) {
    Duration& kept = result.kept_compute.emplace();
    for (const auto& rank : ranks_) kept += rank->books.compute;
  }
  if (work_.checkpoint.enabled) result.checkpoint_size = checkpoint_files_.size();
  note_durable(result);
  result.step_wait = step_wait_;
  if (startup_) result.startup = startup_->result();
  if (logs_) result.logs = logs_->result();
  if (work_.training.enabled && spec_.step) result.step = step_result();
  if (source_) result.source = source_->result();
  if (caches_) result.cache = caches_->result();
  if (spec_.shuffle && shuffle_) result.shuffle = shuffle_result();
  if (mixed_ != nullptr) result.mixture = training_sets_.result(seats_, samples_done_by_set());
  if (work_.training.enabled && seats_.front().above != nullptr) result.tiers = tier_reads();
  return result;
}

std::unique_ptr<Recipe<Job>> training_job() { return recipe<Job, TrainingJob, WorkloadSpec>(); }

}  // namespace headrace
