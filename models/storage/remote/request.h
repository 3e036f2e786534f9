// RemoteRequest: one request to a server of a store and its answer.
//
// It brings along what it takes of whoever serves it, so that a server knows no
// kinds of requests: which of them an operation takes is its store's to say
// (remote_client.h). Records are pooled by the client that sends them.
#pragma once

#include <cstdint>
#include <deque>

#include "models/hardware/network.h"
#include "models/scheduler/policy.h"
#include "models/storage/file_system.h"
#include "sim/distribution.h"
#include "sim/event_queue.h"

namespace headrace {

// Bytes that a request or an answer weighs beside its data. [assumed] As Lustre's: some hundred bytes.
inline constexpr Bytes kRequestHeader = 512_B;

// Stream: one direction of a connection.
struct Stream {
  Time taken_until;
};

struct RemoteRequest : ScheduledRequest {
  enum class Work : std::uint8_t { none, read, write, commit };  // Of the drives.

  Work work = Work::none;
  const Distribution* service = nullptr;  // On one of the server's threads, beside the drives.
  bool modifies = false;
  std::uint64_t directory = 0;  // Its file's, over all sets of files.

  FileHandle file = 0;     // The client's slot, …
  std::uint32_t turn = 0;  // … and which operation of it; the answer to an older one is for nobody.
  std::uint32_t window = 0, connection = 0;
  Time sent, arrived, begun, served;  // Off, at the server, at one of its threads, and answered there.
  Duration by_thread;                 // The thread's own time there, beside the drives.
  bool refused = false;               // Answered without being served.
  std::int32_t refusals = 0;          // So far.

  PortId home = 0;  // Its client's.
  Stream* back = nullptr;
  Action answered;

  // The way it has before it (transport.h).
  struct Hop {
    PortId from = 0, to = 0;
    Bytes size;
    Action arrived;
  } hop;
};

// Tells, of an operation that the answer ends now, what its time went to.
void tell(Account& account, const RemoteRequest& request, Time now);

class RequestPool {
 public:
  RemoteRequest& take() {
    if (free_.empty()) return records_.emplace_back();
    auto& request = static_cast<RemoteRequest&>(free_.pop());
    request = RemoteRequest();
    return request;
  }
  void give(RemoteRequest& request) { free_.push(request); }
  std::int64_t taken() const { return static_cast<std::int64_t>(records_.size()) - free_.size(); }

 private:
  std::deque<RemoteRequest> records_;  // A deque, so that addresses stay good.
  RequestQueue free_;
};

}  // namespace headrace
