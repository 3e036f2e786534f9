#include "scenarios/loader/recordings/recording_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/recordings/anonymous_names.h"
#include "scenarios/loader/recordings/darshan_head.h"
#include "scenarios/loader/text/errors.h"
#include "sim/hash.h"

namespace headrace {

namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::size_t kBlock = 4096;           // Operations.
constexpr std::size_t kMostWaiting = 1 << 20;  // Operations of all processes: 40 MB.
constexpr std::size_t kWords = 5;              // Of an operation, 64 bits each.

static_assert(std::endian::native == std::endian::little, "blocks are stored as they lie in memory");

constexpr const char* kSchema =
    "CREATE TABLE recording (format INTEGER NOT NULL, form TEXT NOT NULL, resolution_ns INTEGER NOT NULL,"
    " begin_ns INTEGER NOT NULL, digest TEXT NOT NULL);"
    "CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL,"
    " stripe_count INTEGER NOT NULL, created INTEGER NOT NULL);"
    "CREATE TABLE process (id INTEGER PRIMARY KEY, name TEXT NOT NULL, host TEXT NOT NULL);"
    "CREATE TABLE block (id INTEGER PRIMARY KEY, process INTEGER NOT NULL REFERENCES process (id),"
    " operations INTEGER NOT NULL, bytes BLOB NOT NULL);";

std::array<std::uint64_t, kWords> words_of(const RecordedOperation& operation) {
  const std::uint64_t last = operation.file | std::uint64_t{operation.thread} << 32 |
                             std::uint64_t{static_cast<std::uint8_t>(operation.operation)} << 48 |
                             std::uint64_t{static_cast<std::uint8_t>(operation.layer)} << 56;
  return {static_cast<std::uint64_t>(operation.begin.ns()), static_cast<std::uint64_t>(operation.end.ns()),
          static_cast<std::uint64_t>(operation.offset.count()),
          static_cast<std::uint64_t>(operation.length.count()), last};
}

RecordedOperation operation_of(const std::array<std::uint64_t, kWords>& words) {
  RecordedOperation operation;
  operation.begin = Duration::nanoseconds(static_cast<std::int64_t>(words[0]));
  operation.end = Duration::nanoseconds(static_cast<std::int64_t>(words[1]));
  operation.offset = Bytes::count(static_cast<std::int64_t>(words[2]));
  operation.length = Bytes::count(static_cast<std::int64_t>(words[3]));
  operation.file = static_cast<std::uint32_t>(words[4]);
  operation.thread = static_cast<std::uint16_t>(words[4] >> 32);
  operation.operation = static_cast<IoOperation>(words[4] >> 48 & 255);
  operation.layer = static_cast<RecordedLayer>(words[4] >> 56);
  return operation;
}

bool is_sound(const RecordedOperation& operation, std::size_t files) {
  return operation.file < files && operation.end >= operation.begin && operation.offset >= Bytes() &&
         operation.length >= Bytes() && operation.operation <= IoOperation::list &&
         operation.layer <= RecordedLayer::mpi;
}

}  // namespace

RecordingWriter::RecordingWriter(std::string path)
    : path_(std::move(path)), unfinished_(path_ + ".unfinished") {
  std::filesystem::remove(unfinished_);
  database_ = std::make_unique<Database>(unfinished_, Database::Access::write);
  database_->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  database_->execute(kSchema);
  database_->execute("BEGIN");
}

RecordingWriter::~RecordingWriter() {
  if (finished_) return;
  database_.reset();
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

std::uint32_t RecordingWriter::file(std::string_view path) {
  const auto [found, is_new] =
      file_numbers_.emplace(std::string(path), static_cast<std::uint32_t>(files_.size()));
  if (is_new) {
    files_.emplace_back().path = found->first;
    first_uses_.emplace_back();
  }
  return found->second;
}

std::uint32_t RecordingWriter::process(std::string_view name, std::string_view host) {
  const auto [found, is_new] = process_numbers_.emplace(std::string(name) + '\n' + std::string(host),
                                                        static_cast<std::uint32_t>(processes_.size()));
  if (is_new) {
    processes_.emplace_back();
    processes_.back().name = name;
    processes_.back().host = host;
  }
  return found->second;
}

void RecordingWriter::stripes(std::uint32_t file, std::int64_t count) {
  files_[file].stripe_count = std::max(files_[file].stripe_count, count);
}

void RecordingWriter::add(std::uint32_t process, const RecordedOperation& operation) {
  Process& of = processes_[process];
  begin_ = any_ ? std::min(begin_, operation.begin) : operation.begin;
  end_ = any_ ? std::max(end_, operation.end) : operation.end;
  any_ = true;
  of.threads = std::max(of.threads, operation.thread);
  note_use(operation);
  count(operation);
  Hash hash;
  hash.add(std::uint64_t{process});
  for (const std::uint64_t word : words_of(operation)) hash.add(word);
  digest_ += hash.value();
  of.waiting.push_back(operation);
  if (of.waiting.size() >= kBlock) return write_out(of, process);
  if (++waiting_ < kMostWaiting) return;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) write_out(processes_[p], p);
  waiting_ = 0;
}

