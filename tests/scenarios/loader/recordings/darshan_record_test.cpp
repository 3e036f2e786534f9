#include "scenarios/loader/recordings/darshan_record.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(DarshanRecord, HasAPlaceForEachCounterThatMakesOperations) {
  EXPECT_EQ(darshan_counter("READS")->counter, DarshanCounter::reads);
  EXPECT_EQ(darshan_counter("COLL_READS")->counter, DarshanCounter::reads);
  EXPECT_EQ(darshan_counter("SIZE_READ_1K_10K")->later, 2u);
  EXPECT_EQ(darshan_counter("SIZE_WRITE_AGG_1G_PLUS")->counter, DarshanCounter::write_sizes);
  EXPECT_EQ(darshan_counter("SIZE_WRITE_AGG_1G_PLUS")->later, 9u);
  EXPECT_EQ(darshan_counter("ACCESS4_COUNT")->later, 3u);
  EXPECT_FALSE(darshan_counter("STRIDE1_STRIDE"));
}

TEST(DarshanRecord, CountsOnlyOpensThatOpen) {
  DarshanRecord record;
  record.values[static_cast<std::size_t>(DarshanCounter::opens)] = 5;
  record.values[static_cast<std::size_t>(DarshanCounter::not_opens)] = 2;
  record.values[static_cast<std::size_t>(DarshanCounter::reads)] = 4;
  EXPECT_EQ(record.opens(), 3);
  EXPECT_EQ(record.operations(), 7);
}

}  // namespace
}  // namespace headrace
