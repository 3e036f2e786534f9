// LustreClient: the file system's client on one compute node.
//
// Operations become requests, each through the window of its target, where
// files take turns. A buffered read asks for all that its call wants, and ahead
// of that for one RPC more with each call in sequence; a direct one goes around
// the page cache. Copies and pages that are given are work of the node. A write
// ends when its bytes are dirty pages; requests leave when full. A sync waits for
// its file's writes and commits; a close sends what is left and does not wait.
// Locks and pages stay after the close (lock_table.h). Where bulk
// data moves by flows, long ranges do so as a whole (client_ranges.cpp). Leaves
// out glimpses saved by a lock, and ranges that wait for another reader's.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/storage/client/page_copy.h"
#include "models/storage/client/pages.h"
#include "models/storage/file_system.h"
#include "models/storage/lustre/lock_table.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/rpc.h"
#include "models/storage/request/waiting.h"
#include "models/storage/store.h"
#include "sim/change.h"
#include "sim/ring.h"

namespace headrace {

class Lustre;

// Metrics of all clients of a file system together.
struct LustreClientMetrics {
  explicit LustreClientMetrics(const Scope& scope);

  Histogram &metadata_operation, &read_operation, &write_operation, &metadata_rpc, &bulk_rpc;
  Counter &bytes_read, &bytes_written, &page_cache_hits, &page_cache_misses;
  Gauge& unwritten;
};

class LustreClient final : public FileSystem {
 public:
  // Spec and metrics are those of the file system.
  LustreClient(Scope scope, const LustreClientSpec& spec, LustreClientMetrics& metrics, Lustre& servers,
               const Host& host);

  Task<> written_back(FileId file) override;
  void lock_ahead(FileHandle handle, Bytes offset, Bytes length) override;
  void lock_as_group(FileHandle handle) override;
  void forget(FileHandle handle) override;
  void drop_caches() override;  // What is in use stays.

  // Tells the servers of the locks that it has on the files of a set, which others may want from here on.
  void share_locks(std::int32_t set);
  // Others want what it holds of an object: writes what is dirty there, and cancels.
  void called_back(std::uint64_t object);

  // Share of the run in which a bulk request waited for a free place in its window.
  double window_waiting() const { return window_waiting_.mean(sim_.now()); }
  // Share of the run in which a metadata request waited for one.
  double metadata_window_waiting() const { return metadata_waits_.mean(sim_.now()); }

  // Bytes of answered requests.
  Bytes read_back() const { return flow_.read_back; }
  Bytes written_back() const { return flow_.written_back; }
  // Empty when every byte read came from a request or a page, every byte written was sent or is dirty, and
  // locks, pages and requests agree.
  std::string imbalance() const;

 protected:
  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;

 private:
  struct alignas(64) MetadataWindow {
    std::int64_t in_flight = 0;
    std::int64_t modifying = 0;  // Creates and unlinks, also those that wait for a place among all.
    RpcQueue waiting;
    RpcQueue modifying_waiting;
  };
  // Directory: where names are. It is known once it was looked up, and so are those above it.
  struct Directory {
    std::int64_t missing = 0;  // Lookups, one after another.
    bool known = false;
    std::vector<FileHandle> waiting;
  };
  // An object of an open file, for its turn in a window.
  struct Turn {
    FileHandle file = 0;
    std::int32_t stripe = 0;
  };
  struct Target {
    std::int64_t in_flight = 0;
    Ring<Turn> turns;            // Objects with requests that wait, each of them once.
    Bytes unwritten;             // Being copied in, dirty or on their way.
    std::int64_t partials = 0;   // Dirty requests that are not full.
    RpcQueue room;               // Pieces that wait until less is unwritten.
    bool waits_for_all = false;  // Whether the first of them waits for bytes of other targets, too.
  };

  // Lanes to a target, in a run with flows: others have none to keep.
  struct Lanes {
    Lane reads, writes;
  };

