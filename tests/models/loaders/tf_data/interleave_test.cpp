#include "models/loaders/tf_data/interleave.h"

#include <gtest/gtest.h>

#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

std::vector<SampleId> order_of(std::int64_t files, std::int64_t samples, const InterleaveSpec& spec) {
  StageRig rig(records_of(files, samples), naive_pipeline());
  Interleave stage(rig.setting, FileList(rig.context, 1), spec);
  return rig.take_all(stage).samples;
}

// The order in TensorFlow's documentation of Dataset.interleave, whose elements 1 to 5 are files of six
// samples here, with a cycle of 2 and blocks of 4: 1 1 1 1 2 2 2 2 1 1 2 2 3 3 3 3 4 4 4 4 3 3 4 4 5 5 5 5
// 5 5.
TEST(Interleave, HasTheOrderOfTheDocumentation) {
  std::vector<std::int64_t> files;
  for (const SampleId sample : order_of(5, 6, interleaved(2, 4))) files.push_back(sample / 6 + 1);
  EXPECT_EQ(files, (std::vector<std::int64_t>{1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 3, 3, 3,
                                              3, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5}));
}

TEST(Interleave, ReadsOneFileAfterAnotherWithACycleOfOne) {
  EXPECT_EQ(order_of(3, 2, interleaved(1, 5)), (std::vector<SampleId>{0, 1, 2, 3, 4, 5}));
}

TEST(Interleave, GivesEachSampleWhereTheCycleIsLongerThanTheList) {
  EXPECT_EQ(order_of(2, 2, interleaved(7)), (std::vector<SampleId>{0, 2, 1, 3}));
}

}  // namespace
}  // namespace headrace
