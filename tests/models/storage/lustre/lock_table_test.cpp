#include "models/storage/lustre/lock_table.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

FileId file(std::int64_t index) {
  FileId id;
  id.index = index;
  return id;
}

Time at(Duration since_start) { return Time::at(since_start); }

struct Table {
  explicit Table(Duration max_age = 10_s, std::int64_t lru_size = 0)
      : pages(1_GiB, Chosen<CachePolicy>("lru")), locks(pages, max_age, lru_size) {}

  // Makes one request that needs the lock, answered at once, and returns whether it had to be asked for.
  bool read(std::int64_t index, Time now, std::int32_t stripe = 0) {
    locks.expire(now);
    const LockId id = locks.open(file(index), stripe);
    const bool held = locks.covers(id, LockMode::read);
    locks.use(id);
    if (!held) {
      EXPECT_TRUE(locks.wait(id, LockMode::read, rpc));
      locks.grant(id, Rpc());
      locks.add_pages(id, 0_B, 1_MiB);
    }
    locks.unuse(id, now);
    locks.close(id);
    return !held;
  }

  Pages pages;
  LockTable locks;
  Rpc rpc;
};

// A lock is asked for at its first use, and again when it was unused for longer than its age. A use makes it
// young.
TEST(LockTable, GivesUpWhatWasUnusedForLongerThanItsAge) {
  Table table;
  EXPECT_TRUE(table.read(1, at(0_s)));
  EXPECT_FALSE(table.read(1, at(10_s)));
  EXPECT_FALSE(table.read(1, at(20_s)));
  EXPECT_TRUE(table.read(1, at(30_s + 1_ns)));
}

// The pages go with the lock, and at once: the next one to work on the table finds their room free.
TEST(LockTable, TakesThePagesAlong) {
  Table table;
  for (std::int64_t i = 0; i < 100; ++i) table.read(i, at(i * 100_ms));
  EXPECT_EQ(table.pages.held(), 100_MiB);
  table.locks.expire(at(10_s + 4_s));
  EXPECT_EQ(table.pages.held(), 60_MiB);
  EXPECT_EQ(table.locks.unused(), 60);
  table.locks.drop_unused();
  EXPECT_EQ(table.pages.held(), 0_B);
  EXPECT_EQ(table.locks.imbalance(), "");
}

// The lock of an object that is gone goes, and its pages with it, unless somebody uses it; those of others
// stay.
TEST(LockTable, DropsOneLock) {
  Table table;
  for (std::int64_t i = 0; i < 3; ++i) table.read(i, at(0_s));
  const LockId used = table.locks.open(file(2), 0);
  table.locks.use(used);
  for (const std::int64_t i : {1, 2, 7}) table.locks.drop(file(i), 0);
  EXPECT_EQ(table.pages.held(), 2_MiB);
  EXPECT_TRUE(table.read(1, at(1_s)));
  EXPECT_FALSE(table.read(0, at(1_s)));
  EXPECT_FALSE(table.read(2, at(1_s)));
  table.locks.unuse(used, at(1_s));
  table.locks.close(used);
  EXPECT_EQ(table.locks.imbalance(), "");
}

// A lock that comes unasked is held from then on, and unused: it is given up like any other.
TEST(LockTable, MayBeGivenALock) {
  Table table(10_s, 2);
  for (std::int64_t i = 0; i < 3; ++i) {
    const LockId id = table.locks.open(file(i), 0);
    table.locks.give(id, LockMode::read, at(1_s));
    EXPECT_TRUE(table.locks.covers(id, LockMode::read));
    table.locks.close(id);
    EXPECT_EQ(table.locks.imbalance(), "");
  }
  EXPECT_EQ(table.locks.unused(), 2);
  EXPECT_TRUE(table.read(0, at(2_s)));
  EXPECT_FALSE(table.read(2, at(2_s)));
}

TEST(LockTable, GivesUpTheOldestAboveItsNumber) {
  Table table(1000_s, 3);
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_TRUE(table.read(i, at(1_s)));
  EXPECT_FALSE(table.read(0, at(2_s)));  // Now 1 is the oldest.
  EXPECT_TRUE(table.read(3, at(3_s)));
  EXPECT_FALSE(table.read(0, at(4_s)));
  EXPECT_FALSE(table.read(2, at(4_s)));
  EXPECT_TRUE(table.read(1, at(4_s)));
  EXPECT_EQ(table.locks.unused(), 3);
}

