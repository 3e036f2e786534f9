// Rpc: one Lustre request on its way: client window, network, server, device
// and back. All clients of a file system share one pool of them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/account.h"
#include "models/storage/request/storage_request.h"

namespace headrace {

struct Lane;

// Request with all that its way needs. Schedulers look at who sent it, where to, and the data it carries.
struct Rpc : StorageRequest {
  // Kinds of requests: of metadata up to commit, which is what an fsync asks of a metadata server.
  enum class Kind : std::uint8_t {
    open,
    close,
    getattr,
    lookup,
    readdir,
    create,
    unlink,
    commit,
    enqueue,
    cancel,
    glimpse,
    read,
    write,
    sync
  };

  Kind kind = Kind::open;
  std::int32_t stripe = 0;   // Of the file.
  std::uint32_t file = 0;    // The client's slot.
  std::uint32_t stream = 0;  // Which stream of that slot it belongs to; answers to an old one are for nobody.
  std::uint64_t chunk = 0;   // Place in that read; of a lock, the number of its grant.
  Bytes offset;              // In the file.
  bool cached = false;       // What it reads or writes goes by way of the client's page cache.
  bool listed = false;       // Whether it stands in the list of its lock (lock_table.h).
  bool awaited = false;      // Whether other readers of its client wait for it.
  bool large_file = false;   // It goes around the server's cache.
  bool shared =
      false;  // Others may want that lock, too: the server knows who holds it (server/extent_locks.h).
  bool from_memory = false;    // Of the server, this time: the drives have nothing to do.
  bool copying = false;        // A range that is written, while it is copied at its client.
  Rpc* next_listed = nullptr;  // The next one in that list.
  Bytes size;                  // On the wire towards the server.
  Time issued;                 // When it was made; of what is dirty, when that was to leave.
  Time locked;                 // Instant at which it was ready for its window.
  // Instants of the request for a lock that it waited for: at its server, resent after an outage, looked at
  // there, and answered.
  Time lock_arrived, lock_resent, lock_begun, lock_served;

  // Fields for bulk data that moves by flows (models/fidelity.h). A range is one request for what its object
  // has of the file from `offset` to `until`, and stands for as many as that would take.
  Bytes until;              // Not of a range: zero.
  Bytes piece;              // The most that moves as one through ports and drives.
  Lane* lane = nullptr;     // Of its client at its target; null in a run without flows.
  Bytes on_their_way;       // At most, of the requests that a range stands for.
  std::uint32_t flow = 0;   // While it does: its number in the network.
  std::uint32_t place = 0;  // And among those of its target.
  Time moving;              // Since when its data does.
  Action first_piece;       // Runs when the first piece of a range that is read is with its client.
  EventId coming;           // Event of that action, until it runs.
  // The part that held its data up at the end.
  Activity bound = Activity::device;

  bool is_bulk() const { return kind == Kind::read || kind == Kind::write; }
  bool is_range() const { return until > Bytes(); }
  bool is_metadata() const { return kind <= Kind::commit; }
  bool is_modifying() const { return kind == Kind::create || kind == Kind::unlink; }
  // Returns whose names a metadata request is about.
  std::uint64_t directory() const { return object; }
};

// Tells, of an operation that the answer ends now, what its time went to.
void tell(Account& account, const Rpc& rpc, Time now);
// Tells the way of a request to its lock, which it has now, likewise.
void tell_lock(Account& account, const Rpc& rpc, Time now);

using RpcQueue = QueueOf<Rpc>;
using RpcPool = PoolOf<Rpc>;

// The way of a client's data to or from a target, in a run with flows. Its requests move one after another,
// as they do through a port; its ranges at once, over a link that lets through what the window would.
//
// Requests share a queue with those of others, and a queue serves all in turn: of a burst of three, the last
// leaves when all that was before it has moved, and the first two make no room for it. So the weight of a
// burst stays that of the whole until its last request has moved; what comes meanwhile is added.
struct Lane {
  RpcQueue ready;    // Behind the request that moves.
  Bytes at_server;   // Requests that a thread works on and that do not move yet, without ranges.
  Bytes burst;       // Requests at the server when the first of them began to move.
  Bytes burst_left;  // Part of the burst that does not move yet.
  bool moving = false;
  std::int64_t ranges = 0;  // On their way.
  // Windows of the ranges, by the size of the requests they stand for, which few layouts differ in.
  std::vector<std::pair<Bytes, LinkId>> windows;

  const LinkId* window_of(Bytes piece) const {
    for (const auto& window : windows)
      if (window.first == piece) return &window.second;
    return nullptr;
  }
};

}  // namespace headrace
