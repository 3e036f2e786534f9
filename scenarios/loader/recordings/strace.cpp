#include "scenarios/loader/recordings/strace.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

#include "scenarios/loader/recordings/strace_calls.h"
#include "scenarios/loader/recordings/strace_line.h"
#include "scenarios/loader/recordings/strace_tasks.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {

namespace {

using Effect = StraceEffect;

// Tells whether a name is that of a file of a file system that stores: no pipe, device or view of the kernel.
bool is_stored(std::string_view path) {
  for (const std::string_view folder : {"/proc", "/sys", "/dev"})
    if (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'))
      return false;
  for (const std::string_view kind : {"/memfd:", "anon_inode:"})
    if (path.starts_with(kind)) return false;
  const bool is_end = !path.starts_with('/') && path.find(":[") != std::string_view::npos;  // pipe:[7].
  return !path.empty() && !is_end;
}

// Returns a path as seen from a folder.
std::string behind_folder(const std::string& folder, const std::string& path) {
  return path.starts_with('/') || folder.empty() || path.empty() ? path : folder + "/" + path;
}

bool has_word(const StraceCall& call, std::string_view word) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [&](std::string_view argument) {
    return argument.find(word) != std::string_view::npos;
  });
}

class StraceReader {
 public:
  StraceReader(TraceInput& input, RecordingWriter& writer, ImportReport& report)
      : input_(input), writer_(writer), report_(report) {
    // A trace of -ff has a file of each task, with its number behind the last point.
    const std::string ending = std::filesystem::path(input.file).extension().string();
    if (!ending.empty()) alone_ = whole_number(std::string_view(ending).substr(1)).value_or(0);
  }

  void read() {
    report_.resolution = std::max(report_.resolution, Duration::nanoseconds(1000));
    while (input_.lines.next()) {
      const std::string_view text = trimmed(input_.lines.line());
      if (text.empty() || text.starts_with("strace: ")) continue;
      const auto line = strace_line(text);
      if (!line) {
        drop("a line without its time in seconds, as strace -ttt writes it");
        continue;
      }
      take(*line);
    }
    tell();
  }

 private:
  void take(const StraceLine& line) {
    task_ = line.task.value_or(alone_);
    switch (line.kind) {
      case StraceLine::Kind::other: return;
      case StraceLine::Kind::exited: return tasks_.end(task_);
      case StraceLine::Kind::call: return call(line.text, line.time, std::nullopt);
      case StraceLine::Kind::unfinished: {
        StraceTask& task = tasks_.at(task_);
        task.begun = line.text;
        task.begun_at = line.time;
        task.has_child = false;
        return;
      }
      case StraceLine::Kind::resumed: {
        StraceTask& task = tasks_.at(task_);
        if (task.begun.empty()) return drop("the end of a call whose beginning is not there");
        const std::string text = std::exchange(task.begun, std::string()) + std::string(line.text);
        return call(text, task.begun_at, line.time);
      }
    }
  }

  void call(std::string_view text, Duration begin, std::optional<Duration> end) {
    const auto call = strace_call(text);
    if (!call) return drop("a line that is no call");
    if (makes_task(text)) {
      const auto child = call->returned();
      tasks_.at(task_);
      if (child && *child > 0) tasks_.add_child(task_, *child, text);
      return;
    }
    const KnownStraceCall* const known = known_strace_call(call->name);
    if (known == nullptr) return;
    const auto returned = call->returned();
    if (!returned || *returned < 0) {
      failed_ += returned.has_value();
      return;
    }
    if (call->arguments.size() <= known->path) return drop("a line that is no call");
    operation_ = {};
    operation_.operation = known->operation;
    operation_.begin = begin;
    operation_.end = begin + call->took.value_or(end ? *end - begin : Duration());
    if (operation_.end < begin) return drop("an operation that ends before it begins");
    timeless_ += !call->took && !end;
    apply(*known, *call, *returned);
  }

