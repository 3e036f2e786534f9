#include "scenarios/loader/recordings/recording_spans.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace headrace {

namespace {

constexpr std::size_t kKinds = std::size(kSpanKinds);

bool is_drawn_call(const RecordedOperation& operation) { return operation.layer != RecordedLayer::mpi; }

// SpanJoiner: the bins of one row.
class SpanJoiner {
 public:
  SpanJoiner(std::size_t bins, Duration width) : bins_(bins), width_(width), spans_(kKinds * bins) {}

  void add(const RecordedOperation& operation) {
    const SpanKind kind = span_kind_of(operation.operation);
    bool is_first = true, is_last = false;
    for (std::size_t bin = bin_of(operation.begin); !is_last; ++bin) {
      is_last = bin + 1 == bins_ || operation.end <= begin_of(bin + 1);
      join(spans_[static_cast<std::size_t>(kind) * bins_ + bin],
           {0, kind, is_first ? operation.begin : begin_of(bin), is_last ? operation.end : begin_of(bin + 1),
            is_first ? 1 : 0});
      is_first = false;
    }
  }

  // Gives the spans of the row, and is empty again.
  void take(std::size_t row, std::vector<RecordedSpan>& into) {
    for (std::optional<RecordedSpan>& span : spans_) {
      if (!span) continue;
      span->row = row;
      into.push_back(*span);
      span.reset();
    }
  }

 private:
  static void join(std::optional<RecordedSpan>& span, const RecordedSpan& more) {
    if (!span) {
      span = more;
      return;
    }
    span->begin = std::min(span->begin, more.begin);
    span->end = std::max(span->end, more.end);
    span->operations += more.operations;
  }

  Duration begin_of(std::size_t bin) const { return width_ * static_cast<std::int64_t>(bin); }
  std::size_t bin_of(Duration at) const {
    return std::min(static_cast<std::size_t>(at.ns() / width_.ns()), bins_ - 1);
  }

  std::size_t bins_;
  Duration width_;
  std::vector<std::optional<RecordedSpan>> spans_;  // By kind and bin.
};

}  // namespace

SpanKind span_kind_of(IoOperation operation) {
  if (operation == IoOperation::read) return SpanKind::read;
  return operation == IoOperation::write ? SpanKind::write : SpanKind::name;
}

RecordingSpans recording_spans(const Recording& recording, std::size_t most_rows, std::size_t most_spans) {
  RecordingSpans made;
  const std::size_t processes = recording.processes.size();
  made.processes_a_row = std::max<std::size_t>(1, (processes + most_rows - 1) / most_rows);
  made.rows = (processes + made.processes_a_row - 1) / made.processes_a_row;
  for (const RecordedProcess& process : recording.processes)
    made.operations += std::count_if(process.operations.begin(), process.operations.end(), is_drawn_call);
  if (static_cast<std::size_t>(made.operations) <= most_spans) {
    for (std::size_t p = 0; p < processes; ++p)
      for (const RecordedOperation& one : recording.processes[p].operations)
        if (is_drawn_call(one))
          made.spans.push_back(
              {p / made.processes_a_row, span_kind_of(one.operation), one.begin, one.end, 1});
    return made;
  }
  const std::size_t bins = most_spans / (kKinds * made.rows);
  const auto many = static_cast<std::int64_t>(bins);
  made.bin = Duration::nanoseconds(std::max<std::int64_t>(1, (recording.span().ns() + many - 1) / many));
  SpanJoiner joiner(bins, made.bin);
  for (std::size_t p = 0; p < processes; ++p) {
    for (const RecordedOperation& operation : recording.processes[p].operations)
      if (is_drawn_call(operation)) joiner.add(operation);
    const std::size_t row = p / made.processes_a_row;
    if (p + 1 == processes || (p + 1) / made.processes_a_row != row) joiner.take(row, made.spans);
  }
  return made;
}

}  // namespace headrace
