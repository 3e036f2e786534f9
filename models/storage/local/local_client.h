// LocalClient: the file system on one node's own drives.
//
// A read or write goes to the drives in requests of limited size, a few at a
// time, so that one large file neither floods the device nor leaves it idle.
// A file that is created again starts empty, and one that is removed is gone at
// once: what it held is free. Leaves out names and directories; a page cache may stand
// over it (cached/).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "models/storage/file_system.h"
#include "models/storage/local/local_spec.h"

namespace headrace {

class LocalClient final : public FileSystem {
 public:
  // `all` is the place of the file system, `drives` that of this node's drives.
  LocalClient(const Scope& all, const Scope& drives, const LocalSpec& spec);

  void forget(FileHandle handle) override;

  double utilisation() const { return device_.utilisation(); }
  Speed& speed() { return device_.speed(); }
  // Returns the bytes of files written in the run; what was there before it does not count.
  Bytes used() const { return used_; }
  Bytes most_used() const { return most_used_; }
  // Says what Store::imbalance() does.
  std::string imbalance() const;

 protected:
  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;

 private:
  struct File {
    FileInfo info;
    IoRequest* request = nullptr;
    EventId ending;                // Of an operation that is only a delay.
    Bytes at, end;                 // Of a read or write: what was not asked for yet.
    std::int64_t in_flight = 0;    // Accesses of the operation.
    std::int64_t outstanding = 0;  // Those of abandoned operations, too.
    std::uint32_t turn = 0;        // An access of an abandoned operation carries an older one.
    bool forgotten = false;
  };
  void named(FileHandle slot);
  void accessed(std::uint64_t slot_and_turn);

  void begin(File& file, IoRequest& request);
  void access(File& file, FileHandle slot);
  void submit(File& file, FileHandle slot, Device::Kind kind, Bytes offset, Bytes length);
  void finish(FileHandle slot);
  void begin_file(const FileId& id);
  void remove_file(const FileId& id);
  void grow_file(const FileId& id, Bytes end);
  FileHandle take_file();
  void free_file_if_done(FileHandle slot);

  LocalSpec spec_;
  RandomStream opens_;
  PartId metadata_;
  Device device_;
  std::deque<File> files_;
  std::vector<FileHandle> free_files_;
  std::map<FileId, Bytes> sizes_;  // Of files written in the run.
  Bytes used_, most_used_;
  Bytes asked_, sent_, given_up_;
  Counter &bytes_read_, &bytes_written_;
};

}  // namespace headrace
