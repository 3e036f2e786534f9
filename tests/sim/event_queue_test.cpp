#include "sim/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

Time at(std::int64_t ns) { return Time::at(Duration::nanoseconds(ns)); }

Action numbered(std::uint64_t word) { return {nullptr, nullptr, word}; }

// An ordered map is the whole truth about what comes next.
class Oracle {
 public:
  void push(Time time, std::uint64_t word, EventId id) { events_.emplace(std::pair(time.ns(), word), id); }
  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  std::pair<std::int64_t, std::uint64_t> pop() {
    const auto first = events_.begin()->first;
    events_.erase(events_.begin());
    return first;
  }
  std::int64_t next_time() const { return events_.begin()->first.first; }
  EventId take(std::size_t index) {
    auto place = events_.begin();
    std::advance(place, static_cast<std::ptrdiff_t>(index));
    const EventId id = place->second;
    events_.erase(place);
    return id;
  }

 private:
  std::map<std::pair<std::int64_t, std::uint64_t>, EventId>
      events_;  // Words grow with each push, as sequences do.
};

// Draws how far ahead events are made: all together, near, far, or all over time.
std::int64_t draw_span(RandomStream& random, int law) {
  switch (law) {
    case 0: return static_cast<std::int64_t>(random.below(4));
    case 1: return static_cast<std::int64_t>(random.below(1000));
    case 2: return static_cast<std::int64_t>(1e6 * random.exponential());
    default: return static_cast<std::int64_t>(random.bits() >> (22 + random.below(41)));
  }
}

void compare(int law, std::uint64_t target, int steps, std::uint64_t cancel_percent) {
  RandomStream random(static_cast<std::uint64_t>(law), "queue");
  EventQueue queue;
  Oracle oracle;
  Time now;
  std::uint64_t word = 0;
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t roll = random.below(100);
    const bool push = oracle.size() < random.below(2 * target) + 1;
    if (push) {
      const Time when = now + Duration::nanoseconds(draw_span(random, law));
      ++word;
      oracle.push(when, word, queue.push(now, when, numbered(word)));
    } else if (roll < cancel_percent) {
      queue.cancel(oracle.take(random.below(std::min<std::uint64_t>(oracle.size(), 64))));
    } else {
      EventQueue::Due due;
      const Time limit = now + Duration::nanoseconds(draw_span(random, law));
      const bool expected = oracle.next_time() <= limit.ns();
      ASSERT_EQ(queue.pop(now, limit, due), expected);
      if (!expected) {
        ASSERT_TRUE(queue.pop(now, Time::never(), due));
      }
      const auto [time, number] = oracle.pop();
      ASSERT_EQ(due.at.ns(), time);
      ASSERT_EQ(due.action.word, number);
      now = due.at;
    }
    ASSERT_EQ(queue.size(), oracle.size());
  }
  EventQueue::Due due;
  while (!oracle.empty()) {
    ASSERT_TRUE(queue.pop(now, Time::never(), due));
    ASSERT_EQ(due.action.word, oracle.pop().second);
    now = due.at;
  }
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(queue.pop(now, Time::never(), due));
}

class EventQueueOracle : public testing::TestWithParam<int> {};

TEST_P(EventQueueOracle, AgreesWithFewPending) { compare(GetParam(), 8, 60000, 20); }
TEST_P(EventQueueOracle, AgreesWithHundredsPending) { compare(GetParam(), 500, 100000, 30); }
TEST_P(EventQueueOracle, AgreesWithThousandsPending) { compare(GetParam(), 20000, 150000, 10); }

INSTANTIATE_TEST_SUITE_P(Laws, EventQueueOracle, testing::Values(0, 1, 2, 3));

