#include "scenarios/loader/recordings/recording_spans.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

TEST(RecordingSpans, DrawsEachOfAFewOperations) {
  Recording recording =
      recording_of({recorded(IoOperation::open, 0_ms, 1_ms), recorded(IoOperation::read, 1_ms, 3_ms),
                    recorded(IoOperation::write, 3_ms, 4_ms)});
  recording.processes[0].operations[2].layer = RecordedLayer::mpi;
  const RecordingSpans drawn = recording_spans(recording, 64, 100);
  EXPECT_EQ(drawn.bin, Duration());
  EXPECT_EQ(drawn.operations, 2);
  ASSERT_EQ(drawn.spans.size(), 2U) << "a call of MPI-IO is made of others";
  EXPECT_EQ(drawn.spans[0].kind, SpanKind::name);
  EXPECT_EQ(drawn.spans[1].kind, SpanKind::read);
  EXPECT_EQ(drawn.spans[1].begin, 1_ms);
  EXPECT_EQ(drawn.spans[1].end, 3_ms);
}

// Twelve spans of three kinds in one row are four bins, of 10 ms in 40 ms. Reads of 1 ms begin at 0, 2, ...,
// 28 ms, five a bin, and one from 29 to 40 ms goes on into the last bin, where none begins.
TEST(RecordingSpans, JoinsManyOperationsByBins) {
  std::vector<RecordedOperation> operations;
  for (std::int64_t i = 0; i < 15; ++i)
    operations.push_back(recorded(IoOperation::read, 2_ms * i, 2_ms * i + 1_ms));
  operations.push_back(recorded(IoOperation::read, 29_ms, 40_ms));
  const RecordingSpans drawn = recording_spans(recording_of(operations), 64, 12);
  EXPECT_EQ(drawn.bin, 10_ms);
  EXPECT_EQ(drawn.operations, 16);
  ASSERT_EQ(drawn.spans.size(), 4U);
  EXPECT_EQ(drawn.spans[0].begin, 0_ms);
  EXPECT_EQ(drawn.spans[0].end, 9_ms);
  EXPECT_EQ(drawn.spans[0].operations, 5);
  EXPECT_EQ(drawn.spans[2].operations, 6);
  EXPECT_EQ(drawn.spans[2].end, 30_ms);
  EXPECT_EQ(drawn.spans[3].operations, 0);
  EXPECT_EQ(drawn.spans[3].begin, 30_ms);
  EXPECT_EQ(drawn.spans[3].end, 40_ms);
}

// Of ten processes four rows: three neighbours in each, and one in the last.
TEST(RecordingSpans, PutsNeighboursInARow) {
  Recording recording = recording_of({recorded(IoOperation::read, 0_ms, 1_ms)});
  recording.processes.resize(10, recording.processes.front());
  for (const std::size_t most : {100U, 9U * 4U, 12U}) {
    const RecordingSpans drawn = recording_spans(recording, 4, most);
    EXPECT_EQ(drawn.processes_a_row, 3U);
    EXPECT_EQ(drawn.rows, 4U);
    EXPECT_EQ(drawn.spans.back().row, 3U);
    EXPECT_EQ(drawn.spans.front().row, 0U);
  }
  recording.processes.resize(100, recording.processes.front());
  const RecordingSpans joined = recording_spans(recording, 4, 12);
  ASSERT_EQ(joined.spans.size(), 4U);
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(joined.spans[row].row, row);
    EXPECT_EQ(joined.spans[row].operations, 25);
  }
}

}  // namespace
}  // namespace headrace
