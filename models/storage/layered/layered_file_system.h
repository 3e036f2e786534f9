// LayeredFileSystem: a file system whose operations are processes that use other file systems.
//
// A layer says in perform() what an operation does, as a task, and forgets in
// let_go() what it keeps for a handle. Giving an operation up destroys its task,
// and so whatever it awaits below is given up, too. A layer calls stop() first
// in its destructor: tasks use its members.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "models/storage/file_system.h"
#include "sim/task_group.h"

namespace headrace {

class LayeredFileSystem : public FileSystem {
 public:
  // `called` stands in stall reports.
  LayeredFileSystem(Simulation& sim, std::string called) : FileSystem(sim), called_(std::move(called)) {}

  void forget(FileHandle handle) override;

 protected:
  // The operation of a handle that begins now; it ends with the task.
  virtual Task<> perform(FileHandle handle) = 0;
  // Lets go of a handle: its file is not open any more, or never was.
  virtual void let_go(FileHandle handle) = 0;
  // Makes room for what the layer keeps for a handle. Called before perform(), which a run that is cut never
  // reaches, and before let_go().
  virtual void hold(FileHandle handle) = 0;

  // Returns the request of the operation under way.
  IoRequest& request_of(FileHandle handle) { return *slots_[handle].request; }
  const FileInfo& info_of(FileHandle handle) const { return slots_[handle].info; }
  // The end of what a read gets.
  Bytes end_of_read(FileHandle handle);

  void stop() { slots_.clear(); }

  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;

 private:
  struct Slot {
    explicit Slot(Simulation& sim) : work(sim) {}
    FileInfo info;
    IoRequest* request = nullptr;
    bool open = false;
    TaskGroup work;
  };
  Task<> run(FileHandle handle);
  FileHandle take_slot();

  std::string called_;
  std::deque<Slot> slots_;
  std::vector<FileHandle> free_;
};

}  // namespace headrace