// Notes when a file was first opened, made, read and written: who writes a file first has made it.
void RecordingWriter::note_use(const RecordedOperation& operation) {
  FirstUses& uses = first_uses_[operation.file];
  const auto take = [&](Duration& first) { first = std::min(first, operation.begin); };
  switch (operation.operation) {
    case IoOperation::open: take(uses.opened); break;
    case IoOperation::create: take(uses.made); break;
    case IoOperation::read: take(uses.read); break;
    case IoOperation::write: take(uses.written); break;
    default: break;
  }
  if (!operation.moves_bytes()) return;
  Bytes& size = files_[operation.file].size;
  size = std::max(size, operation.offset + operation.length);
}

void RecordingWriter::count(const RecordedOperation& operation) {
  ++counts_.operations;
  ++counts_.layers[static_cast<std::size_t>(operation.layer)];
  if (operation.operation == IoOperation::read) {
    ++counts_.reads;
    counts_.bytes_read += operation.length;
  } else if (operation.operation == IoOperation::write) {
    ++counts_.writes;
    counts_.bytes_written += operation.length;
  } else if (operation.operation == IoOperation::open || operation.operation == IoOperation::create) {
    ++counts_.opens;
  } else {
    ++counts_.others;
  }
}

void RecordingWriter::write_out(Process& of, std::uint32_t process) {
  if (of.waiting.empty()) return;
  std::vector<std::array<std::uint64_t, kWords>> words;
  words.reserve(of.waiting.size());
  for (const RecordedOperation& operation : of.waiting) words.push_back(words_of(operation));
  if (!insert_)
    insert_ = std::make_unique<Statement>(
        database_->prepare("INSERT INTO block (process, operations, bytes) VALUES (?, ?, ?)"));
  const SqlBytes bytes{{reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words.front())}};
  insert_->run(std::int64_t{process}, static_cast<std::int64_t>(of.waiting.size()), bytes);
  of.waiting.clear();
}

void RecordingWriter::hide_names() {
  std::vector<std::string> paths;
  paths.reserve(files_.size());
  for (const RecordedFile& file : files_) paths.push_back(file.path);
  const std::vector<std::string> hidden = anonymous_paths(paths);
  for (std::size_t f = 0; f < files_.size(); ++f) files_[f].path = hidden[f];
  std::map<std::string, std::size_t> hosts;
  for (std::size_t p = 0; p < processes_.size(); ++p) {
    processes_[p].name = "process " + std::to_string(p);
    std::string& host = processes_[p].host;
    if (!host.empty()) host = "host " + std::to_string(hosts.emplace(host, hosts.size()).first->second);
  }
  Hash hash;
  for (const std::string& path : hidden) hash.add(path);
  digest_ += hash.value();
}