  struct Chunk {
    Bytes end;
    std::int64_t missing = 0;  // Requests.
    Rpc* only = nullptr;  // The one for its pages, while it is missing; null: there are several, or none.
  };

  // Object: one stripe of an open file.
  struct Object {
    LockId lock = kNoLock;   // From the first touch on.
    bool unsynced = false;   // Written to since the last sync.
    Rpc* partial = nullptr;  // Dirty, and not full yet.
    RpcQueue waiting;        // For a place in the window.
    RpcQueue ranges;         // That wait for others of this object.
    Bytes ranges_moving;     // Those others.
    std::int64_t ranges_active = 0;
    Rpc* piece = nullptr;         // Its piece of the row that is being written, until all of that is copied.
    bool piece_answered = false;  // Before that.
  };

  // A file while it is open, or what a stat works on: what its slot forgets before it is used again.
  // First what each answer needs.
  struct FileState {
    IoRequest* request = nullptr;  // The operation under way; at most one.
    Time started;                  // Of that operation.
    std::int64_t outstanding = 0;  // Request records that name the slot.
    std::int64_t pending = 0;      // Answers the operation still needs.
    std::int32_t job = 0;
    bool forgotten = false;

    // A sequential read: [.., arrived) is here without a hole, [arrived, issued) is asked for.
    // A read that continues no other and is not at the start of the file is not read ahead of.
    bool reading = false;  // The next read may continue the stream.
    bool direct = false;
    bool ahead = false;
    std::uint32_t stream = 0;
    Bytes issued, arrived, copied, wanted;
    Bytes copied_next;         // Where the copy that runs ends.
    Bytes given;               // Pages that a direct read gave first end here; of a write, how many bytes.
    Time copied_at;            // When the last one ended.
    std::int64_t windows = 0;  // Requests to read ahead: one for each call of the stream.
    Bytes by_requests_until;   // No range is long enough before: pages are held.
    std::uint64_t first_chunk = 0;  // The number of chunks.front().

    FileInfo info;
    std::optional<Layout> layout;

    // A write copies one piece after another, or one row.
    Bytes write_at;
    Bytes row_begin, row_end;
    std::size_t row_ready = 0;  // Pieces of the row that have their room.
    bool gathers = false;       // Whether more of them are asked for right now.
    Rpc* piece = nullptr;       // The one that waits for its lock or for room, or is being copied.
    bool copying = false;
    std::int64_t unanswered = 0;  // Write requests.
    bool committing = false;
    bool in_group = false;  // Member of those who have its locks together.
  };
  struct alignas(64) File : FileState {
    Ring<Chunk> chunks;                                 // Of the read.
    PageCopy copy;                                      // To or from the application.
    boost::container::small_vector<Object, 1> objects;  // By stripe.
    std::vector<std::int32_t> row;                      // Stripes of the row, by target.
  };

  // Along: who waits for pages that another reader asked for, and the part of his read that they are.
  struct Along {
    FileHandle file = 0;
    std::uint32_t stream = 0;
    std::uint64_t chunk = 0;
  };

  // Every byte, by what became of it. See imbalance().
  struct Flow {
    Bytes asked, taken, given_up;           // By applications that read.
    Bytes from_pages, by_requests, unread;  // For them.
    Bytes read_back, accepted, copying, written_back;
    Bytes around;  // The page cache, on their way to targets.
  };

  void replied(Rpc& rpc);
  void cancelled(Rpc& rpc);
  void gave_up(std::uint64_t object);
  void cancel(LockId lock);
  void copied_out(FileHandle slot);
  void taken(FileHandle slot, Time since);
  void copied_in(FileHandle slot);

  // client.cpp: operations.
  FileHandle take_file();
  void open_file(IoRequest& request);
  void free_file_if_done(FileHandle slot);
  void answer(FileHandle slot, Rpc& rpc);
  void know(File& file, const FileInfo& info);
  void finish(File& file);

