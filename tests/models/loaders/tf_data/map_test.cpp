#include "models/loaders/tf_data/map.h"

#include <gtest/gtest.h>

#include "models/loaders/tf_data/interleave.h"
#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

// o + n (r + m): nothing is read while a sample is mapped.
TEST(Map, TakesTurnsWithTheStageBeforeIt) {
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = Distribution(kGuideMap);
  StageRig rig(records_of(1, 4), spec);
  Map map(rig.setting, std::make_unique<Interleave>(rig.setting, FileList(rig.context, 1), interleaved(1)));
  const auto given = rig.take_all(map);
  EXPECT_EQ(given.samples, (std::vector<SampleId>{0, 1, 2, 3}));
  EXPECT_EQ(given.at.back().ns(), (kGuideOpen + 4 * (kGuideRead + kGuideMap)).ns());
}

}  // namespace
}  // namespace headrace
