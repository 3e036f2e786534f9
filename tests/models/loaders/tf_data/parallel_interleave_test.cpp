#include "models/loaders/tf_data/parallel_interleave.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "models/loaders/tf_data/interleave.h"
#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

const DatasetSpec kSixFiles = records_of(6, 5);

StageRig::Given take(const InterleaveSpec& spec, Duration each = 0_ns) {
  StageRig rig(kSixFiles, naive_pipeline());
  const Parallelism calls(spec.num_parallel_calls, 64, 0);
  ParallelInterleave stage(rig.setting, FileList(rig.context, 1), spec, calls, 0);
  return rig.take_all(stage, each);
}

TEST(ParallelInterleave, DeterministicOrderIsThatOfOneCallAfterAnother) {
  for (const std::int64_t block : {1, 2, 7})
    for (const std::int64_t calls : {1, 2, 4}) {
      StageRig rig(kSixFiles, naive_pipeline());
      Interleave sequential(rig.setting, FileList(rig.context, 1), interleaved(4, block));
      EXPECT_EQ(take(interleaved(4, block, calls), 7_ms).samples, rig.take_all(sequential).samples);
    }
}

TEST(ParallelInterleave, GivesEachSampleOnceInAnyOrder) {
  for (const std::int64_t calls : {1, 3, 4, 9}) {
    const auto given = take(interleaved(4, 2, calls, false));
    EXPECT_EQ(given.samples.size(), 30u);
    EXPECT_EQ(std::set<SampleId>(given.samples.begin(), given.samples.end()).size(), 30u);
  }
}

// k calls open k files at once and read a sample of each in r: of a cycle of c = 4 files with n samples,
// four at a time take o + n r. One nanosecond of r is the map's.
TEST(ParallelInterleave, ReadsAsManyFilesAtOnceAsItHasCalls) {
  StageRig rig(records_of(4, 5), naive_pipeline());
  ParallelInterleave stage(rig.setting, FileList(rig.context, 1), interleaved(4, 1, 4), Parallelism(4, 64, 0),
                           0);
  const auto given = rig.take_all(stage);
  EXPECT_EQ(given.at.back().ns(), (kGuideOpen + 5 * (kGuideRead - 1_ns)).ns());
  EXPECT_EQ(rig.storage.most_open_handles(), 4);
}

// Of each file of the cycle, two blocks are read ahead, and no more.
TEST(ParallelInterleave, HoldsNoMoreThanTwoBlocksOfAFile) {
  for (const std::int64_t block : {1, 2}) {
    StageRig rig(records_of(3, 100), naive_pipeline());
    ParallelInterleave stage(rig.setting, FileList(rig.context, 1), interleaved(3, block, 3),
                             Parallelism(3, 64, 0), 0);
    const auto given = rig.take_all(stage, 10_s);
    std::int64_t begun = 0;
    for (const auto& record : rig.storage.records())
      if (record.operation == IoOperation::read && record.at <= given.at[9]) ++begun;
    EXPECT_EQ(begun, 10 + 6 * block);  // Ten are taken, and the place of the tenth is taken again.
  }
}

// One file is ten times as slow to open as the others are to read: in order, what comes behind it waits; in
// any order it does not.
class OneSlowFile final : public FileSystem {
 public:
  explicit OneSlowFile(Simulation& sim) : FileSystem(sim) {}
  void forget(FileHandle) override {}

 protected:
  void start(IoRequest& request) override {
    if (request.operation == IoOperation::open)
      request.handle = static_cast<FileHandle>(request.file.id.index);
    const bool is_slow = request.handle == 0 && request.operation == IoOperation::open;
    requests_[request.handle] = &request;
    sim_.schedule_in(is_slow ? 500_ms : 1_ms, {&OneSlowFile::ended, this, request.handle});
  }
  void abandon(IoRequest&) override {}

 private:
  static void ended(void* self, std::uint64_t handle) {
    static_cast<OneSlowFile*>(self)->requests_[handle]->done.signal();
  }
  std::map<std::uint64_t, IoRequest*> requests_;
};

TEST(ParallelInterleave, ALateSampleHoldsUpThoseBehindItInOrderAlone) {
  std::vector<std::int64_t> early;
  for (const bool in_order : {true, false}) {
    Simulation sim;
    Metrics metrics;
    OneSlowFile storage(sim);
    LoaderBench bench(storage, sim, metrics, records_of(4, 5));
    LoaderSpec spec = naive_pipeline();
    spec.tf_data.interleave = interleaved(4, 1, 4, in_order);
    const auto loader = make_loader(bench.context(spec, 0, 1));
    const auto taken = bench.take_epoch(*loader, 1, 0_ns);
    EXPECT_EQ(taken.at.size(), 20u);
    early.push_back(
        std::count_if(taken.at.begin(), taken.at.end(), [](Time at) { return at.ns() < 100'000'000; }));
  }
  EXPECT_EQ(early, (std::vector<std::int64_t>{0, 15}));
}

}  // namespace
}  // namespace headrace
