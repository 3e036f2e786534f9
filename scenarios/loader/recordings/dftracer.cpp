#include "scenarios/loader/recordings/dftracer.h"

#include <simdjson.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "scenarios/loader/recordings/number_text.h"

namespace headrace {

namespace {

namespace dom = simdjson::dom;

// CallName: what a call of a library is to a file system; seeks only move where the next one begins.
enum class CallKind : std::uint8_t { open, close, read, write, seek, stat, sync, unlink, list };

struct CallName {
  std::string_view name;
  CallKind kind;
};

constexpr CallName kCalls[] = {
    {"open", CallKind::open},      {"open64", CallKind::open},     {"openat", CallKind::open},
    {"openat64", CallKind::open},  {"creat", CallKind::open},      {"creat64", CallKind::open},
    {"fopen", CallKind::open},     {"fopen64", CallKind::open},    {"close", CallKind::close},
    {"fclose", CallKind::close},   {"read", CallKind::read},       {"pread", CallKind::read},
    {"pread64", CallKind::read},   {"readv", CallKind::read},      {"preadv", CallKind::read},
    {"fread", CallKind::read},     {"write", CallKind::write},     {"pwrite", CallKind::write},
    {"pwrite64", CallKind::write}, {"writev", CallKind::write},    {"pwritev", CallKind::write},
    {"fwrite", CallKind::write},   {"lseek", CallKind::seek},      {"lseek64", CallKind::seek},
    {"fseek", CallKind::seek},     {"fseeko", CallKind::seek},     {"stat", CallKind::stat},
    {"lstat", CallKind::stat},     {"fstat", CallKind::stat},      {"__xstat", CallKind::stat},
    {"__xstat64", CallKind::stat}, {"__lxstat", CallKind::stat},   {"__lxstat64", CallKind::stat},
    {"__fxstat", CallKind::stat},  {"__fxstat64", CallKind::stat}, {"__fxstatat", CallKind::stat},
    {"access", CallKind::stat},    {"faccessat", CallKind::stat},  {"fsync", CallKind::sync},
    {"fdatasync", CallKind::sync}, {"unlink", CallKind::unlink},   {"unlinkat", CallKind::unlink},
    {"remove", CallKind::unlink},  {"opendir", CallKind::list},
};

const CallKind* kind_of(std::string_view name) {
  static const auto kKinds = [] {
    std::unordered_map<std::string_view, CallKind> kinds;
    for (const CallName& call : kCalls) kinds.emplace(call.name, call.kind);
    return kinds;
  }();
  const auto found = kKinds.find(name);
  return found == kKinds.end() ? nullptr : &found->second;
}

// Returns a whole number that may stand in quotes.
std::optional<std::int64_t> number_at(const dom::object& object, const char* key) {
  dom::element value;
  if (object[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  std::int64_t whole = 0;
  if (value.get(whole) == simdjson::SUCCESS) return whole;
  std::uint64_t large = 0;
  if (value.get(large) == simdjson::SUCCESS) return static_cast<std::int64_t>(large);
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return whole_number(text);
  return std::nullopt;
}

std::string_view text_at(const dom::object& object, const char* key) {
  std::string_view text;
  return object[key].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

class DftracerReader {
 public:
  DftracerReader(TraceInput& input, RecordingWriter& writer, ImportReport& report)
      : input_(input), writer_(writer), report_(report) {}

  void read() {
    report_.resolution = std::max(report_.resolution, Duration::nanoseconds(1000));
    while (input_.lines.next()) {
      std::string_view line = input_.lines.line();
      while (!line.empty() && (line.front() == ' ' || line.front() == '[' || line.front() == ','))
        line.remove_prefix(1);
      while (!line.empty() &&
             (line.back() == ' ' || line.back() == ',' || line.back() == '\r' || line.back() == ']'))
        line.remove_suffix(1);
      if (!line.empty()) event(line);
    }
    if (seeks_ > 0)
      report_.told.push_back("seeks, which say where the next call begins: " + std::to_string(seeks_));
    for (const auto& [category, count] : categories_)
      report_.told.push_back("events of the application, of the category '" + category +
                             "', not taken: " + std::to_string(count));
  }

 private:
  void event(std::string_view line) {
    dom::element parsed;
    dom::object object;
    const auto error = parser_.parse(line.data(), line.size(), false).get(parsed);
    if (error != simdjson::SUCCESS || parsed.get(object) != simdjson::SUCCESS)
      return drop("a line that is no JSON object");
    dom::object args;
    const bool has_args = object["args"].get(args) == simdjson::SUCCESS;
    const std::string_view name = text_at(object, "name"), phase = text_at(object, "ph");
    if (phase == "M") {
      if (has_args) metadata(name, args);
      return;
    }
    const std::string_view category = text_at(object, "cat");
    const bool is_call = category == "POSIX" || category == "STDIO";
    if (!is_call) {
      ++categories_[std::string(category)];
      return;
    }
    const CallKind* const kind = kind_of(name);
    if (kind == nullptr) return drop("calls that are not repeated, such as " + std::string(name));
    if (!has_args) return drop("a call without arguments");
    call(*kind, name, category, object, args);
  }

  void metadata(std::string_view name, const dom::object& args) {
    const auto value = number_at(args, "value");
    const auto hash = static_cast<std::uint64_t>(value.value_or(0));
    const std::string key = value ? std::to_string(hash) : std::string(text_at(args, "value"));
    if (name == "FH") file_names_[key] = text_at(args, "name");
    if (name == "HH") hosts_[key] = text_at(args, "name");
  }

  // Returns a name that the arguments have, or the one behind a hash in them.
  std::string named(const dom::object& args, const char* plain, const char* hash,
                    const std::unordered_map<std::string, std::string>& names) const {
    const std::string_view own = text_at(args, plain);
    if (!own.empty()) return std::string(own);
    const auto number = number_at(args, hash);
    const std::string key =
        number ? std::to_string(static_cast<std::uint64_t>(*number)) : std::string(text_at(args, hash));
    const auto found = names.find(key);
    if (found != names.end()) return found->second;
    return key.empty() ? std::string() : "file " + key;
  }

  void call(CallKind kind, std::string_view name, std::string_view category, const dom::object& object,
            const dom::object& args) {
    const auto pid = number_at(object, "pid"), tid = number_at(object, "tid");
    const auto begin = number_at(object, "ts"), took = number_at(object, "dur");
    constexpr std::int64_t kMost = std::int64_t{1} << 52;  // Microseconds.
    if (!pid || !begin || !took || *begin < 0 || *took < 0 || *begin > kMost || *took > kMost)
      return drop("a call without its process or time");
    const auto returned = number_at(args, "ret");
    if (returned && *returned < 0) return drop("calls that failed");
    const std::string path = named(args, "fname", "fhash", file_names_);
    if (path.empty()) return drop("a call without its file");
    RecordedOperation operation;
    operation.file = writer_.file(path);
    operation.layer = category == "STDIO" ? RecordedLayer::stdio : RecordedLayer::posix;
    operation.begin = Duration::nanoseconds(*begin * 1000);
    operation.end = operation.begin + Duration::nanoseconds(*took * 1000);
    std::int64_t& place = places_[{*pid, operation.file, number_at(args, "fd").value_or(-1)}];
    if (kind == CallKind::seek) return seek(args, returned, place);
    if (kind == CallKind::open) {
      place = 0;
      if (returned) places_[{*pid, operation.file, *returned}] = 0;
    }
    if (!take(kind, name, args, place, operation)) return drop("a call at bytes that no file has");
    const std::string host = named(args, "hostname", "hhash", hosts_);
    const std::uint32_t process = writer_.process("pid " + std::to_string(*pid) + input_.process, host);
    if (tid) operation.thread = threads_.number(process, static_cast<std::uint64_t>(*tid));
    writer_.add(process, operation);
  }

  // Fills in what kind of operation it is, and which bytes it moves; returns false where no file has them.
  bool take(CallKind kind, std::string_view name, const dom::object& args, std::int64_t& place,
            RecordedOperation& operation) {
    switch (kind) {
      case CallKind::open:
        operation.operation = creates(name, args) ? IoOperation::create : IoOperation::open;
        break;
      case CallKind::close: operation.operation = IoOperation::close; break;
      case CallKind::stat: operation.operation = IoOperation::stat; break;
      case CallKind::sync: operation.operation = IoOperation::sync; break;
      case CallKind::unlink: operation.operation = IoOperation::unlink; break;
      case CallKind::list: operation.operation = IoOperation::list; break;
      case CallKind::read: operation.operation = IoOperation::read; break;
      case CallKind::write: operation.operation = IoOperation::write; break;
      case CallKind::seek: break;
    }
    if (!operation.moves_bytes()) return true;
    constexpr std::int64_t kLargest = std::int64_t{1} << 60;
    const auto returned = number_at(args, "ret"), counted = number_at(args, "count");
    std::int64_t length = returned.value_or(counted.value_or(0));
    const std::int64_t item = number_at(args, "size").value_or(1);
    if (operation.layer == RecordedLayer::stdio && item > 0 && length <= kLargest / item) length *= item;
    const auto offset = number_at(args, "offset");
    if (!offset) report_.guess("where a read or write begins, which follows from the calls before it");
    const std::int64_t from = offset.value_or(place);
    if (from < 0 || from > kLargest || length < 0 || length > kLargest) return false;
    operation.offset = Bytes::count(from);
    operation.length = Bytes::count(length);
    const bool moves_place = name.front() != 'p';  // pread and pwrite leave it.
    if (moves_place) place = from + length;
    return true;
  }

  static bool creates(std::string_view name, const dom::object& args) {
    constexpr std::int64_t kCreate = 64;  // O_CREAT of Linux.
    const std::string_view mode = text_at(args, "mode");
    return name.starts_with("creat") || (number_at(args, "flags").value_or(0) & kCreate) != 0 ||
           mode.starts_with('w') || mode.starts_with('a');
  }

  void seek(const dom::object& args, std::optional<std::int64_t> returned, std::int64_t& place) {
    ++seeks_;
    constexpr std::int64_t kFrom = 0, kOn = 1;  // SEEK_SET, SEEK_CUR.
    const std::int64_t offset = number_at(args, "offset").value_or(0);
    const std::int64_t whence = number_at(args, "whence").value_or(kFrom);
    constexpr std::int64_t kLargest = std::int64_t{1} << 60;
    std::int64_t next = returned.value_or(0) > 0 ? *returned : offset;
    if (whence == kOn && returned.value_or(0) <= 0) next = std::clamp(offset, -kLargest, kLargest) + place;
    place = std::clamp<std::int64_t>(next, 0, kLargest);
  }

  void drop(std::string_view why) { report_.drop(why, input_.file, input_.lines.number()); }

  TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  dom::parser parser_;
  ThreadNumbers threads_;
  std::unordered_map<std::string, std::string> file_names_, hosts_;
  std::map<std::tuple<std::int64_t, std::uint32_t, std::int64_t>, std::int64_t>
      places_;  // By process, file and descriptor.
  std::map<std::string, std::int64_t> categories_;
  std::int64_t seeks_ = 0;
};

}  // namespace

void read_dftracer(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  DftracerReader(input, writer, report).read();
}

bool is_dftracer(std::string_view head) {
  return head.find("\"ph\"") != std::string_view::npos && head.find("\"cat\"") != std::string_view::npos;
}

}  // namespace headrace