  void apply(const KnownStraceCall& known, const StraceCall& call, std::int64_t returned) {
    DescriptorTable& table = *tasks_.at(task_).table;
    switch (known.effect) {
      case Effect::open: return open(known, call, returned);
      case Effect::close: return close(call);
      case Effect::close_range: return close_range(call);
      case Effect::move: return move(known, call, returned);
      case Effect::seek:
        if (const auto file = file_of(call.arguments[0])) file->place = std::min(returned, kLargest);
        return;
      case Effect::control:
        if (!has_word(call, "F_DUPFD")) return;
        [[fallthrough]];
      case Effect::duplicate:
        if (const auto file = file_of(call.arguments[0]))
          table.open(returned, file, has_word(call, "CLOEXEC"));
        return;
      case Effect::path: return on_path(known, call);
      case Effect::descriptor: return on_file(file_of(call.arguments[0]));
      case Effect::map: return map(call);
      case Effect::folder:
        table.folder = behind_folder(table.folder, strace_string(call.arguments[0]));
        return;
      case Effect::execute: return table.close_at_exec();
      case Effect::not_repeated: ++not_repeated_[std::string(known.name)]; return;
    }
  }

  void open(const KnownStraceCall& known, const StraceCall& call, std::int64_t returned) {
    const StraceDescriptor opened = strace_descriptor(call.result);
    const std::string path = opened.path.empty() ? path_of(known, call) : opened.path;
    const auto file = std::make_shared<OpenedFile>(opened_file(path));
    file->appends = has_word(call, "O_APPEND");
    if (has_word(call, "O_CREAT")) operation_.operation = IoOperation::create;
    if (file->file && has_word(call, "O_TRUNC")) ends_[*file->file] = 0;
    tasks_.at(task_).table->open(returned, file, has_word(call, "O_CLOEXEC"));
    on_file(file);
  }

  void close(const StraceCall& call) {
    const StraceDescriptor descriptor = strace_descriptor(call.arguments[0]);
    on_file(file_of(call.arguments[0]));
    if (descriptor.number) tasks_.at(task_).table->close(*descriptor.number, *descriptor.number);
  }

  void close_range(const StraceCall& call) {
    if (call.arguments.size() < 2 || has_word(call, "CLOSE_RANGE")) return;
    const auto first = whole_number(call.arguments[0]), last = whole_number(call.arguments[1]);
    constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();  // "~0U".
    if (first) tasks_.at(task_).table->close(*first, last.value_or(kAll));
  }

  void move(const KnownStraceCall& known, const StraceCall& call, std::int64_t returned) {
    const auto file = file_of(call.arguments[0]);
    if (file == nullptr || !file->file) return on_file(file);
    std::int64_t from = file->place;
    std::int64_t& end = ends_[*file->file];
    const bool is_write = operation_.operation == IoOperation::write;
    if (known.at_argument) {
      constexpr std::size_t kPlace = 3;
      const auto place = call.arguments.size() > kPlace ? whole_number(call.arguments[kPlace]) : std::nullopt;
      if (!place) return drop("a call without the place of its bytes");
      if (*place >= 0) from = *place;  // -1: at that of the descriptor.
    } else if (is_write && file->appends) {
      from = end;
    }
    if (from > kLargest || returned > kLargest) return drop("a read or write at bytes that no file has");
    if (!known.at_argument) file->place = from + returned;
    end = std::max(end, from + returned);
    operation_.offset = Bytes::count(from);
    operation_.length = Bytes::count(returned);
    on_file(file);
  }

  void map(const StraceCall& call) {
    constexpr std::size_t kDescriptor = 4;
    if (call.arguments.size() <= kDescriptor || call.arguments[kDescriptor].starts_with('-')) return;
    const auto file = file_of(call.arguments[kDescriptor]);
    mapped_ += file != nullptr && file->file;
  }

  void on_path(const KnownStraceCall& known, const StraceCall& call) {
    on_file(std::make_shared<OpenedFile>(opened_file(path_of(known, call))));
  }

