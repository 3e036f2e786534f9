// StraceTasks: the processes and threads of a trace of strace, and the files that they have opened.
//
//   StraceTask& task = tasks.at(12);               // made where it is new; a child inherits descriptors
//   task.table->open(3, file, true);
//   tasks.at(12).table->find(3)->place             // where its next read begins
//
// Threads share one table, children of fork have a copy whose descriptors share their places, as in Linux.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/units.h"

namespace headrace {

// OpenedFile: what descriptors that were made of each other share.
struct OpenedFile {
  std::string path;
  std::optional<std::uint32_t> file;  // Of the recording; nothing: it is passed over, as a pipe is.
  std::int64_t place = 0;             // Of the next read or write.
  bool appends = false;
};

class DescriptorTable {
 public:
  // Returns what a descriptor stands for; null where no call said it.
  std::shared_ptr<OpenedFile> find(std::int64_t descriptor) const;
  void open(std::int64_t descriptor, std::shared_ptr<OpenedFile> file, bool closes_at_exec);
  void close(std::int64_t first, std::int64_t last);
  void close_at_exec();

  std::string folder;  // Working folder; empty: not told.

 private:
  struct Entry {
    std::shared_ptr<OpenedFile> file;
    bool closes_at_exec = false;
  };
  std::map<std::int64_t, Entry> entries_;
};

struct StraceTask {
  std::shared_ptr<DescriptorTable> table;
  std::int64_t process = 0;  // Number of its first thread.
  std::int64_t parent = -1;
  std::optional<std::uint32_t> recorded;  // Process of the recording.
  // Call that has begun: its text, and whether a child was seen before it returned.
  std::string begun;
  Duration begun_at;
  bool has_child = false;
};

class StraceTasks {
 public:
  // Returns a task; one that is new is the child of a call that makes one and has not returned yet.
  StraceTask& at(std::int64_t number);
  // Makes the task that a call of another one has made, unless it was seen before.
  void add_child(std::int64_t parent, std::int64_t number, std::string_view call);
  void end(std::int64_t number) { tasks_.erase(number); }

 private:
  StraceTask child_of(std::int64_t parent, std::int64_t number, std::string_view call);

  std::map<std::int64_t, StraceTask> tasks_;
};

// Tells whether a call makes a process or a thread: clone, fork.
bool makes_task(std::string_view call);

}  // namespace headrace
