#include "models/jobs/training/training_sets.h"

#include <utility>

#include "models/loaders/worker_loader.h"

namespace headrace {

namespace {
// Sets of one size are shuffled otherwise than each other, in this and in later epochs.
constexpr std::int64_t kBetweenSeeds = 1'000'003;
}  // namespace

TrainingSets::TrainingSets(const Job::Context& context, const WorkloadSpec& work)
    : is_mixture_(work.mixture.has_value()) {
  const JobSetting& setting = context.setting;
  for (const TrainingSet& set : work.training_sets()) {
    const JobPlace place = context.spec.place_of(set);
    const std::string stream =
        sets_.empty() ? "dataset/train" : "dataset/train/" + std::to_string(sets_.size());
    const std::string_view ending = kFormats[static_cast<std::size_t>(set.data.format)];
    sets_.emplace_back(set.data, setting.add_files(set.name.empty() ? "data" : set.name, ending),
                       place.layout, setting.scope.random(stream));
    known_.push_back({std::string(set.name), place.storage, set.share});
  }
}

std::int64_t TrainingSets::files() const {
  std::int64_t all = 0;
  for (const Dataset& set : sets_) all += set.files();
  return all;
}

std::int64_t TrainingSets::samples() const {
  std::int64_t all = 0;
  for (const Dataset& set : sets_) all += set.samples();
  return all;
}

std::vector<MixedSet> TrainingSets::mixed(const Seat& seat) const {
  std::vector<MixedSet> mixed;
  SampleId first = 0;
  for (std::size_t set = 0; is_mixture_ && set < sets_.size(); ++set) {
    mixed.push_back({&sets_[set], &seat.of_dataset(set), first, set});
    first += sets_[set].samples();
  }
  return mixed;
}

std::unique_ptr<MixedOrders> TrainingSets::orders(const JobSpec& job, const LoaderContext& own,
                                                  const ShufflePolicy::Context& shuffle,
                                                  std::int64_t length) const {
  std::vector<MixedOrders::Part> parts;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    ShufflePolicy::Context context = shuffle;
    context.samples = sets_[set].samples();
    context.samples_per_file = sets_[set].spec().samples_per_file;
    context.seed += set;
    DlioOrderSpec dlio = dlio_order_of(own, sets_[set], false);
    dlio.seed += kBetweenSeeds * static_cast<std::int64_t>(set);
    MixedOrders::Part part;
    part.weight = known_[set].share;
    part.samples = sets_[set].samples();
    part.orders = job.shuffle ? job.shuffle->make(context) : std::make_unique<DlioOrders>(dlio);
    parts.push_back(std::move(part));
  }
  const MixedOrders::Plan plan{length, shuffle.batch_size, shuffle.lag};
  return std::make_unique<MixedOrders>(std::move(parts), plan);
}

ReadTally TrainingSets::reads(std::span<const Seat> seats, std::size_t set) const {
  const auto client_of = [&](const Seat& seat) -> const FileSystem& { return seat.of_dataset(set); };
  return reads_of(seats, sets_[set].file(0).id.set, client_of);
}

ReadTally TrainingSets::reads(std::span<const Seat> seats) const {
  ReadTally all;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const ReadTally own = reads(seats, set);
    all.given += own.given;
    all.fetched += own.fetched;
  }
  return all;
}

MixtureResult TrainingSets::result(std::span<const Seat> seats,
                                   const std::vector<std::int64_t>& samples) const {
  MixtureResult result;
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    const ReadTally own = reads(seats, set);
    MixtureResult::Set& one = result.sets.emplace_back();
    one.name = known_[set].name;
    one.file_system = known_[set].file_system;
    one.share = known_[set].share;
    one.samples = samples[set];
    one.epochs = static_cast<double>(samples[set]) / static_cast<double>(sets_[set].samples());
    one.given = own.given;
    one.from_storage = own.fetched;
  }
  return result;
}

}  // namespace headrace
