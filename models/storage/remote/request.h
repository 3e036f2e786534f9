// RemoteRequest: one request to a server of a store and its answer.
//
// It brings along what it takes of whoever serves it, so that a server knows no
// kinds of requests: which of them an operation takes is its store's to say
// (remote_client.h). Each client has a pool of them.
#pragma once

#include <cstdint>

#include "models/storage/file_system.h"
#include "models/storage/request/storage_request.h"
#include "sim/distribution.h"

namespace headrace {

// Stream: one direction of a connection.
struct Stream {
  Time taken_until;
  CauseId last{};  // End of the last message, where causes are noted.
};

struct RemoteRequest : StorageRequest {
  enum class Work : std::uint8_t { none, read, write, commit };  // Of the drives.

  Work work = Work::none;
  const Distribution* service = nullptr;  // On one of the server's threads, beside the drives, …
  const Distribution* of_each = nullptr;  // … and of each thing more that it asks for, …
  std::int64_t more = 0;                  // … of which there are so many.
  bool modifies = false;
  std::uint64_t directory = 0;  // Its file's, over all sets of files.

  FileHandle file = 0;     // The client's slot, …
  std::uint32_t turn = 0;  // … and which operation of it; the answer to an older one is for nobody.
  std::uint32_t window = 0, connection = 0;
  Duration by_thread;         // The thread's own time there, beside the drives.
  bool refused = false;       // Answered without being served.
  std::int32_t refusals = 0;  // So far.

  Action executes;          // Runs in place of its answer, which the store sends (RemoteStore::answer).
  Bytes until;              // Of a request for a lock on bytes, which carries none: where they end.
  std::uint64_t grant = 0;  // Of that lock: number of its grant, or of the last one that its client knows of.
  std::uint64_t changes = 0;  // What the answer to an open says of its file (filer/changes.h).

  Stream* out = nullptr;   // Direction of its connection to the server, …
  Stream* back = nullptr;  // … and back.

  // The way it has before it (transport.h).
  struct Hop {
    PortId from = 0, to = 0;
    Bytes size;
    Action arrived;
  } hop;
};

// Tells, of an operation that the answer ends now, what its time went to.
void tell(Account& account, const RemoteRequest& request, Time now);

using RequestPool = PoolOf<RemoteRequest>;

}  // namespace headrace
