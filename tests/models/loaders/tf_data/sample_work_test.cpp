#include "models/loaders/tf_data/sample_work.h"

#include <gtest/gtest.h>

#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

Element sample_of(Bytes length) {
  Element element;
  element.place = 3;
  element.length = length;
  return element;
}

// length / decode + preprocessing: 1500 MB/s for TFRecord.
TEST(SampleWork, TakesADecodeAndThePreprocessing) {
  StageRig rig(records_of(1, 4), naive_pipeline());
  SampleWork work(rig.setting);
  TaskGroup processes(rig.sim);
  processes.spawn("map", work.run(sample_of(1500_B), 2_us, nobody()));
  rig.sim.run();
  EXPECT_EQ(rig.sim.now().ns(), 3000);
  EXPECT_FALSE(work.is_done(sample_of(1500_B)));
}

TEST(SampleWork, IsKeptByACacheBehindTheMap) {
  for (const CacheAfter cache : {CacheAfter::none, CacheAfter::reading, CacheAfter::map}) {
    LoaderSpec spec = naive_pipeline();
    spec.tf_data.cache_after = cache;
    StageRig rig(records_of(1, 4), spec);
    SampleWork work(rig.setting);
    TaskGroup processes(rig.sim);
    processes.spawn("map", work.run(sample_of(0_B), 2_us, nobody()));
    rig.sim.run();
    EXPECT_EQ(work.is_done(sample_of(0_B)), cache == CacheAfter::map);
  }
}

}  // namespace
}  // namespace headrace
