// RecordingFile: operations of a run, stored by process and time, of any number in constant memory.
//
//   RecordingWriter writer("run.recording");                 // what importers fill
//   const std::uint32_t process = writer.process("rank 0", "node17");
//   writer.add(process, operation);                          // times since any fixed instant, in any order
//   writer.finish(report);                                   // without it no file is left
//
//   const RecordingRead read = read_recording("run.recording");
//
// A file of SQLite: tables of files, processes, and blocks of a process's operations. Throws InputError where
// a file is none of these, ResourceError where the disk fails.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/jobs/replay/recording.h"
#include "scenarios/loader/recordings/import_report.h"

namespace headrace {

class Database;
class Statement;

class RecordingWriter {
 public:
  explicit RecordingWriter(std::string path);
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;
  ~RecordingWriter();

  // Return the number of a file or a process of that name, a new one where there is none.
  std::uint32_t file(std::string_view path);
  std::uint32_t process(std::string_view name, std::string_view host);
  void add(std::uint32_t process, const RecordedOperation& operation);
  // Notes the stripe count of a file, where a trace tells it.
  void stripes(std::uint32_t file, std::int64_t count);

  // Gives files, processes and hosts other names (anonymous_names.h), and the recording another digest. It is
  // called after all operations.
  void hide_names();

  // Completes the report with what was added, and the file under its name.
  void finish(ImportReport& report);

 private:
  struct Process {
    std::string name, host;
    std::vector<RecordedOperation> waiting;
    std::uint16_t threads = 0;
  };
  // FirstUses: when a file was first opened, made, read and written.
  struct FirstUses {
    static constexpr Duration kNever = Duration::nanoseconds(INT64_MAX);
    Duration opened = kNever, made = kNever, read = kNever, written = kNever;
  };

  void note_use(const RecordedOperation& operation);
  void count(const RecordedOperation& operation);
  void write_out(Process& of, std::uint32_t process);

  std::string path_, unfinished_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<Statement> insert_;
  std::vector<RecordedFile> files_;
  std::vector<FirstUses> first_uses_;  // By file.
  std::unordered_map<std::string, std::uint32_t> file_numbers_, process_numbers_;
  std::vector<Process> processes_;
  std::size_t waiting_ = 0;  // Operations since all were written to the file.
  RecordedCounts counts_;
  Duration begin_, end_;
  std::uint64_t digest_ = 0;
  bool any_ = false, finished_ = false;
};

struct RecordingRead {
  Recording recording;
  std::string digest;  // "fnv1a-" and 16 hexadecimal digits, of the operations.
};

RecordingRead read_recording(const std::string& path);
// Tells whether a database is a recording; throws where a file is no database.
bool is_recording(const std::string& path);
// Counts the hosts of its processes, 1 at least, without reading operations.
std::int64_t count_hosts(const std::string& path);

}  // namespace headrace
