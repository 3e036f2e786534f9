#include "scenarios/loader/recordings/fio_iolog.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

TEST(FioIolog, OfVersion3HasTimes) {
  const TraceBench bench(
      "fio version 3 iolog\n20 /a add\n222 /a open\n1222 /a read 0 65536\n2222 /a write 720896 4096\n"
      "3222 /a datasync 0 0\n4222 /a close\n",
      read_fio_iolog);
  const auto& operations = bench.operations();
  ASSERT_EQ(operations.size(), 5u);
  EXPECT_EQ(operations[0].operation, IoOperation::open);
  EXPECT_EQ(operations[1].begin, 1_ms);
  EXPECT_EQ(operations[1].end, 1_ms);
  EXPECT_EQ(operations[2].operation, IoOperation::write);
  EXPECT_EQ(operations[2].offset, Bytes::count(720896));
  EXPECT_EQ(operations[3].operation, IoOperation::sync);
  EXPECT_EQ(bench.made.recording.processes[0].name, "fio");
  EXPECT_EQ(bench.report.guessed.size(), 2u);
  EXPECT_EQ(bench.dropped(), 0);
}

// Waits of 500 and 1,500 microseconds: the third read begins 2 ms after the first.
TEST(FioIolog, OfVersion2HasWaits) {
  const TraceBench bench(
      "fio version 2 iolog\n/a add\n/a open\n/a read 0 10\n/a wait 500 0\n/a read 10 10\n/a wait 1500 0\n/a "
      "read 20 10\n",
      read_fio_iolog);
  ASSERT_EQ(bench.operations().size(), 4u);
  EXPECT_EQ(bench.operations()[2].begin, 500_us);
  EXPECT_EQ(bench.operations()[3].begin, 2_ms);
}

TEST(FioIolog, SaysWhatItLeavesOut) {
  const TraceBench bench(
      "1 /a read 0 1\nfio version 3 iolog\n1 /a trim 0 65536\nx /a read 0 1\n2 /a fly 0 1\n3 /a read -1 1\n"
      "4 /a read 0 99999999999999999999\n5 /a wait 5 0\n6 /a read 0 1\n",
      read_fio_iolog);
  EXPECT_EQ(bench.operations().size(), 1u);
  EXPECT_EQ(bench.dropped(), 7);
  EXPECT_EQ(bench.report.dropped.at("a read or write at bytes that no file has").count, 2);
  EXPECT_EQ(bench.report.dropped.at("trims, which no file system of a model knows").places.front(),
            "trace.txt:3");
}

TEST(FioIolog, RefusesOtherVersions) {
  const TraceBench bench("fio version 1 iolog\nread 0 1\n", read_fio_iolog);
  EXPECT_EQ(bench.report.operations, 0);
  EXPECT_EQ(bench.dropped(), 2);
}

TEST(FioIolog, KnowsItsText) {
  EXPECT_TRUE(is_fio_iolog("fio version 3 iolog\n"));
  EXPECT_FALSE(is_fio_iolog("fio-3.33\n"));
}

}  // namespace
}  // namespace headrace
