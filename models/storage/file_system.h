// FileSystem: what a process on one compute node can do with a store.
//
//   FileHandle file = co_await storage.open(info);
//   co_await storage.read(file, 0_B, info.size, IoMode::buffered);
//   co_await storage.close(file);
//
// Every operation is awaited once, however many requests and servers it takes.
// A store implements start() and abandon(). Operations do not fail yet: a
// simulated file exists because its number does.
#pragma once

#include <coroutine>
#include <cstdint>
#include <vector>

#include "models/account.h"
#include "models/io.h"
#include "models/storage/layout.h"
#include "sim/check.h"
#include "sim/completion.h"
#include "sim/task.h"

namespace headrace {

struct FileInfo {
  FileId id;
  Bytes size;
  std::int64_t directory = 0;
  FileLayout layout;
};

using FileHandle = std::uint32_t;

enum class IoMode : std::uint8_t { buffered, direct };

// An operation in progress. It lives in the frame that awaits it.
struct IoRequest {
  IoRequest(Simulation& sim, IoOperation what, Account& told);

  bool is_by_name() const {
    return operation == IoOperation::open || operation == IoOperation::create ||
           operation == IoOperation::stat || operation == IoOperation::unlink ||
           operation == IoOperation::list;
  }
  // Says whether the operation leaves its file open.
  bool is_by_handle() const { return !is_by_name() && operation != IoOperation::close; }
  // No file is open behind it: a close, or the name of one that it does not open.
  bool ends_file() const {
    return !is_by_handle() && operation != IoOperation::open && operation != IoOperation::create;
  }

  FileInfo file;  // Of what is named: open, create, stat, unlink and list.
  Bytes offset, length;
  std::int64_t entries = 0;
  ThreadWork* next = nullptr;  // See FileSystem::read.
  // Fields that its end takes stand together, from here on.
  IoOperation operation;
  IoMode mode = IoMode::buffered;
  FileHandle handle = 0;
  // Told, by the end, what the time went to, up to then.
  Account& account;
  Completion done;
};

// Bytes of reads on one node: what applications were given, and what came from beyond its memory for them.
// More is fetched than given where a client reads ahead of who stops.
struct ReadTally {
  Bytes given, fetched;
};

class FileSystem {
 public:
  class [[nodiscard]] Io;

  explicit FileSystem(Simulation& sim) : sim_(sim) {}
  virtual ~FileSystem() = default;

  // The account is told what each operation went to; it outlives it.
  Io open(const FileInfo& file, Account& account = nobody());
  Io create(const FileInfo& file, Account& account = nobody());  // Opens it, too.
  Io stat(const FileInfo& file, Account& account = nobody());
  // Removes the name of a file that nobody writes to. Who has it open may read on.
  Io unlink(const FileInfo& file, Account& account = nobody());
  // Reads the names in a directory that holds so many: that of the set and the number.
  Io list(const FileInfo& directory, std::int64_t entries, Account& account = nobody());
  Io close(FileHandle handle, Account& account = nobody());
  // `next` is what the reading thread does with the bytes. A store whose copies are that thread's work lets
  // it go on in the same turn on its core, takes that work out of `next`, and ends the read after it. Others
  // leave it to the caller: co_await node.work(next, account) does what is left.
  Io read(FileHandle handle, Bytes offset, Bytes length, IoMode mode, Account& account = nobody(),
          ThreadWork* next = nullptr);
  // A buffered write ends when its bytes are in memory of the node, where the store has them there; a direct
  // one when they are at its servers or drives, as with O_DIRECT.
  Io write(FileHandle handle, Bytes offset, Bytes length, Account& account = nobody(),
           IoMode mode = IoMode::buffered);
  Io sync(FileHandle handle, Account& account = nobody());  // Ends when what was written is durable.

  // Ask for the locks on a file that several processes write, where its store has such (StoreFacts): on bytes
  // that this one will write and on no others, or on all of it until its close, together with all others who
  // ask so. Cost the caller no simulated time: who writes before they are granted waits for them.
  virtual void lock_ahead(FileHandle handle, Bytes offset, Bytes length);
  virtual void lock_as_group(FileHandle handle);