  // client_names.cpp: what a metadata server is asked, and the windows to it.
  void ask_by_name(FileHandle slot);
  void send_by_name(FileHandle slot);
  Bytes data_with_open(FileHandle slot);
  void opened(FileHandle slot, const Rpc& rpc);
  bool looks_up(FileHandle slot);
  void looked_up(FileHandle slot, const Rpc& rpc);
  void stat_answered(FileHandle slot, const Rpc& rpc);
  void end_and_forget(File& file);
  void unlinked(FileHandle slot);
  void list_on(FileHandle slot);
  void listed(FileHandle slot);
  void send_metadata(Rpc::Kind kind, FileHandle slot);
  Rpc& make_metadata_rpc(Rpc::Kind kind, FileHandle slot);
  void enter_metadata_window(Rpc& rpc);
  void take_metadata_place(Rpc& rpc);
  void leave_metadata_window(const Rpc& rpc);

  // client_reads.cpp
  void begin_read(IoRequest& request);
  void pages_given(FileHandle slot);
  Duration direct_work(Bytes length) const;
  void work(FileHandle slot, Duration span, Bytes copied, ThreadWork* next = nullptr);
  void give_up_read(File& file);
  void end_stream(File& file);
  Bytes read_ahead_window(const File& file) const;
  Bytes wanted_end(const File& file) const;
  void read_ahead(FileHandle slot);
  bool read_on(FileHandle slot, Bytes end);
  bool read_pages(File& file, const Extent& extent, Bytes& end);
  void list_under_way(LockId lock);
  static void leave_chunk(File& file, const Rpc& rpc);
  bool read_along(FileHandle slot, LockId lock, Bytes end);
  void hand_along(Rpc& rpc);
  void here(File& file, Bytes end, bool arrived);
  void chunk_arrived(FileHandle slot, std::uint64_t number, const Rpc& rpc);
  void copy_out(FileHandle slot, bool comes = false);

  // client_writes.cpp
  void begin_write(IoRequest& request);
  void next_piece(FileHandle slot);
  void give_up_write(FileHandle slot);
  void reserve_room(Rpc& piece);
  bool has_room(const Target& target, const Rpc& piece) const;
  void give_room(std::int32_t target, Bytes length, const Rpc* answered);
  void fill_room(std::int32_t target, const Rpc* answered);
  void wait_for_all(std::int32_t target);
  void take_room(Rpc& piece);
  Duration copy_in_time(const File& file, Bytes length) const;
  void note_copied_in(Bytes length);
  void go_on_writing(FileHandle slot);
  void keep_dirty(Rpc& piece);
  void send_partial(Object& object);
  void send_partials(FileHandle slot);
  void send_partials_to(std::int32_t target);
  void write_answered(FileHandle slot, const Rpc& rpc);
  void begin_sync(IoRequest& request);
  void commit(FileHandle slot);
  void commit_objects(FileHandle slot);
  void sync_answered(File& file, const Rpc* last);

  // client_direct_writes.cpp
  void begin_direct_write(FileHandle slot);
  void write_around(FileHandle slot);
  void send_direct(Rpc& rpc);
  void enter_direct(Rpc& rpc);
  void pages_written(FileHandle slot);
  void all_pages_given(FileHandle slot);
  void direct_write_answered(FileHandle slot, const Rpc& rpc);
  void end_direct_write_if_done(FileHandle slot);

  // client_locks.cpp
  void ask_ahead(FileHandle slot, std::int32_t stripe, Bytes begin, Bytes end, LockReach reach);
  void leave_group(const File& file);

  // client_writeback.cpp
  void look_for_expired();
  void write_expired();
  bool is_unwritten(FileId file) const;

