// RecordingSpans: when the processes of a recording read, wrote and asked for names, few enough to be drawn.
//
//   const RecordingSpans drawn = recording_spans(recording, 64, 20'000);
//   drawn.spans.front().row                    // 0: the first process, or the first drawn.processes_a_row
//
// Where there are more operations than may be drawn, those of a row, of a kind and of a bin of time are one
// span, from the first begin to the last end within the bin. Left out are calls of MPI-IO, which are made of
// others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

enum class SpanKind : std::uint8_t { read, write, name };
inline constexpr std::string_view kSpanKinds[] = {"reads", "writes", "names"};

SpanKind span_kind_of(IoOperation operation);

struct RecordedSpan {
  std::size_t row = 0;
  SpanKind kind = SpanKind::read;
  Duration begin, end;
  std::int64_t operations = 1;  // Begun in it; 0: it goes on with one of the bin before.
};

struct RecordingSpans {
  std::size_t processes_a_row = 1;
  std::size_t rows = 0;
  std::vector<RecordedSpan> spans;  // By row.
  std::int64_t operations = 0;
  Duration bin;  // Zero: each operation is a span of its own.
};

// Expects room for a span of each kind in each row.
RecordingSpans recording_spans(const Recording& recording, std::size_t most_rows, std::size_t most_spans);

}  // namespace headrace