// Neither age nor number reach a lock in use, however long.
TEST(LockTable, KeepsWhatIsInUse) {
  Table table(10_s, 1);
  const LockId id = table.locks.open(file(7), 0);
  table.locks.use(id);
  table.locks.wait(id, LockMode::write, table.rpc);
  table.locks.grant(id, Rpc());
  table.read(8, at(1_s));
  table.read(9, at(100_s));
  table.locks.drop_unused();
  EXPECT_TRUE(table.locks.covers(id, LockMode::write));
  EXPECT_EQ(table.locks.unused(), 0);
  table.locks.unuse(id, at(200_s));
  table.locks.expire(at(210_s));
  EXPECT_TRUE(table.locks.covers(id, LockMode::write));
  table.locks.expire(at(210_s + 1_ns));
  EXPECT_FALSE(table.locks.covers(id, LockMode::read));  // And still known to whoever opened it.
  EXPECT_EQ(table.locks.open(file(7), 0), id);
  EXPECT_EQ(table.locks.imbalance(), "");
}

// A lock to write lets its holder read; one to read has to be asked for again, and covers reads meanwhile.
TEST(LockTable, IsAskedForInAMode) {
  Table table;
  const LockId id = table.locks.open(file(1), 3);
  Rpc first, second;
  table.locks.use(id);
  EXPECT_FALSE(table.locks.covers(id, LockMode::read));
  EXPECT_TRUE(table.locks.wait(id, LockMode::read, first));
  EXPECT_FALSE(table.locks.wait(id, LockMode::write, second));  // He waits for what is asked.
  RpcQueue waited = table.locks.grant(id, Rpc());
  EXPECT_EQ(&waited.pop(), &first);
  EXPECT_EQ(&waited.pop(), &second);
  EXPECT_TRUE(waited.empty());
  EXPECT_TRUE(table.locks.covers(id, LockMode::read));
  EXPECT_FALSE(table.locks.covers(id, LockMode::write));
  EXPECT_TRUE(table.locks.wait(id, LockMode::write, second));
  EXPECT_TRUE(table.locks.covers(id, LockMode::read));
  table.locks.grant(id, Rpc());
  EXPECT_TRUE(table.locks.covers(id, LockMode::write));
}

// However locks come and go: an object has one lock, known as long as somebody has it open or it is held; as
// an ordinary map says it.
TEST(LockTable, FindsEachObjectOnce) {
  RandomStream random(5, "objects");
  Table table(50_s);
  std::map<std::pair<std::int64_t, std::int32_t>, Time> used;
  std::vector<std::pair<std::pair<std::int64_t, std::int32_t>, LockId>> open;
  for (std::int64_t i = 0; i < 30'000; ++i) {
    const Time now = at(i * 10_ms);
    const std::pair<std::int64_t, std::int32_t> object(static_cast<std::int64_t>(random.below(4000)),
                                                       static_cast<std::int32_t>(random.below(3)));
    const auto before = used.find(object);
    const bool expected = before == used.end() || now - before->second > 50_s;
    ASSERT_EQ(table.read(object.first, now, object.second), expected) << i;
    used[object] = now;
    if (open.size() < 20) {
      open.emplace_back(object, table.locks.open(file(object.first), object.second));
    } else {
      const std::size_t which = random.below(open.size());
      const auto [held, id] = open[which];
      ASSERT_EQ(table.locks.open(file(held.first), held.second), id);
      table.locks.close(id);
      table.locks.close(id);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    }
    if (i % 1000 == 0) {
      ASSERT_EQ(table.locks.imbalance(), "") << i;
    }
  }
  EXPECT_EQ(table.locks.users(), 0);
  EXPECT_EQ(table.locks.openers(), static_cast<std::int64_t>(open.size()));
}

// A lock that was given back and is granted anew is not called back until somebody calls it again.
TEST(LockTable, ACallIsForOneGrant) {
  Table table;
  const LockId id = table.locks.open(file(1), 0);
  Rpc enqueue;
  enqueue.shared = true;
  enqueue.length = 1_MiB;
  for (int round = 0; round < 3; ++round) {
    table.locks.use(id);
    EXPECT_TRUE(table.locks.wait(id, LockMode::write, table.rpc));
    table.locks.grant(id, enqueue);
    table.locks.unuse(id, at(1_s * round));
    EXPECT_FALSE(table.locks.is_called_back(id)) << round;
    EXPECT_TRUE(table.locks.call_back(id)) << round;
    EXPECT_FALSE(table.locks.call_back(id)) << round;
    EXPECT_TRUE(table.locks.is_to_cancel(id)) << round;
    table.locks.take_back(id);
    EXPECT_FALSE(table.locks.covers(id, LockMode::read)) << round;
  }
  table.locks.close(id);
  EXPECT_EQ(table.locks.imbalance(), "");
}

Rpc exact(Bytes begin, Bytes length) {
  Rpc enqueue;
  enqueue.shared = enqueue.exclusive = true;
  enqueue.reach = LockReach::exact;
  enqueue.offset_in_object = begin;
  enqueue.length = length;
  return enqueue;
}

