#include "sim/trace.h"

#include <gtest/gtest.h>

#include "sim/scope.h"

namespace headrace {
namespace {

TEST(Trace, KeepsSpansAndValuesOfTracks) {
  Trace trace;
  const Track rank(&trace, "rank/0"), queue(&trace, "queue");
  rank.span("compute", Time() + 1_us, Time() + 3_us);
  rank.span("wait", Time() + 3_us, Time() + 4_us);
  rank.span("compute", Time() + 4_us, Time() + 6_us);
  rank.span("nothing", Time() + 6_us, Time() + 6_us);
  queue.sample(Time() + 2_us, 5);
  queue.sample(Time() + 2_us, 7);  // Of one instant the last.
  queue.sample(Time() + 3_us, 1);
  EXPECT_EQ(trace.tracks(), (std::vector<std::string>{"rank/0", "queue"}));
  EXPECT_EQ(trace.names(), (std::vector<std::string>{"compute", "wait"}));
  ASSERT_EQ(trace.spans().size(), 3u);
  EXPECT_EQ(trace.spans()[2].name, 0u);
  EXPECT_EQ(trace.spans()[2].begin, Time() + 4_us);
  EXPECT_EQ(trace.spans()[2].end, Time() + 6_us);
  ASSERT_EQ(trace.samples().size(), 2u);
  EXPECT_EQ(trace.samples()[0].track, 1u);
  EXPECT_EQ(trace.samples()[0].value, 7);
  EXPECT_EQ(trace.full_since(), Time::never());
}

TEST(Trace, LeavesOutWhatWasBeforeAndSaysSinceWhenItIsFull) {
  Trace trace(Time() + 10_us, 2);
  const Track track(&trace, "a");
  track.span("x", Time() + 1_us, Time() + 9_us);
  track.span("x", Time() + 9_us, Time() + 12_us);  // The part that is within.
  track.span("x", Time() + 12_us, Time() + 14_us);
  EXPECT_EQ(trace.full_since(), Time::never());
  track.span("x", Time() + 14_us, Time() + 15_us);
  track.sample(Time() + 16_us, 1);  // There would be room; but what is there has to be complete.
  ASSERT_EQ(trace.spans().size(), 2u);
  EXPECT_EQ(trace.spans()[0].begin, Time() + 10_us);
  EXPECT_TRUE(trace.samples().empty());
  EXPECT_EQ(trace.full_since(), Time() + 15_us);
}

// A viewer takes some hundred MB, and an entry is about a hundred bytes there.
TEST(Trace, IsFullAfterAMillionOfAKind) {
  constexpr std::int64_t kMillion = 1'000'000;
  Trace trace;
  const std::uint32_t track = trace.add_track("ost/0/queue");
  for (std::int64_t i = 1; i <= kMillion; ++i) trace.add_sample(track, Time::at(Duration::nanoseconds(i)), 1);
  EXPECT_EQ(trace.samples().size(), static_cast<std::size_t>(kMillion));
  EXPECT_EQ(trace.full_since(), Time::never());
  trace.add_sample(track, Time::at(2_s), 1);
  EXPECT_EQ(trace.samples().size(), static_cast<std::size_t>(kMillion));
  EXPECT_EQ(trace.full_since(), Time::at(2_s));
}

// Of one instant and one track the last; other tracks and other instants have their own.
TEST(Trace, KeepsAValueOfEachTrackAndInstant) {
  Trace trace(Time(), 4);
  const Track a(&trace, "a"), b(&trace, "b");
  a.sample(Time() + 1_us, 1);
  b.sample(Time() + 1_us, 2);
  b.sample(Time() + 2_us, 3);
  a.sample(Time() + 2_us, 4);
  a.sample(Time() + 2_us, 5);  // Takes no room.
  EXPECT_EQ(trace.full_since(), Time::never());
  a.sample(Time() + 3_us, 6);
  EXPECT_EQ(trace.full_since(), Time() + 3_us);
  ASSERT_EQ(trace.samples().size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(trace.samples()[i].track, i == 0 || i == 3 ? 0u : 1u);
    EXPECT_EQ(trace.samples()[i].at, Time() + (i < 2 ? 1_us : 2_us));
    EXPECT_EQ(trace.samples()[i].value, i < 3 ? static_cast<double>(i + 1) : 5);
  }
}

TEST(Trace, ATrackOfNobodyDoesNothing) {
  const Track track;
  EXPECT_FALSE(track);
  track.span("x", Time(), Time() + 1_us);
  track.sample(Time(), 1);
  Simulation sim;
  Metrics metrics;
  EXPECT_FALSE(Scope(sim, metrics).track());
}

// The area under the values of a gauge is its mean times the time.
TEST(Trace, HasEveryValueOfAGauge) {
  Trace trace;
  Simulation sim;
  sim.trace_into(trace);
  Metrics metrics;
  const Scope scope = Scope(sim, metrics).part("ost", 3);
  Gauge& queue = scope.gauge("queue", Unit::count);
  EXPECT_EQ(&scope.gauge("queue", Unit::count), &queue);
  EXPECT_EQ(trace.tracks(), std::vector<std::string>{"ost/3/queue"});
  queue.set(Time() + 2_us, 4);
  queue.add(Time() + 5_us, -1);
  queue.add(Time() + 5_us, -1);
  double area = 0;
  for (std::size_t i = 0; i < trace.samples().size(); ++i) {
    const Time until = i + 1 < trace.samples().size() ? trace.samples()[i + 1].at : Time() + 10_us;
    area += trace.samples()[i].value * static_cast<double>((until - trace.samples()[i].at).ns());
  }
  EXPECT_EQ(area, 3 * 4e3 + 5 * 2e3);
  EXPECT_DOUBLE_EQ(area, queue.mean(Time() + 10_us) * 10e3);
}

}  // namespace
}  // namespace headrace