void RecordingWriter::finish(ImportReport& report) {
  for (std::uint32_t p = 0; p < processes_.size(); ++p) write_out(processes_[p], p);
  insert_.reset();
  std::set<std::string_view> hosts;
  Statement process = database_->prepare("INSERT INTO process VALUES (?, ?, ?)");
  for (std::size_t p = 0; p < processes_.size(); ++p) {
    process.run(static_cast<std::int64_t>(p), processes_[p].name, processes_[p].host);
    hosts.insert(processes_[p].host);
    counts_.threads += processes_[p].threads;
  }
  Statement file = database_->prepare("INSERT INTO file VALUES (?, ?, ?, ?, ?)");
  for (std::size_t f = 0; f < files_.size(); ++f) {
    const FirstUses& uses = first_uses_[f];
    const bool made = uses.made != FirstUses::kNever && uses.made <= std::min(uses.opened, uses.read);
    const bool found =
        uses.opened == FirstUses::kNever && uses.written != FirstUses::kNever && uses.written <= uses.read;
    if (found && !made) report.guess("that a file whose first use is a write was made by the run");
    file.run(static_cast<std::int64_t>(f), files_[f].path, files_[f].size.count(), files_[f].stripe_count,
             std::int64_t{made || found});
  }
  database_->prepare("INSERT INTO recording VALUES (?, ?, ?, ?, ?)")
      .run(kFormat, report.form, report.resolution.ns(), any_ ? begin_.ns() : 0,
           "fnv1a-" + hexadecimal(digest_));
  counts_.processes = static_cast<std::int64_t>(processes_.size());
  counts_.files = static_cast<std::int64_t>(files_.size());
  counts_.hosts = static_cast<std::int64_t>(hosts.size());
  static_cast<RecordedCounts&>(report) = counts_;
  if (any_) report.span = end_ - begin_;
  database_->execute("CREATE INDEX block_of_process ON block (process)");
  database_->execute("COMMIT");
  database_.reset();
  std::error_code failure;
  std::filesystem::rename(unfinished_, path_, failure);
  if (failure) throw ResourceError(path_ + ": the file cannot be made: " + failure.message());
  finished_ = true;
}

namespace {

void read_operations(Database& database, std::int64_t begin_ns, Recording& recording) {
  Statement block = database.prepare("SELECT operations, bytes FROM block WHERE process = ? ORDER BY id");
  std::array<std::uint64_t, kWords> words{};
  for (std::size_t p = 0; p < recording.processes.size(); ++p) {
    auto& operations = recording.processes[p].operations;
    block.bind(1, static_cast<std::int64_t>(p));
    while (block.step()) {
      const std::string_view bytes = block.bytes_view(1);
      for (std::size_t at = 0; at + sizeof(words) <= bytes.size(); at += sizeof(words)) {
        std::memcpy(words.data(), bytes.data() + at, sizeof(words));
        RecordedOperation operation = operation_of(words);
        if (!is_sound(operation, recording.files.size()))
          throw InputError(database.path() + ": an operation in it cannot be meant: import the trace again");
        operation.begin = operation.begin - Duration::nanoseconds(begin_ns);
        operation.end = operation.end - Duration::nanoseconds(begin_ns);
        operations.push_back(operation);
      }
    }
    block.reset();
    std::stable_sort(operations.begin(), operations.end(),
                     [](const auto& one, const auto& other) { return one.begin < other.begin; });
  }
}

}  // namespace

namespace {

bool has_recording(Database& database) {
  return database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'recording'") > 0;
}

// Throws InputError where a file is no recording of this headrace.
void expect_recording(Database& database) {
  const std::string& path = database.path();
  if (!has_recording(database))
    throw InputError(path + " is no recording: `headrace import` makes one of a trace");
  if (database.integer("SELECT format FROM recording") != kFormat)
    throw InputError(path + " was made by another headrace: import the trace again");
}

}  // namespace

bool is_recording(const std::string& path) {
  Database database(path, Database::Access::read);
  return has_recording(database);
}

std::int64_t count_hosts(const std::string& path) {
  Database database(path, Database::Access::read);
  expect_recording(database);
  return std::max<std::int64_t>(1, database.integer("SELECT count(DISTINCT host) FROM process"));
}

RecordingRead read_recording(const std::string& path) {
  Database database(path, Database::Access::read);
  expect_recording(database);
  RecordingRead read;
  read.digest = database.text("SELECT digest FROM recording");
  Recording& recording = read.recording;
  recording.of_counters = database.text("SELECT form FROM recording") == kDarshanForm;
  recording.resolution = Duration::nanoseconds(database.integer("SELECT resolution_ns FROM recording"));
  Statement file = database.prepare("SELECT path, size, stripe_count, created FROM file ORDER BY id");
  while (file.step()) {
    RecordedFile& next = recording.files.emplace_back();
    next.path = file.text(0);
    next.size = Bytes::count(file.integer(1));
    next.stripe_count = file.integer(2);
    next.created = file.integer(3) != 0;
  }
  Statement process = database.prepare("SELECT name, host FROM process ORDER BY id");
  while (process.step()) {
    RecordedProcess& next = recording.processes.emplace_back();
    next.name = process.text(0);
    next.host = process.text(1);
  }
  read_operations(database, database.integer("SELECT begin_ns FROM recording"), recording);
  return read;
}

}  // namespace headrace
