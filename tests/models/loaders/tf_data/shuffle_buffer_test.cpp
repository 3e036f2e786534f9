#include "models/loaders/tf_data/shuffle_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/loaders/tf_data/interleave.h"
#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

std::vector<SampleId> shuffled(std::int64_t samples, std::int64_t size) {
  StageRig rig(records_of(1, samples), naive_pipeline());
  RandomStream random(1, "shuffle");
  ShuffleBuffer buffer(std::make_unique<Interleave>(rig.setting, FileList(rig.context, 1), interleaved(1)),
                       size, random);
  return rig.take_all(buffer).samples;
}

// Sample i enters with the i-th place, so it leaves as number i - size + 1 at the earliest.
TEST(ShuffleBuffer, GivesEachSampleOnceAndNoneBeforeItIsIn) {
  for (const std::int64_t size : {1, 7, 100}) {
    std::vector<SampleId> order = shuffled(50, size);
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_LE(order[i], static_cast<SampleId>(i) + size - 1);
    EXPECT_EQ(std::is_sorted(order.begin(), order.end()), size == 1);
    std::sort(order.begin(), order.end());
    for (SampleId i = 0; i < 50; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

}  // namespace
}  // namespace headrace
