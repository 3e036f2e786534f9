#include "sim/trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/scope.h"

namespace headrace {
namespace {

TraceChoice at_most(std::size_t most) {
  TraceChoice choice;
  choice.most = most;
  return choice;
}

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
  queue.sample(Time() + 4_us, 1);  // No change.
  EXPECT_EQ(trace.tracks(), (std::vector<std::string>{"rank/0", "queue"}));
  EXPECT_EQ(trace.names(), (std::vector<std::string>{"compute", "wait"}));
  ASSERT_EQ(trace.spans().size(), 3u);
  EXPECT_EQ(trace.spans()[2].name, 0u);
  EXPECT_EQ(trace.spans()[2].begin, Time() + 4_us);
  EXPECT_EQ(trace.spans()[2].end, Time() + 6_us);
  ASSERT_EQ(trace.samples().size(), 2u);
  EXPECT_EQ(trace.samples()[0].track, 1u);
  EXPECT_EQ(trace.samples()[0].value, 7);
  EXPECT_EQ(trace.joined_below(), Duration());
  EXPECT_EQ(trace.values_every(), Duration());
}

TEST(Trace, HasAWindow) {
  TraceChoice choice;
  choice.from = Time() + 10_us;
  choice.until = Time() + 20_us;
  choice.calls = true;
  Trace trace(choice);
  const Track track(&trace, "a");
  track.span("x", Time() + 1_us, Time() + 9_us);
  track.span("x", Time() + 9_us, Time() + 12_us);  // The part that is within.
  track.span("x", Time() + 18_us, Time() + 24_us);
  track.span("x", Time() + 24_us, Time() + 25_us);
  for (const Duration at : {5_us, 15_us, 25_us}) {
    track.sample(Time() + at, static_cast<double>(at.ns()));
    EXPECT_EQ(trace.takes_request(0, Time() + at), at == 15_us);
    track.call("read", {}, Time() + at, Time() + at + 1_us);
  }
  ASSERT_EQ(trace.spans().size(), 2u);
  EXPECT_EQ(trace.spans()[0].begin, Time() + 10_us);
  EXPECT_EQ(trace.spans()[1].end, Time() + 20_us);
  EXPECT_EQ(trace.samples().size(), 1u);
  EXPECT_EQ(trace.calls().size(), 1u);
}

// However many spans there are, no more than a quarter of the entries are kept, and together they cover what
// all did: the time of each track, and of each instant the name that took the longest around it.
TEST(Trace, JoinsNeighboursWhereThereAreMoreThanItMayKeep) {
  constexpr std::int64_t kSpans = 10'000;
  Trace trace(at_most(400));
  const Track one(&trace, "one"), other(&trace, "other");
  for (std::int64_t i = 0; i < kSpans; ++i) {
    const Time at = Time() + i * 10_us;
    one.span("compute", at, at + 9_us);
    one.span("wait", at + 9_us, at + 10_us);
    other.span("compute", at, at + 10_us);
  }
  EXPECT_LE(trace.spans().size(), 101u);
  EXPECT_GE(trace.spans().size(), 20u);
  Duration covered;
  for (const Trace::Span& span : trace.spans()) {
    covered += span.end - span.begin;
    EXPECT_LE(span.end - span.begin, std::max(trace.joined_below(), 10_us));
    EXPECT_TRUE(!span.joined || trace.names()[span.name] == "compute");
    EXPECT_LE(span.named, span.end - span.begin);
  }
  EXPECT_EQ(covered, 2 * kSpans * 10_us);
}

// Values that are left out are those that another one of the same interval followed: at the end of each
// interval a gauge is what it was.
TEST(Trace, KeepsTheLastValueOfAnInterval) {
  constexpr std::int64_t kValues = 100'000;
  Trace trace(at_most(400));
  const Track track(&trace, "queue");
  for (std::int64_t i = 0; i < kValues; ++i) track.sample(Time() + i * 1_us, static_cast<double>(i));
  EXPECT_LE(trace.samples().size(), 101u);
  EXPECT_GE(trace.samples().size(), 40u);
  const std::int64_t interval = trace.values_every().ns() / 1000;
  for (std::size_t i = 0; i + 1 < trace.samples().size(); ++i)
    EXPECT_EQ(trace.samples()[i].value,
              static_cast<double>((static_cast<std::int64_t>(i) + 1) * interval - 1));
  EXPECT_EQ(trace.samples().back().value, kValues - 1);
}

// Keeps every k-th of n requests, from the first on, with k the smallest power of two that leaves no more
// than a twelfth of the entries.
TEST(Trace, KeepsOneRequestOfEveryFew) {
  Trace trace(at_most(1200));
  for (std::int64_t i = 0; i < 1000; ++i) {
    if (!trace.takes_request(0, Time() + i * 1_us)) continue;
    Trace::Request request;
    request.file.index = i;
    request.sent = Time() + i * 1_us;
    request.answered = Time() + i * 1_us + 10_us;
    request.arrived = Time();  // As of one that nobody noted: no part is before the one before it.
    trace.add_request(request, "read", {"client/0", "server/0", "server/0/drive/0"});
  }
  EXPECT_EQ(trace.requests_seen(), 1000);
  EXPECT_EQ(trace.requests_every(), 16);
  ASSERT_EQ(trace.requests().size(), 63u);
  for (std::size_t i = 0; i < trace.requests().size(); ++i) {
    const Trace::Request& request = trace.requests()[i];
    EXPECT_EQ(request.file.index, static_cast<std::int64_t>(i) * 16);
    EXPECT_LE(request.sent, request.arrived);
    EXPECT_LE(request.arrived, request.begun);
    EXPECT_LE(request.begun, request.served);
    EXPECT_LE(request.served, request.answered);
  }
  EXPECT_EQ(trace.tracks().size(), 3u);
}

TEST(Trace, HasChosenRanksAndTheRequestsOfTheirNodes) {
  TraceChoice choice;
  choice.ranks = {{0, 1}, {5, 5}};
  Trace trace(choice);
  for (std::int32_t rank = 0; rank < 8; ++rank) {
    const Track track(&trace, "jobs/train/rank/" + std::to_string(rank));
    track.runs_on(rank / 2);
    track.span("compute", Time(), Time() + 1_us);
  }
  Track(&trace, "queue").sample(Time(), 1);  // No rank's.
  EXPECT_EQ(trace.spans().size(), 3u);
  EXPECT_EQ(trace.samples().size(), 1u);
  for (std::int32_t node = 0; node < 5; ++node)
    EXPECT_EQ(trace.takes_request(node, Time()), node == 0 || node == 2) << node;
}

// A file system that has another one do the same makes one call of the two; others stay.
TEST(Trace, HasACallOnceAndSaysUntilWhenAllAreThere) {
  TraceChoice choice = at_most(3);
  choice.calls = true;
  Trace trace(choice);
  trace.name_set(4, "jobs/train/data");
  const Track rank(&trace, "jobs/train/rank/0"), other(&trace, "jobs/train/rank/1");
  Trace::File file;
  file.set = 4;
  file.index = 7;
  file.length = 1_MiB;
  rank.call("read", file, Time() + 2_us, Time() + 8_us);
  other.call("read", file, Time() + 1_us, Time() + 9_us);
  rank.call("read", file, Time() + 1_us, Time() + 9_us);  // Has the first one done.
  ASSERT_EQ(trace.calls().size(), 2u);
  EXPECT_EQ(trace.calls()[1].begin, Time() + 1_us);
  EXPECT_EQ(trace.path(file), "/jobs/train/data/file-7");
  rank.call("read", file, Time() + 10_us, Time() + 11_us);
  EXPECT_EQ(trace.calls_full_since(), Time::never());
  rank.call("close", file, Time() + 11_us, Time() + 12_us);
  EXPECT_EQ(trace.calls().size(), 3u);
  EXPECT_EQ(trace.calls_full_since(), Time() + 12_us);
}

TEST(Trace, ATrackOfNobodyDoesNothing) {
  const Track track;
  EXPECT_FALSE(track);
  track.span("x", Time(), Time() + 1_us);
  track.sample(Time(), 1);
  track.call("read", {}, Time(), Time() + 1_us);
  track.runs_on(3);
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