  // client_rpcs.cpp: records, locks, windows, the network.
  Rpc& make_rpc(Rpc::Kind kind, FileHandle slot);
  Rpc& make_object_rpc(Rpc::Kind kind, FileHandle slot, const Extent& extent);
  void retire(Rpc& rpc);
  LockId lock_of(File& file, std::int32_t stripe);
  Object& object_of(const Rpc& rpc);
  Target& target_of(const Rpc& rpc) { return targets_[static_cast<std::size_t>(rpc.target)]; }
  Bytes border_of(const Rpc& rpc) const;
  void unuse(LockId lock);
  void lock_then_send(Rpc& rpc);
  void locked(Rpc& rpc);
  bool others_may_want(const Rpc& rpc) const;
  void lock_granted(Rpc& enqueue);
  bool is_for_nobody(const Rpc& rpc) const;
  static bool is_direct_write(const Rpc& rpc) { return rpc.kind == Rpc::Kind::write && !rpc.cached; }
  void keep_pages(const Rpc& rpc);
  void enter_window(Rpc& rpc);
  void leave_window(const Rpc& rpc);
  void transmit(Rpc& rpc);
  void note_waiting(int change) { bulk_waiting_.change(change, window_waiting_, sim_.now()); }

  // client_ranges.cpp: what moves as one flow for each object.
  bool read_range(FileHandle slot, Bytes end);
  bool range_is_due(const File& file) const;
  bool range_waits(const File& file, Bytes end) const;
  Bytes call_window(const File& file) const;
  Bytes range_end(const File& file, Bytes end) const;
  Bytes request_size(const File& file) const;
  Bytes unheld_until(File& file, Bytes end);
  bool holds_some(File& file, std::int32_t stripe, Bytes begin, Bytes end);
  void range_comes(Rpc& rpc);
  Rpc& make_range_rpc(Rpc::Kind kind, FileHandle slot, std::int32_t stripe, Bytes begin, Bytes end);
  void enter_range(Rpc& rpc);
  void leave_range(const Rpc& rpc);
  void send_range(Rpc& rpc);
  Lane& lane_of(const Rpc& rpc);
  bool fills_window(const Rpc& rpc) const;
  Bytes window_size() const { return spec_.rpc_size * spec_.max_rpcs_in_flight; }

  // client_rows.cpp: what a write hands over at once, by such flows.
  bool next_row(FileHandle slot);
  Bytes row_end(const File& file) const;
  void gather_row(FileHandle slot);
  void piece_has_room(Rpc& piece);
  void copy_row(FileHandle slot);
  void row_copied(FileHandle slot);
  void end_row(FileHandle slot);
  bool is_early(const Rpc& rpc);
  void give_up_row(FileHandle slot);

  // client_balance.cpp
  std::string read_imbalance() const;
  std::string write_imbalance() const;
  std::string request_imbalance() const;

  // There are thousands of clients, and each answer takes one of them out of memory: what every answer needs
  // stands first, and what all clients have together is elsewhere.
  const LustreClientSpec& spec_;
  LustreClientMetrics& metrics_;
  Lustre& servers_;
  Host host_;
  std::deque<File> files_;
  std::vector<MetadataWindow> metadata_windows_;  // By MDS.
  std::vector<Target> targets_;                   // By OST; behind them, by MDS.
  Waiting bulk_waiting_;                          // Requests for a place in the window of their target.
  Flow flow_;
  std::vector<FileHandle> free_files_;
  LockTable locks_;
  Pages pages_;
  std::unordered_map<const Rpc*, std::vector<Along>> along_;
  std::map<std::pair<std::int32_t, std::int64_t>, Directory> directories_;  // By set and number.
  std::set<std::int32_t> known_sets_;
  bool watching_ = false;            // For dirty pages that expire.
  Change written_;                   // Change of a file that has nothing unwritten any more.
  Bytes unwritten_limit_;            // For one target.
  Bytes unwritten_, all_limit_;      // For all together.
  Ring<std::int32_t> wait_for_all_;  // Targets that do, in turn.
  std::vector<Lanes> lanes_;
  Gauge& window_waiting_;
  Waiting metadata_waiting_;  // Requests for a place in the window of their server.
  Gauge metadata_waits_;
};

}  // namespace headrace