  // Ends when nothing that was written to a file here is in this node's memory alone any more: until then it
  // is lost with the node. Who waits changes nothing. Costs no simulated time; at once where writes end at
  // the servers.
  virtual Task<> written_back(FileId file);

  // Gives up a file whose owner ends without closing it. Costs no simulated time.
  virtual void forget(FileHandle handle) = 0;
  // Returns how often others had changed a file when its store was asked to open it; 0 where it does not say.
  virtual std::uint64_t changes_of(FileHandle handle) const {
    static_cast<void>(handle);
    return 0;
  }
  // Gives up clean pages and unused locks, as an administrator clears caches. Costs no simulated time.
  virtual void drop_caches() {}

  // Returns the tally of the files of a set, up to now.
  virtual ReadTally reads_of(std::int32_t set) const {
    const auto index = static_cast<std::size_t>(set);
    return index < reads_.size() ? reads_[index] : ReadTally();
  }

 protected:
  // Begins an operation, which ends in request.done.signal().
  virtual void start(IoRequest& request) = 0;
  // The awaiting frame is going away before the end: the request may not be
  // touched again. A file it was opening or closing is forgotten; one that it
  // read, wrote or synced stays open and its owner's.
  virtual void abandon(IoRequest& request) = 0;

  // Hand an operation on to a file system below, which gives it its handle and ends it; and give it up there.
  static void hand_on(IoRequest& request, FileSystem& below) { below.start(request); }
  static void give_up(IoRequest& request, FileSystem& below) { below.abandon(request); }

  // Every store says so, of reads that end and of the answers to its requests.
  void note_given(const FileId& file, Bytes length) { tally_of(file.set).given += length; }
  void note_fetched(const FileId& file, Bytes length) { tally_of(file.set).fetched += length; }

  Simulation& sim_;

 private:
  ReadTally& tally_of(std::int32_t set) {
    const auto index = static_cast<std::size_t>(set);
    if (index >= reads_.size()) reads_.resize(index + 1);
    return reads_[index];
  }

  void trace(const IoRequest& request, Time begun, Duration next);

  std::vector<ReadTally> reads_;  // By set.
  std::vector<FileId> traced_;    // Files by handle, where somebody traces.
};

class FileSystem::Io {
 public:
  Io(FileSystem& store, Account& account, IoOperation operation, const FileInfo& file);
  Io(FileSystem& store, Account& account, const FileInfo& directory, std::int64_t entries);
  Io(FileSystem& store, Account& account, IoOperation operation, FileHandle handle);
  Io(FileSystem& store, Account& account, IoOperation operation, FileHandle handle, Bytes offset,
     Bytes length, IoMode mode, ThreadWork* next);
  Io(const Io&) = delete;
  Io& operator=(const Io&) = delete;
  ~Io() {
    if (running_) give_up();
  }

  bool await_ready() const { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> frame) {
    running_ = true;
    begun_ = store_.sim_.now();
    if (request_.next != nullptr) next_ = request_.next->span;
    ended_.await_suspend(frame);
    store_.start(request_);
  }
  // The handle of an opened or created file; otherwise the one given.
  FileHandle await_resume() {
    running_ = false;
    ended_.await_resume();
    if (store_.sim_.trace() != nullptr) store_.trace(request_, begun_, next_);
    return request_.handle;
  }

 private:
  void give_up();

  FileSystem& store_;
  IoRequest request_;
  Completion::Wait ended_;
  Time begun_;
  Duration next_;  // Of a read: what its thread would do behind it, as it began.
  bool running_ = false;
};

// An open file that is forgotten when its owner goes away without closing it.
class HeldFile {
 public:
  HeldFile(FileSystem& store, FileHandle handle) : store_(&store), handle_(handle) {}
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  ~HeldFile() {
    if (store_ != nullptr) store_->forget(handle_);
  }

  FileHandle handle() const { return handle_; }
  // The handle, for whoever closes it now.
  FileHandle release() {
    store_ = nullptr;
    return handle_;
  }

 private:
  FileSystem* store_;
  FileHandle handle_;
};

}  // namespace headrace
