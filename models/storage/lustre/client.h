// LustreClient: the file system's client on one compute node.
//
// It turns operations into requests, each through the window of its target:
// opens, closes and stats to an MDS; one extent lock for each object a file
// handle touches; bulk reads and writes of at most one RPC size. A sequential
// buffered reader has a read-ahead window of one RPC and as much again as it
// has read; a direct read sends all its requests at once. Leaves out the page
// cache, lock reuse between opens, dirty pages and LNet credits.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/storage/file_system.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/rpc.h"
#include "models/storage/store.h"

namespace headrace {

class Lustre;

class LustreClient final : public FileSystem {
 public:
  LustreClient(Scope scope, const LustreClientSpec& spec, Lustre& servers, const Host& host);

  void forget(FileHandle handle) override;

  // Share of the run in which a bulk request waited for a free place in its window.
  double window_waiting() const { return window_waiting_.mean(sim_.now()); }

 protected:
  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;

 private:
  enum class Lock : std::uint8_t { none, asked, granted };

  struct Window {
    std::int64_t in_flight = 0;
    RpcQueue waiting;
  };

  struct Chunk {
    Bytes end;
    bool arrived = false;
  };

  // A file while it is open, or what a stat works on.
  struct File {
    IoRequest* request = nullptr;  // The operation under way; at most one.
    FileInfo info;
    Time started;                  // Of that operation.
    EventId ending;                // Set once only the copy to the reader is left.
    std::int64_t outstanding = 0;  // Requests not answered yet, those held back for a lock included.
    std::int64_t pending = 0;      // Answers the operation still needs.
    bool forgotten = false;
    std::vector<Lock> locks;  // By stripe.
    RpcQueue locked_out;      // Bulk requests that wait for a lock.

    // A sequential read: [.., arrived) is here without a hole, [arrived, issued) is asked for.
    // A read that continues no other and is not at the start of the file is not read ahead of.
    std::uint32_t stream = 0;
    bool reading = false;  // The next read may continue the stream.
    bool direct = false;
    bool ahead = false;
    Bytes begin, issued, arrived, copied, wanted;
    Time copy_ends;
    std::uint64_t first_chunk = 0;  // The number of chunks.front().
    std::deque<Chunk> chunks;
  };

  static void replied(void* client, std::uint64_t rpc);
  static void copied(void* client, std::uint64_t slot);

  FileHandle take_file();
  void free_file_if_done(FileHandle slot);
  void begin_read(IoRequest& request);
  void begin_write(IoRequest& request);
  void begin_sync(IoRequest& request);
  void restart_stream(File& file, Bytes offset);
  Bytes read_ahead_window(const File& file) const;
  void read_ahead(FileHandle slot);
  void chunk_arrived(FileHandle slot, const Rpc& rpc);
  void copy_out(FileHandle slot);
  void lock_granted(FileHandle slot, const Rpc& rpc);
  void stat_answered(FileHandle slot, const Rpc& rpc);
  void answer(FileHandle slot, const Rpc& rpc);
  void finish(File& file);

  Rpc& make_rpc(Rpc::Kind kind, FileHandle slot);
  void send_metadata(Rpc::Kind kind, FileHandle slot);
  void send_bulk(Rpc& rpc);
  void enter_window(Rpc& rpc);
  void leave_window(Rpc& rpc);
  void transmit(Rpc& rpc);
  Window& window_of(const Rpc& rpc);
  void note_waiting(int change);

  LustreClientSpec spec_;
  Lustre& servers_;
  Host host_;
  std::vector<Window> bulk_windows_;      // By OST.
  std::vector<Window> metadata_windows_;  // By MDS.
  std::int64_t bulk_waiting_ = 0;
  RpcPool rpcs_;
  std::deque<File> files_;
  std::vector<FileHandle> free_files_;
  Gauge& window_waiting_;
  Histogram &metadata_operation_, &read_operation_, &write_operation_, &metadata_rpc_, &bulk_rpc_;
  Counter &bytes_read_, &bytes_written_;
};

}  // namespace headrace
