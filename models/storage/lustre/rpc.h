// Rpc: one Lustre request on its way: client window, network, server, device
// and back. Records are pooled by the client that sends them; a queue of them
// links through the record itself.
#pragma once

#include <cstdint>
#include <deque>

#include "models/hardware/network.h"
#include "models/io.h"
#include "sim/check.h"

namespace headrace {

// What a request or a reply weighs beside its data. [assumed] A Lustre request
// with its LNet header is some hundred bytes.
inline constexpr Bytes kRpcHeader = 512_B;

struct Rpc {
  enum class Kind : std::uint8_t { open, close, getattr, create, enqueue, glimpse, read, write, sync };

  Kind kind = Kind::open;
  std::int32_t target = 0;   // The OST; of a metadata request the MDS.
  std::int32_t stripe = 0;   // Of the file.
  std::uint32_t file = 0;    // The client's slot.
  std::uint32_t stream = 0;  // Which stream of that slot it belongs to; answers to an old one are for nobody.
  std::uint64_t chunk = 0;   // Its place in that read.
  Bytes length;              // Data carried, either way.
  Time issued, sent;
  PortId reply_to = 0;
  Action replied;
  Rpc* next = nullptr;

  bool is_bulk() const { return kind == Kind::read || kind == Kind::write; }
  bool is_metadata() const { return kind <= Kind::create; }
};

inline std::uint64_t to_word(Rpc& rpc) {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&rpc));
}
inline Rpc& to_rpc(std::uint64_t word) { return *reinterpret_cast<Rpc*>(static_cast<std::uintptr_t>(word)); }

// First come, first served.
class RpcQueue {
 public:
  bool empty() const { return first_ == nullptr; }
  void push(Rpc& rpc) {
    rpc.next = nullptr;
    (last_ == nullptr ? first_ : last_->next) = &rpc;
    last_ = &rpc;
  }
  Rpc& pop() {
    HEADRACE_CHECK(first_ != nullptr);
    Rpc& rpc = *first_;
    first_ = rpc.next;
    if (first_ == nullptr) last_ = nullptr;
    return rpc;
  }

 private:
  Rpc* first_ = nullptr;
  Rpc* last_ = nullptr;
};

class RpcPool {
 public:
  Rpc& take() {
    if (free_.empty()) return records_.emplace_back();
    Rpc& rpc = free_.pop();
    rpc = Rpc();
    return rpc;
  }
  void give(Rpc& rpc) { free_.push(rpc); }

 private:
  std::deque<Rpc> records_;  // A deque, so that addresses stay good.
  RpcQueue free_;
};

}  // namespace headrace
