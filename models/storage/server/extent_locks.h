// ExtentLocks: which clients hold a lock on which bytes of a store's objects, and who waits for one.
//
//   locks.enqueue(request);          // owner.granted(request) follows, at once or when others have cancelled
//   locks.cancel(object, client);    // all that the client holds of the object
//
// Readers share, a writer excludes others. A request is granted around what it asks for as far as LockRules
// say, so one writer alone asks once. One that overlaps a lock in its way has its holder called back, who
// writes what is dirty and cancels. Of those who exclude each other the first to come is served first:
//
//   A holds [0, end)   B asks [1M, 2M): A is called back, cancels   B holds [1M, end)   A asks [3M, 4M): ...
//
// A lock that is asked for exactly never waits and calls nobody back; a group's is the whole object, for
// all its clients at once. Leaves out the mark on contended objects, and several groups at an object.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>

#include "models/storage/client/ranges.h"
#include "models/storage/request/storage_request.h"

namespace headrace {

// LockRules: how a store's locks differ from another's.
struct LockRules {
  Bytes unit = 4_KiB;  // Whole ones are locked.
  // Number of others' locks in the way above which a grant goes not below what is asked for, and one above
  // which it goes not far above.
  std::size_t most_below = 0;
  std::size_t most_above = std::numeric_limits<std::size_t>::max();
  Bytes far_above;
  bool heeds_waiting = false;  // A grant ends also at what others wait for.
  // A client gives back parts of what it holds of an object and tells up to which grant, not all of it: so
  // who wants other bytes than who came before need not wait for him.
  bool in_parts = false;
};

class ExtentLocks {
 public:
  struct Extent {
    Bytes begin, end;
    bool overlaps(const Extent& other) const { return begin < other.end && other.begin < end; }
  };
  static constexpr Bytes kEnd = Bytes::count(std::int64_t{1} << 60);  // Of every object.
  static constexpr Extent kWhole{Bytes(), kEnd};

  // Call: what the holder of a lock is told when another wants an extent of it.
  struct Call {
    NodeId client = 0;
    PortId port = 0;
    std::int32_t target = 0;
    std::uint64_t object = 0;
    Extent wanted;
  };
  class Owner {
   public:
    // Answers a request whose lock is granted, by the grant of a number: from its offset_in_object on, for
    // its length.
    virtual void granted(StorageRequest& request, std::uint64_t grant) = 0;
    virtual void call_back(const Call& call) = 0;

   protected:
    ~Owner() = default;
  };

  ExtentLocks(Owner& owner, const LockRules& rules) : owner_(owner), rules_(rules) {}

  // Asks for [offset_in_object, offset_in_object + length), for writing if `exclusive`. What is granted
  // stands there then: nothing where a lock that is asked for exactly would have to wait.
  void enqueue(StorageRequest& request);
  // Takes a client's locks in an extent back, of those grants that it knew of when it gave them up.
  void cancel(std::uint64_t object, NodeId client, const Extent& extent = kWhole,
              std::uint64_t last_grant = std::numeric_limits<std::uint64_t>::max());
  // Gives a client the whole of an object, and returns the number of the grant; 0 where others hold what
  // keeps it from that, or want some of it.
  std::uint64_t give_whole(const StorageRequest& to);
  // Returns who holds something of an object, each once.
  boost::container::small_vector<NodeId, 4> holders(std::uint64_t object) const;

  // Empty when no request waits that nothing keeps from being granted.
  std::string imbalance() const;

 private:
  struct Hold {
    NodeId client = 0;
    PortId port = 0;
    std::int32_t target = 0;
    bool exclusive = false;
    bool group = false;
    bool called_back = false;
    Extent extent;
    std::uint64_t grant = 0;
  };
  using Waiting = boost::container::small_vector<StorageRequest*, 2>;
  struct Object {
    boost::container::small_vector<Hold, 1> holds;
    Waiting waiting;  // In the order of their coming.
  };

  Extent asked(const StorageRequest& request) const;
  static bool excludes(const Hold& hold, const StorageRequest& request) {
    if (hold.group && request.reach == LockReach::group) return false;
    return hold.client != request.client && (hold.exclusive || request.exclusive);
  }
  static bool joins(const Object& object, const StorageRequest& request);
  bool is_free(const Object& object, const StorageRequest& request) const;
  bool is_behind(const Object& object, const StorageRequest& request) const;
  Extent widened(const Object& object, const StorageRequest& request) const;
  void serve(Object& object, Ranges changed);
  void call_back(Object& object, const StorageRequest& request);
  void grant(Object& object, StorageRequest& request);
  static Hold hold_of(const StorageRequest& request, const Extent& extent);

  Owner& owner_;
  LockRules rules_;
  std::uint64_t grants_ = 0;
  std::unordered_map<std::uint64_t, Object> objects_;
};

}  // namespace headrace
