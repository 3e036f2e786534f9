#include "models/jobs/places_spec.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_check.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

// A job on two nodes of two ranks, where each purpose has a store of its own.
class ApartRig {
 public:
  explicit ApartRig(const JobSpec& spec)
      : scope_(sim_, metrics_), network_(scope_.part("network"), NetworkSpec()) {
    std::vector<Seat> seats;
    for (std::size_t purpose = 0; purpose < kPurposeCount; ++purpose)
      stores_.emplace_back(sim_, 1_ms, Duration(), 1_GBps, Duration());
    for (NodeId n = 0; n < 2; ++n) {
      Seat seat;
      seat.node = &nodes_.emplace_back(scope_.part("node", n), free_node(), network_, n);
      seat.storage = &stores_.front();
      for (std::size_t purpose = 1; purpose < kPurposeCount; ++purpose)
        seat.apart[purpose] = &stores_[purpose];
      seats.insert(seats.end(), 2, seat);
    }
    const auto job = spec.work.make({JobSetting(scope_.part("jobs/apart"), "apart", 0, seats, sets_), spec});
    job->begin();
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    EXPECT_EQ(job->imbalance(), "");
    result = job->result();
  }

  const RecordingFileSystem& at(Purpose purpose) const { return stores_[index_of(purpose)]; }
  Bytes moved(Purpose purpose, IoOperation operation) const {
    Bytes bytes;
    for (const auto& record : at(purpose).records())
      if (record.operation == operation) bytes += record.length;
    return bytes;
  }
  // Returns the purposes whose stores were asked for anything.
  std::set<std::string_view> asked() const {
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < kPurposeCount; ++i)
      if (!stores_[i].records().empty()) words.insert(kPurposes[i]);
    return words;
  }

  JobResult result;

 private:
  Simulation sim_{1};
  Metrics metrics_;
  Scope scope_;
  Network network_;
  std::deque<Node> nodes_;
  std::deque<RecordingFileSystem> stores_;
  FileSets sets_;
};

// Eight samples of 1 MB for training and four for evaluation, a checkpoint of 3 MB of each of four ranks, two
// imports of 5 kB and a manifest of 7 kB of each, and a record of 300 B of rank 0 behind each of two steps.
JobSpec training_with_all() {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::npz;
  work.dataset.files = 8;
  work.dataset.record_length = 1'000'000_B;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 1;
  work.evaluation.enabled = true;
  work.evaluation_files = 4;
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 3'000'000_B;
  work.checkpoint.ranks = CheckpointRanks::all_ranks;
  job.startup.emplace().files = 2;
  job.startup->file_size = 5'000_B;
  job.startup->manifests.emplace().size = 7'000_B;
  job.logs.emplace().every = 1;
  job.logs->size = 300_B;
  return job;
}

