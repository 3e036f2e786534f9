#include "scenarios/loader/recordings/dxt.h"

#include <algorithm>
#include <optional>
#include <string>

#include "scenarios/loader/recordings/darshan_head.h"
#include "scenarios/loader/recordings/number_text.h"

namespace headrace {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

class DxtReader {
 public:
  DxtReader(TraceInput& input, RecordingWriter& writer, ImportReport& report)
      : input_(input), writer_(writer), report_(report) {}

  void read() {
    report_.resolution = std::max(report_.resolution, Duration::nanoseconds(kSecond / 10'000));
    while (input_.lines.next()) {
      std::string_view line = input_.lines.line();
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (line.empty()) continue;
      if (line.front() == '#') {
        header(line);
      } else {
        row(line);
      }
    }
    end_block();
    if (short_blocks_ > 0)
      report_.told.push_back(input_.file + ": " + std::to_string(short_blocks_) +
                             (short_blocks_ == 1 ? " block has" : " blocks have") +
                             " fewer rows than its header counts: the text is cut short");
  }

 private:
  void header(std::string_view line) {
    if (!line.starts_with("# DXT,")) return head_.take(line, report_);
    if (const auto name = text_behind(line, "file_name:")) {
      end_block();
      file_ = writer_.file(*name);
      process_.reset();
    } else if (const auto host = text_behind(line, "hostname:")) {
      auto rank = text_behind(line, "rank:").value_or("");
      rank = rank.substr(0, rank.find(','));
      host_ = *host;
      rank_ = rank;
      process_ = writer_.process("rank " + rank_ + input_.process, host_);
    } else if (const auto reads = text_behind(line, "read_count:")) {
      auto writes = text_behind(line, "write_count:").value_or("");
      writes = writes.substr(0, writes.find(','));
      expected_ = whole_number(*reads).value_or(0) + whole_number(writes).value_or(0);
    } else if (const auto stripes = text_behind(line, "Lustre stripe_count:")) {
      const auto count = whole_number(stripes->substr(0, stripes->find(',')));
      if (count && *count > 0 && file_) writer_.stripes(*file_, *count);
    }
  }

  void row(std::string_view line) {
    std::string_view rest = line;
    const std::string_view module = take_word(rest);
    RecordedOperation operation;
    if (module == "X_MPIIO") {
      operation.layer = RecordedLayer::mpi;
    } else if (module != "X_POSIX") {
      return drop("no row of a module that is known (X_POSIX, X_MPIIO)");
    }
    const std::string_view rank = take_word(rest), kind = take_word(rest);
    take_word(rest);  // The segment.
    const auto offset = whole_number(take_word(rest)), length = whole_number(take_word(rest));
    const auto begin = time_of(take_word(rest), kSecond), end = time_of(take_word(rest), kSecond);
    if (!offset || !length || !begin || !end || (kind != "read" && kind != "write"))
      return drop("a row whose columns are no operation");
    if (!file_) return drop("a row before the name of its file");
    if (*end < *begin) return drop("an operation that ends before it begins");
    if (*offset < 0 || *length < 0 || *offset > kLargest || *length > kLargest)
      return drop("an operation at bytes that no file has");
    ++rows_;
    if (!process_ || rank != rank_) {
      rank_ = rank;
      process_ = writer_.process("rank " + rank_ + input_.process, host_);
    }
    operation.file = *file_;
    operation.operation = kind == "read" ? IoOperation::read : IoOperation::write;
    operation.offset = Bytes::count(*offset);
    operation.length = Bytes::count(*length);
    operation.begin = head_.start + *begin;
    operation.end = head_.start + *end;
    last_columns(rest, operation);
    writer_.add(*process_, operation);
  }

  // Takes the thread and the OSTs: "N/A", "139872", "[ 12] [ 13]".
  void last_columns(std::string_view rest, RecordedOperation& operation) {
    const std::size_t bracket = rest.find('[');
    std::string_view before = rest.substr(0, bracket);
    if (const auto thread = whole_number(take_word(before)))
      operation.thread = threads_.number(*process_, static_cast<std::uint64_t>(*thread));
    if (bracket == std::string_view::npos) return;
    writer_.stripes(operation.file,
                    std::count(rest.begin() + static_cast<std::ptrdiff_t>(bracket), rest.end(), '['));
  }

  void drop(std::string_view why) { report_.drop(why, input_.file, input_.lines.number()); }

  void end_block() {
    if (expected_ > rows_) ++short_blocks_;
    expected_ = rows_ = 0;
  }

  static constexpr std::int64_t kLargest = std::int64_t{1} << 60;

  TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  ThreadNumbers threads_;
  DarshanHead head_;
  std::optional<std::uint32_t> file_, process_;
  std::string host_, rank_;
  std::int64_t expected_ = 0, rows_ = 0;  // Of the block.
  std::int64_t short_blocks_ = 0;
};

}  // namespace

void read_dxt(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  DxtReader(input, writer, report).read();
}

bool is_dxt(std::string_view head) {
  return head.find("# darshan log version") != std::string_view::npos ||
         head.find("# DXT,") != std::string_view::npos;
}

}  // namespace headrace