// What is asked for ahead covers those extents, all of them, and nothing between. Who waits meanwhile asks
// for nothing, and looks again with each answer.
TEST(LockTable, ExtentsThatAreAskedForAheadAddUp) {
  Table table;
  const LockId id = table.locks.open(file(1), 0);
  for (int i = 0; i < 3; ++i) {
    table.locks.use(id);
    table.locks.ask_ahead(id);
  }
  Rpc piece = exact(8_MiB, 1_MiB);
  table.locks.use(id);
  EXPECT_FALSE(table.locks.wait(id, LockMode::write, piece));
  EXPECT_EQ(&table.locks.grant(id, exact(0_B, 1_MiB)).pop(), &piece);
  EXPECT_FALSE(table.locks.covers(id, LockMode::write, piece));
  EXPECT_FALSE(table.locks.wait(id, LockMode::write, piece));
  EXPECT_EQ(&table.locks.grant(id, exact(4_MiB, 0_B)).pop(), &piece);
  EXPECT_FALSE(table.locks.wait(id, LockMode::write, piece));
  EXPECT_EQ(&table.locks.grant(id, exact(8_MiB, 1_MiB)).pop(), &piece);
  EXPECT_TRUE(table.locks.covers(id, LockMode::write, piece));
  EXPECT_TRUE(table.locks.covers(id, LockMode::write, exact(0_B, 1_MiB)));
  EXPECT_FALSE(table.locks.covers(id, LockMode::write, exact(4_MiB, 1_MiB)));
  EXPECT_TRUE(table.locks.wait(id, LockMode::write, piece)) << "nothing is asked for any more";
  table.locks.grant(id, exact(0_B, 1_MiB));
}

// A lock that is taken back while more of it is asked for is whole again when that has come.
TEST(LockTable, ACallLeavesWhatIsStillAskedFor) {
  Table table;
  const LockId id = table.locks.open(file(1), 0);
  for (int i = 0; i < 2; ++i) {
    table.locks.use(id);
    table.locks.ask_ahead(id);
  }
  table.locks.grant(id, exact(0_B, 1_MiB));
  table.locks.unuse(id, at(1_s));
  EXPECT_TRUE(table.locks.call_back(id));
  EXPECT_TRUE(table.locks.is_to_cancel(id));
  table.locks.take_back(id);
  EXPECT_FALSE(table.locks.covers(id, LockMode::write, exact(0_B, 1_MiB)));
  table.locks.grant(id, exact(4_MiB, 1_MiB));
  EXPECT_TRUE(table.locks.covers(id, LockMode::write, exact(4_MiB, 1_MiB)));
  EXPECT_FALSE(table.locks.covers(id, LockMode::write, exact(0_B, 1_MiB)));
  table.locks.unuse(id, at(2_s));
  table.locks.close(id);
  EXPECT_EQ(table.locks.imbalance(), "");
}

// The first member asks. A group that is called keeps its lock until the last has left, and not after that.
TEST(LockTable, AGroupKeepsItsLockUntilTheLastHasLeft) {
  Table table;
  const LockId id = table.locks.open(file(1), 0);
  EXPECT_TRUE(table.locks.join(id));
  EXPECT_FALSE(table.locks.join(id));
  table.locks.use(id);
  table.locks.ask_ahead(id);
  Rpc enqueue = exact(0_B, 1_GiB);
  enqueue.reach = LockReach::group;
  table.locks.grant(id, enqueue);
  table.locks.unuse(id, at(1_s));
  EXPECT_FALSE(table.locks.call_back(id));
  EXPECT_TRUE(table.locks.covers(id, LockMode::write, exact(3_MiB, 1_MiB)));
  for (const bool last : {false, true}) {
    table.locks.leave(id);
    table.locks.unuse(id, at(2_s));
    EXPECT_EQ(table.locks.is_to_cancel(id), last);
  }
  table.locks.take_back(id);
  table.locks.close(id);
  EXPECT_EQ(table.locks.imbalance(), "");
}

// A lock that is given twice, or while it is in use, stands once or not at all among those that are unused.
TEST(LockTable, ListsALockThatIsGivenOnce) {
  Table table;
  const LockId id = table.locks.open(file(1), 0);
  table.locks.give(id, LockMode::read, at(1_s));
  table.locks.give(id, LockMode::write, at(2_s));
  EXPECT_EQ(table.locks.unused(), 1);
  EXPECT_TRUE(table.locks.covers(id, LockMode::write));
  const LockId used = table.locks.open(file(2), 0);
  table.locks.use(used);
  table.locks.give(used, LockMode::read, at(3_s));
  EXPECT_EQ(table.locks.unused(), 1);
  EXPECT_EQ(table.locks.imbalance(), "");
  table.locks.unuse(used, at(4_s));
  EXPECT_EQ(table.locks.unused(), 2);
  for (const LockId each : {id, used}) table.locks.close(each);
  EXPECT_EQ(table.locks.imbalance(), "");
}

}  // namespace
}  // namespace headrace
