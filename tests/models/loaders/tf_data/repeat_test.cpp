#include "models/loaders/tf_data/repeat.h"

#include <gtest/gtest.h>

#include "models/loaders/tf_data/interleave.h"
#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

std::vector<SampleId> repeated(std::int64_t samples, std::int64_t needed) {
  StageRig rig(records_of(samples == 0 ? 0 : 1, std::max<std::int64_t>(1, samples)), naive_pipeline());
  Repeat repeat(
      [&rig] { return std::make_unique<Interleave>(rig.setting, FileList(rig.context, 1), interleaved(1)); },
      needed);
  return rig.take_all(repeat).samples;
}

TEST(Repeat, GivesAllOfAPassThatIsEnough) {
  EXPECT_EQ(repeated(3, 2), (std::vector<SampleId>{0, 1, 2}));
  EXPECT_EQ(repeated(3, 3), (std::vector<SampleId>{0, 1, 2}));
}

TEST(Repeat, BeginsAgainForTheRest) {
  EXPECT_EQ(repeated(3, 7), (std::vector<SampleId>{0, 1, 2, 0, 1, 2, 0}));
}

TEST(Repeat, EndsWhereThereIsNothing) { EXPECT_TRUE(repeated(0, 5).empty()); }

}  // namespace
}  // namespace headrace