TEST(EventQueue, KeepsTheOrderOfOneInstant) {
  EventQueue queue;
  // Made before the instant, so in the heap; then made at it, so in the ring.
  for (std::uint64_t i = 0; i < 50; ++i) queue.push(at(0), at(10), numbered(i));
  EventQueue::Due due;
  ASSERT_TRUE(queue.pop(at(0), Time::never(), due));
  for (std::uint64_t i = 50; i < 100; ++i) queue.push(at(10), at(10), numbered(i));
  for (std::uint64_t i = 1; i < 100; ++i) {
    ASSERT_TRUE(queue.pop(at(10), Time::never(), due));
    EXPECT_EQ(due.action.word, i);
  }
}

TEST(EventQueue, OldIdsAreHarmless) {
  EventQueue queue;
  EventQueue::Due due;
  const EventId ran = queue.push(at(0), at(1), numbered(1));
  ASSERT_TRUE(queue.pop(at(0), Time::never(), due));
  const EventId second = queue.push(at(1), at(2), numbered(2));  // Takes the same record.
  queue.cancel(ran);
  queue.cancel(EventId());
  EXPECT_EQ(queue.size(), 1u);
  queue.cancel(second);
  queue.cancel(second);
  EXPECT_EQ(queue.size(), 0u);
}

// A link that makes its next end anew at every arrival leaves a stale entry each time.
TEST(EventQueue, SweepsOutStaleEntries) {
  EventQueue queue;
  for (std::int64_t i = 0; i < 1000; ++i) queue.push(at(0), at(1'000'000 + i), numbered(0));
  for (std::int64_t i = 0; i < 100'000; ++i) queue.cancel(queue.push(at(0), at(2 + i), numbered(1)));
  EXPECT_EQ(queue.size(), 1000u);
  EXPECT_LE(queue.entries(), 2100u);
  EventQueue::Due due;
  ASSERT_TRUE(queue.pop(at(0), Time::never(), due));
  EXPECT_EQ(due.at, at(1'000'000));
}

TEST(EventQueue, SweepsTheRingToo) {
  EventQueue queue;
  for (int i = 0; i < 100'000; ++i) queue.cancel(queue.push(at(0), at(0), numbered(1)));
  EXPECT_LE(queue.entries(), 100u);
  queue.push(at(0), at(0), numbered(7));
  EventQueue::Due due;
  ASSERT_TRUE(queue.pop(at(0), Time::never(), due));
  EXPECT_EQ(due.action.word, 7u);
}

// Those of this instant and those of later ones, and what was cancelled until it is swept out.
TEST(EventQueue, CountsTheEntriesOfNowAndOfLater) {
  EventQueue queue;
  for (std::uint64_t i = 0; i < 3; ++i) queue.push(at(0), at(0), numbered(i));
  const EventId later = queue.push(at(0), at(10), numbered(3));
  queue.push(at(0), at(20), numbered(4));
  EXPECT_EQ(queue.entries(), 5u);
  queue.cancel(later);
  EXPECT_EQ(queue.entries(), 5u);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_FALSE(queue.holds(later));
}

TEST(EventQueue, HoldsTheEndOfTime) {
  EventQueue queue;
  EventQueue::Due due;
  for (std::uint64_t i = 0; i < 1000; ++i) queue.push(at(0), i % 2 == 0 ? Time::never() : at(5), numbered(i));
  EXPECT_FALSE(queue.pop(at(0), at(4), due));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_TRUE(queue.pop(at(0), Time::never(), due));
    EXPECT_EQ(due.action.word, i < 500 ? 2 * i + 1 : 2 * (i - 500));
  }
}

TEST(EventQueueDeathTest, RefusesThePast) {
  EventQueue queue;
  EXPECT_EXIT(queue.push(at(5), at(4), numbered(0)), testing::ExitedWithCode(70), "at >= now");
}

TEST(EventQueueDeathTest, RefusesMorePendingThanItsSlots) {
  EXPECT_EXIT(
      {
        EventQueue queue;
        for (std::int64_t i = 0; i < 17'000'000; ++i) queue.push(at(0), at(1'000'000'000 - i), numbered(0));
      },
      testing::ExitedWithCode(70), "kSlotMask");
}

}  // namespace
}  // namespace headrace