  // Adds the operation, if it is on a file that stores.
  void on_file(const std::shared_ptr<OpenedFile>& file) {
    if (file == nullptr) {
      ++unknown_;
      return;
    }
    if (!file->file) {
      ++passed_;
      return;
    }
    StraceTask& task = tasks_.at(task_);
    if (!task.recorded)
      task.recorded = writer_.process("pid " + std::to_string(task.process) + input_.process, "");
    operation_.file = *file->file;
    operation_.thread = threads_.number(*task.recorded, static_cast<std::uint64_t>(task_));
    writer_.add(*task.recorded, operation_);
  }

  // Returns the path of a call, which may be seen from a folder or be that of a descriptor.
  std::string path_of(const KnownStraceCall& known, const StraceCall& call) {
    const std::string path = strace_string(call.arguments[known.path]);
    DescriptorTable& table = *tasks_.at(task_).table;
    if (known.path == 0) return behind_folder(table.folder, path);
    const StraceDescriptor folder = strace_descriptor(call.arguments[known.path - 1]);
    if (!folder.number && !folder.path.empty()) table.folder = folder.path;
    std::string behind = folder.number ? folder.path : table.folder;
    if (folder.number && behind.empty())
      if (const auto opened = table.find(*folder.number)) behind = opened->path;
    return path.empty() ? behind : behind_folder(behind, path);
  }

  // Returns what a descriptor stands for: what a call opened, or what its path says; null: neither is there.
  std::shared_ptr<OpenedFile> file_of(std::string_view word) {
    const StraceDescriptor descriptor = strace_descriptor(word);
    if (!descriptor.number) return nullptr;
    DescriptorTable& table = *tasks_.at(task_).table;
    auto opened = table.find(*descriptor.number);
    if (descriptor.path.empty()) {
      constexpr std::int64_t kStreams = 2;  // Up to the stream of errors.
      if (opened == nullptr && *descriptor.number <= kStreams) return std::make_shared<OpenedFile>();
      return opened;
    }
    if (opened != nullptr && opened->path == descriptor.path) return opened;
    opened = std::make_shared<OpenedFile>(opened_file(descriptor.path));
    if (opened->file) report_.guess("that a file whose opening is not in the trace was at its begin");
    table.open(*descriptor.number, opened, false);
    return opened;
  }

  OpenedFile opened_file(const std::string& path) {
    OpenedFile opened;
    opened.path = path;
    if (!is_stored(path)) return opened;
    opened.file = writer_.file(path);
    if (ends_.size() <= *opened.file) ends_.resize(*opened.file + std::size_t{1});
    return opened;
  }

  void tell() {
    const auto count = [&](const std::string& what, std::int64_t times) {
      if (times > 0) report_.told.push_back(what + ": " + std::to_string(times));
    };
    count("calls that failed, passed over", failed_);
    count("calls on pipes, sockets, standard streams, /proc, /sys and /dev, passed over", passed_);
    count("calls on descriptors whose file no line names (strace -y does), passed over", unknown_);
    count("files that were mapped, whose reads are no calls", mapped_);
    for (const auto& [name, times] : not_repeated_) count("calls that are not repeated, of " + name, times);
    if (timeless_ > 0) report_.guess("that a call took no time, since strace -T says it", timeless_);
  }

  void drop(std::string_view why) { report_.drop(why, input_.file, input_.lines.number()); }

  static constexpr std::int64_t kLargest = std::int64_t{1} << 50;  // Bytes of a file.

  TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  StraceTasks tasks_;
  ThreadNumbers threads_;
  std::vector<std::int64_t> ends_;  // Of each file, as far as calls went.
  std::int64_t alone_ = 0;          // Task of lines that name none.
  std::int64_t task_ = 0;           // Of the line.
  RecordedOperation operation_;
  std::map<std::string, std::int64_t> not_repeated_;
  std::int64_t failed_ = 0, passed_ = 0, unknown_ = 0, mapped_ = 0, timeless_ = 0;
};

}  // namespace

void read_strace(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  StraceReader(input, writer, report).read();
}

bool is_strace(std::string_view head) {
  while (!head.empty()) {
    const auto line = strace_line(take_line(head));
    if (line && line->kind == StraceLine::Kind::call && strace_call(line->text)) return true;
  }
  return false;
}

}  // namespace headrace
