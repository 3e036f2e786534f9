#include "models/formats/format.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Format, EveryFormatHasItsRowUnderItsOwnNameWithASource) {
  ASSERT_EQ(format_costs().size(), std::size(kFormats));
  for (std::size_t i = 0; i < std::size(kFormats); ++i) {
    const FormatCost& cost = cost_of(static_cast<Format>(i));
    EXPECT_EQ(cost.name, kFormats[i]);
    EXPECT_FALSE(cost.source.empty()) << cost.name;
    EXPECT_GT(cost.decode, Bandwidth()) << cost.name;
  }
}

TEST(Format, TfRecordIsStreamedAndSyntheticIsNotRead) {
  EXPECT_EQ(cost_of(Format::tfrecord).pattern, ReadPattern::stream);
  EXPECT_EQ(cost_of(Format::synthetic).pattern, ReadPattern::none);
  EXPECT_EQ(cost_of(Format::npz).pattern, ReadPattern::whole_file);
  EXPECT_EQ(cost_of(Format::hdf5).pattern, ReadPattern::record);
}

}  // namespace
}  // namespace headrace