TEST(Places, OfTrainingHaveTheFilesOfTheirPurposeAndNoOthers) {
  const ApartRig rig(training_with_all());
  EXPECT_EQ(rig.moved(Purpose::data, IoOperation::read), 8'000'000_B + 4 * 7'000_B);
  EXPECT_EQ(rig.moved(Purpose::evaluation, IoOperation::read), 4'000'000_B);
  EXPECT_EQ(rig.moved(Purpose::checkpoints, IoOperation::write), 12'000'000_B);
  EXPECT_EQ(rig.moved(Purpose::software, IoOperation::read), 8 * 5'000_B);
  EXPECT_EQ(rig.moved(Purpose::logs, IoOperation::write), 600_B);
  EXPECT_EQ(rig.moved(Purpose::data, IoOperation::write), 0_B);
  EXPECT_EQ(rig.moved(Purpose::checkpoints, IoOperation::read), 0_B);
  EXPECT_EQ(rig.asked(),
            (std::set<std::string_view>{"data", "evaluation", "checkpoints", "software", "logs"}));
}

// Each strategy writes its last level there; async reads back what it has written.
TEST(Places, OfCheckpointsHaveThemByEveryStrategy) {
  for (const auto& row : CheckpointStrategy::table()) {
    if (Chosen<CheckpointStrategy>(row.name).make({})->needs().local_copies > 0) continue;
    if (Chosen<CheckpointStrategy>(row.name).make({})->needs().links) continue;
    JobSpec job;
    WorkloadSpec& work = job.work.give(WorkloadSpec());
    work.training.enabled = false;
    work.checkpoint.enabled = true;
    work.checkpoint.writes = work.checkpoint.reads = 2;
    work.checkpoint.model_size = 1'000'000_B;
    work.checkpoint.ranks = CheckpointRanks::all_ranks;
    job.checkpointing.strategy = Chosen<CheckpointStrategy>(row.name);
    const ApartRig rig(job);
    EXPECT_EQ(rig.moved(Purpose::checkpoints, IoOperation::write), 8'000'000_B) << row.name;
    EXPECT_EQ(rig.moved(Purpose::checkpoints, IoOperation::read), 8'000'000_B) << row.name;
    EXPECT_EQ(rig.asked(), std::set<std::string_view>{"checkpoints"}) << row.name;
  }
}

TEST(Places, OfInferenceHaveWeightsAndPredictions) {
  JobSpec job;
  InferenceSpec& serve = job.work.give(InferenceSpec());
  serve.arrivals.emplace("regular");
  serve.requests = 8;
  serve.service_time = Distribution(10_ms);
  serve.model_size = 2'000'000_B;
  serve.prediction_size = 1'000_B;
  const ApartRig rig(job);
  EXPECT_EQ(rig.moved(Purpose::weights, IoOperation::read), 8'000'000_B);
  EXPECT_EQ(rig.moved(Purpose::predictions, IoOperation::write), 8'000_B);
  EXPECT_EQ(rig.asked(), (std::set<std::string_view>{"weights", "predictions"}));
}

TEST(Places, AreFoundByPurpose) {
  JobSpec job = training_with_all();
  job.storage = "scratch";
  job.layout.stripe_count = 2;
  job.local_storage = "nvme";
  EXPECT_EQ(job.stores(), (std::vector<std::string>{"scratch", "nvme"}));
  PlacesSpec& places = job.places.emplace();
  places.checkpoints.emplace().storage = "burst";
  places.checkpoints->layout.stripe_count = 8;
  places.software.emplace().storage = "nvme";
  places.weights.emplace().storage = "unused";
  for (std::size_t i = 0; i < kPurposeCount; ++i) {
    const Purpose purpose = purpose_at(i);
    const FilePlaceSpec* const own = places.find(purpose);
    EXPECT_EQ(job.place(purpose).storage, own != nullptr ? own->storage : "scratch") << kPurposes[i];
  }
  EXPECT_EQ(job.place(Purpose::checkpoints).layout.stripe_count, 8);
  EXPECT_EQ(job.place(Purpose::software).layout.stripe_count, 1) << "nothing of the job's own layout";
  EXPECT_EQ(job.place(Purpose::evaluation).layout.stripe_count, 2);
  EXPECT_EQ(job.stores(), (std::vector<std::string>{"scratch", "burst", "nvme"}));
}

std::string found_of(const JobSpec& job) { return found_by(job, {}, {"startup"}); }

TEST(Places, WithoutFilesAreDoubted) {
  JobSpec job = training_with_all();
  PlacesSpec& places = job.places.emplace();
  places.evaluation.emplace();
  places.checkpoints.emplace();
  places.software.emplace();
  EXPECT_EQ(found_of(job), "");
  places.weights.emplace();
  places.predictions.emplace();
  EXPECT_EQ(found_of(job), "W0063 places.weights, W0063 places.predictions");
  places.weights.reset();
  places.predictions.reset();
  job.startup.reset();
  EXPECT_EQ(found_of(job), "W0063 places.software");
  places.software.reset();
  job.workload()->checkpoint.enabled = false;
  EXPECT_EQ(found_of(job), "W0063 places.checkpoints");
}

TEST(Places, ThatAreNoneAreDoubted) {
  JobSpec job = training_with_all();
  job.places.emplace();
  EXPECT_EQ(found_of(job), "W0063 places");
}

// A job of checkpoints alone, which are elsewhere, has nothing at its storage.
TEST(Places, MayLeaveNothingAtTheStorage) {
  JobSpec job = training_with_all();
  job.workload()->training.enabled = false;
  job.startup.reset();
  job.storage = "scratch";
  job.places.emplace().checkpoints.emplace().storage = "burst";
  EXPECT_EQ(found_of(job), "W0063 storage, W0063 layout");
  EXPECT_EQ(job.stores(), std::vector<std::string>{"burst"}) << "the other is not made";
}

// A store whose files have large stripes alone.
void want_stripes_of_a_gib(const LayoutSpec& layout, Check& check) {
  if (layout.stripe_size < 1_GiB) check.warn({.field = "layout.stripe_size", .code = "W0061"});
}

TEST(Places, AskTheirStorageOfTheirLayout) {
  StoreFacts store;
  store.check_layout = want_stripes_of_a_gib;
  FilePlaceSpec place;
  place.storage = "burst";
  EXPECT_EQ(found_by(place, {{"burst", store}}), "W0061 layout.stripe_size");
  EXPECT_EQ(found_by(place, {{"scratch", store}}), "") << "which is not there, or another";
  place.layout.stripe_size = 1_GiB;
  EXPECT_EQ(found_by(place, {{"burst", store}}), "");
}

}  // namespace
}  // namespace headrace
