#include "scenarios/loader/recordings/fio_iolog.h"

#include <algorithm>
#include <optional>
#include <string>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {

namespace {

constexpr std::string_view kFirstLine = "fio version ";

// FioAction: a word of a log; those that move no bytes of a file are passed over but for waits.
struct FioAction {
  std::string_view word;
  std::optional<IoOperation> operation;
};

constexpr FioAction kActions[] = {
    {"open", IoOperation::open},
    {"close", IoOperation::close},
    {"read", IoOperation::read},
    {"write", IoOperation::write},
    {"sync", IoOperation::sync},
    {"datasync", IoOperation::sync},
    {"sync_file_range", IoOperation::sync},
    {"add", std::nullopt},
};

class FioReader {
 public:
  FioReader(TraceInput& input, RecordingWriter& writer, ImportReport& report)
      : input_(input), writer_(writer), report_(report) {}

  void read() {
    report_.resolution = std::max(report_.resolution, Duration::nanoseconds(kMicrosecond));
    while (input_.lines.next()) {
      const std::string_view line = trimmed(input_.lines.line());
      if (line.empty()) continue;
      if (line.starts_with(kFirstLine)) {
        first_line(line.substr(kFirstLine.size()));
      } else {
        action(line);
      }
    }
    if (operations_ > 0) tell();
  }

 private:
  void first_line(std::string_view rest) {
    const auto version = whole_number(take_word(rest));
    version_ = version && (*version == 2 || *version == 3) ? *version : 0;
    if (version_ == 0) return drop("a log of a version of fio's that is neither 2 nor 3");
    now_ = Duration();
  }

  void action(std::string_view line) {
    if (version_ == 0) return drop("a line before the version of the log");
    if (version_ == 3 && !take_time(line)) return drop("a line without its time");
    const std::string_view path = take_word(line), word = take_word(line);
    const std::string_view offset = take_word(line), length = take_word(line);
    if (word == "wait") return wait(offset);
    if (word == "trim") return drop("trims, which no file system of a model knows");
    const auto* const found = std::find_if(std::begin(kActions), std::end(kActions),
                                           [&](const FioAction& known) { return known.word == word; });
    if (found == std::end(kActions)) return drop("a line without an action that is known");
    if (!found->operation) return;
    RecordedOperation operation;
    operation.operation = *found->operation;
    operation.begin = operation.end = now_;
    if (operation.moves_bytes() && !take_bytes(offset, length, operation))
      return drop("a read or write at bytes that no file has");
    operation.file = writer_.file(path);
    if (!process_) process_ = writer_.process("fio" + input_.process, "");
    writer_.add(*process_, operation);
    ++operations_;
  }

  bool take_time(std::string_view& line) {
    const auto time = whole_number(take_word(line));
    if (!time || *time < 0 || *time > kLatest) return false;
    now_ = Duration::nanoseconds(*time * kMicrosecond);
    return true;
  }

  // Goes on by microseconds. [read: fio's manual: the time is relative to the wait before it]
  void wait(std::string_view microseconds) {
    const auto time = whole_number(microseconds);
    if (version_ != 2 || !time || *time < 0 || *time > kLatest - now_.ns() / kMicrosecond)
      return drop("a wait that is no time, or not of version 2");
    now_ += Duration::nanoseconds(*time * kMicrosecond);
  }

  static bool take_bytes(std::string_view offset, std::string_view length, RecordedOperation& operation) {
    const auto from = whole_number(offset), bytes = whole_number(length);
    if (!from || !bytes || *from < 0 || *bytes < 0 || *from > kLargest || *bytes > kLargest) return false;
    operation.offset = Bytes::count(*from);
    operation.length = Bytes::count(*bytes);
    return true;
  }

  void tell() {
    report_.guess("that an operation took no time, since the log says when it was asked for alone",
                  operations_);
    if (version_ == 3) report_.guess("that times are in microseconds, as fio 3.33 writes them");
    if (version_ == 2)
      report_.told.emplace_back("the log is of version 2: operations between two waits have one time");
  }

  void drop(std::string_view why) { report_.drop(why, input_.file, input_.lines.number()); }

  static constexpr std::int64_t kMicrosecond = 1000;               // Of version 3 [measured: fio 3.33].
  static constexpr std::int64_t kLatest = std::int64_t{1} << 50;   // Microseconds: 35 years.
  static constexpr std::int64_t kLargest = std::int64_t{1} << 50;  // Bytes of a file or a call.

  TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  std::int64_t version_ = 0;  // 0: not told yet.
  Duration now_;
  std::optional<std::uint32_t> process_;
  std::int64_t operations_ = 0;
};

}  // namespace

void read_fio_iolog(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  FioReader(input, writer, report).read();
}

bool is_fio_iolog(std::string_view head) {
  return head.starts_with(kFirstLine) &&
         head.substr(0, head.find('\n')).find(" iolog") != std::string_view::npos;
}

}  // namespace headrace
