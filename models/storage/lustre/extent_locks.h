// ExtentLocks: which clients hold a lock on which bytes of a target's objects, and who waits for one.
//
//   locks.enqueue(rpc);              // owner.granted(rpc) follows, at once or when others have cancelled
//   locks.cancel(object, client);    // all that the client holds of the object
//
// Readers share, a writer excludes others. A request is granted all around what it asks for up to others'
// locks, as Lustre's servers do it [read: ldlm/ldlm_extent.c], so one writer alone asks once. A request that
// overlaps a lock in its way has its holder called back, who writes what is dirty and cancels; requests for
// one object are served first come, first served. Two writers of one stripe thus take turns:
//
//   A holds [0, end)   B asks [1M, 2M): A is called back, cancels   B holds [1M, end)   A asks [3M, 4M): ...
//
// Leaves out locks of sets of files that nobody writes to in the run: they never meet a writer (Lustre), and
// the mark that Lustre keeps on objects under contention.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "models/storage/lustre/rpc.h"

namespace headrace {

class ExtentLocks {
 public:
  class Owner {
   public:
    // Answers a request whose lock is granted: from its offset_in_object on, for its length.
    virtual void granted(Rpc& rpc) = 0;
    // Tells a client that others want what it holds of an object.
    virtual void call_back(NodeId client, PortId port, std::int32_t target, std::uint64_t object) = 0;

   protected:
    ~Owner() = default;
  };

  explicit ExtentLocks(Owner& owner) : owner_(owner) {}

  // Asks for [offset_in_object, offset_in_object + length), in whole pages, for writing if `exclusive`. What
  // is granted stands there then.
  void enqueue(Rpc& rpc);
  void cancel(std::uint64_t object, NodeId client);

  // Empty when no request waits that nothing keeps from being granted.
  std::string imbalance() const;

 private:
  struct Extent {
    Bytes begin, end;
    bool overlaps(const Extent& other) const { return begin < other.end && other.begin < end; }
  };
  struct Hold {
    NodeId client = 0;
    PortId port = 0;
    std::int32_t target = 0;
    bool exclusive = false;
    bool called_back = false;
    Extent extent;
  };
  struct Object {
    boost::container::small_vector<Hold, 1> holds;
    RpcQueue waiting;
  };

  static Extent asked(const Rpc& rpc);
  static bool excludes(const Hold& hold, const Rpc& rpc);
  static bool is_free(const Object& object, const Rpc& rpc);
  static Extent widened(Object& object, const Rpc& rpc);
  void serve(Object& object);
  void grant(Object& object, Rpc& rpc);

  Owner& owner_;
  std::unordered_map<std::uint64_t, Object> objects_;
};

}  // namespace headrace
