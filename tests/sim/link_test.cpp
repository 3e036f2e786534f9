#include "sim/link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "sim/random.h"
#include "sim/task_group.h"
#include "tests/sim/count_end.h"
#include "tests/sim/sending.h"

namespace headrace {
namespace {

TEST(Link, OneTransferTakesSizeOverCapacityRoundedUp) {
  Simulation sim;
  Link link(sim, "wire", 3_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, link, Duration(), 1000_B, ends));
  sim.run();
  EXPECT_EQ(ends, std::vector<Time>{Time::at(334_ns)});
  EXPECT_EQ(link.bytes_moved(), 1000_B);
  EXPECT_EQ(link.busy(), 334_ns);
}

// Two share: a has 1000 B alone, then half: 1000 + 2 x 1000 = 3000 ns. b then has 1000 B left alone: 4000 ns.
TEST(Link, TransfersShareEqually) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, link, Duration(), 2000_B, ends));
  group.spawn("b", send(sim, link, 1_us, 2000_B, ends));
  sim.run();
  EXPECT_EQ(ends, (std::vector<Time>{Time::at(3_us), Time::at(4_us)}));
}

TEST(Link, EqualTransfersEndTogetherInOrderOfComing) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  for (int i = 0; i < 100; ++i) group.spawn("a", send(sim, link, Duration(), 1000_B, ends));
  sim.run();
  EXPECT_EQ(ends, std::vector<Time>(100, Time::at(100_us)));
}

Task<> send_and_note(Link& link, int number, std::vector<int>& order) {
  co_await link.transfer(1000_B);
  order.push_back(number);
}

TEST(Link, NobodyOvertakesHisEqual) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<int> order, expected;
  TaskGroup group(sim);
  for (int i = 0; i < 100; ++i) {
    group.spawn("a", send_and_note(link, i, order));
    expected.push_back(i);
  }
  sim.run();
  EXPECT_EQ(order, expected);
}

TEST(Link, NothingTakesNoTime) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, link, Duration(), Bytes(), ends));
  EXPECT_EQ(sim.run().events, 1u);
  EXPECT_EQ(ends, std::vector<Time>{Time()});
}

void set_capacity_mbps(void* link, std::uint64_t mbps) {
  static_cast<Link*>(link)->set_capacity(Bandwidth::bytes_per_second(1e6 * static_cast<double>(mbps)));
}

// Half the capacity after 1000 ns: 1000 + 1000 x 2. None from 2000 to 5000: three microseconds more.
TEST(Link, CapacityMayChangeAndStop) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, link, Duration(), 2000_B, ends));
  const Action halve = {&set_capacity_mbps, &link, 500};
  const Action stop = {&set_capacity_mbps, &link, 0};
  sim.schedule(Time::at(1_us), halve);
  sim.schedule(Time::at(2_us), stop);
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"a: link 'wire'"});
  sim.schedule(Time::at(5_us), halve);
  sim.run();
  EXPECT_EQ(ends, std::vector<Time>{Time::at(6_us)});
}

TEST(Link, ACancelledTransferLeavesItsShareToTheOthers) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup stays(sim);
  TaskGroup leaves(sim);
  stays.spawn("a", send(sim, link, Duration(), 2000_B, ends));
  leaves.spawn("b", send(sim, link, Duration(), 9000_B, ends));
  RunLimits limits;
  limits.until = Time::at(1001_ns);
  sim.run(limits);
  leaves.cancel_all();
  EXPECT_EQ(link.bytes_moved(), 500_B);  // Of 500.5: only whole bytes have arrived.
  EXPECT_EQ(link.active(), 1u);
  sim.run();
  EXPECT_EQ(ends, std::vector<Time>{Time::at(2501_ns)});
}

TEST(Link, AFlowMayOutliveItsLink) {
  Simulation sim;
  Link::Flow flow;
  {
    Link link(sim, "wire", 1_GBps);
    link.start(flow, 1000_B, {});
  }
  EXPECT_FALSE(flow.active());
  EXPECT_EQ(sim.run().events, 0u);
}

TEST(Link, ATransferWhoseLinkIsGoneIsStalled) {
  Simulation sim;
  auto link = std::make_unique<Link>(sim, "wire", 1_GBps);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, *link, Duration(), 1000_B, ends));
  RunLimits limits;
  limits.events = 1;
  sim.run(limits);
  link.reset();
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"a: something that no longer exists"});
}

TEST(Link, AFlowStoppedAtItsEndTakesItsActionBack) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  int ended = 0;
  Link::Flow first;
  Link::Flow second;
  link.start(first, 1000_B, {&count_end, &ended, 0});
  link.start(second, 1000_B, {&count_end, &ended, 0});
  RunLimits limits;
  while (second.active()) {
    ++limits.events;
    sim.run(limits);
  }
  EXPECT_EQ(ended, 1);  // The end of both was the first's action; the second's is pending.
  second.stop();
  sim.run();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(link.bytes_moved(), 2000_B);
}

// Both are at one microsecond: the end, which was there first, comes first.
TEST(Link, AnEndThatStaysWhereItIsKeepsItsPlaceAmongTheEvents) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  std::string order;
  const auto note = [](void* noted, std::uint64_t letter) {
    static_cast<std::string*>(noted)->push_back(static_cast<char>(letter));
  };
  Link::Flow flow;
  link.start(flow, 1000_B, {note, &order, 'e'});
  sim.schedule(Time::at(1_us), {note, &order, 'l'});
  link.set_capacity(1_GBps);
  sim.run();
  EXPECT_EQ(order, "el");
}

// Twice the capacity after 100 of 1000 ns: the rest takes 450. The end that was due then is no event any
// more.
TEST(Link, AnEarlierEndTakesThePlaceOfALaterOne) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  Link::Flow flow;
  int ended = 0;
  link.start(flow, 1000_B, {&count_end, &ended, 0});
  sim.schedule(Time::at(100_ns), {&set_capacity_mbps, &link, 2000});
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(outcome.at, Time::at(550_ns));
  EXPECT_EQ(outcome.events, 2u);
  EXPECT_EQ(ended, 1);
}

// A byte a nanosecond: what is stopped at n ns has moved n bytes, and with m others there n / (m + 1),
// without what has arrived of another byte.
TEST(Link, AStoppedTransferHasMovedItsShare) {
  for (const std::int64_t others : {0, 1, 2, 6}) {
    for (const std::int64_t span : {1, 2, 7, 84, 300}) {
      Simulation sim;
      Link link(sim, "wire", 1_GBps);
      std::vector<Link::Flow> flows(static_cast<std::size_t>(others + 1));
      for (Link::Flow& flow : flows) link.start(flow, 9000_B, {});
      sim.schedule(Time::at(Duration::nanoseconds(span)), {[](void*, std::uint64_t) {}, nullptr, 0});
      RunLimits limits;
      limits.until = Time::at(Duration::nanoseconds(span));
      sim.run(limits);
      flows[0].stop();
      EXPECT_EQ(link.bytes_moved().count(), span / (others + 1)) << others << " others, " << span << " ns";
    }
  }
}

// A capacity of none asks for no event, and what was none works again.
TEST(Link, WithoutCapacityNothingIsDue) {
  Simulation sim;
  Link link(sim, "wire", Bandwidth());
  Link::Flow flow;
  int ended = 0;
  link.start(flow, 1000_B, {&count_end, &ended, 0});
  EXPECT_EQ(sim.run().events, 0u);
  EXPECT_EQ(link.active(), 1u);
  link.set_capacity(1_GBps);
  EXPECT_EQ(link.capacity(), 1_GBps);
  EXPECT_EQ(sim.run().at, Time::at(1_us));
  EXPECT_EQ(ended, 1);
}

// What is said to be faster than 2^22 - 1 bytes a nanosecond is as fast as that.
TEST(Link, HasAGreatestRate) {
  constexpr std::int64_t kGreatest = (1 << 22) - 1;
  for (const double rate : {1e9 * kGreatest, 1e30}) {
    Simulation sim;
    Link link(sim, "wire", Bandwidth::bytes_per_second(rate));
    Link::Flow flow;
    int ended = 0;
    link.start(flow, Bytes::count(1000 * kGreatest), {&count_end, &ended, 0});
    EXPECT_EQ(sim.run().at, Time::at(1000_ns));
  }
}

// A byte a nanosecond for two: 1,500 ns in which one alone is busy for 500.
TEST(Link, IsBusyWhileOneIsThere) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  Link::Flow flow;
  RunLimits limits;
  limits.until = Time::at(500_ns);
  int events = 0;
  sim.schedule(Time::at(10_us), {&count_end, &events, 0});
  sim.run(limits);
  EXPECT_EQ(link.busy(), Duration());
  link.start(flow, 1000_B, {&count_end, &events, 0});
  limits.until = Time::at(800_ns);
  sim.run(limits);
  EXPECT_EQ(link.busy(), sim.now() - Time::at(500_ns));
  sim.run();
  EXPECT_EQ(link.busy(), 1_us);
}

// What it is told at the end may be the end of the link too.
TEST(Link, AnActionMayDestroyTheLink) {
  Simulation sim;
  auto link = std::make_unique<Link>(sim, "wire", 1_GBps);
  Link::Flow flow;
  link->start(
      flow, 1000_B,
      {[](void* owner, std::uint64_t) { static_cast<std::unique_ptr<Link>*>(owner)->reset(); }, &link, 0});
  EXPECT_EQ(sim.run().at, Time() + 1_us);
  EXPECT_EQ(link, nullptr);
}

// A closed crowd of flows of random sizes; every end starts another, and now and then stops a third.
class Crowd {
 public:
  static constexpr std::size_t kFlows = 48;

  Crowd(Simulation& sim, Link& link, std::int64_t transfers) : sim_(sim), link_(link), left_(transfers) {}

  void run() {
    for (std::size_t i = 0; i < kFlows; ++i) begin(i);
    sim_.run();
  }
  Bytes ended() const { return ended_; }
  std::int64_t ends() const { return ends_; }
  Bytes stopped_after() const { return stopped_after_; }
  std::int64_t stops() const { return stops_; }

 private:
  static void end(void* crowd, std::uint64_t place) { static_cast<Crowd*>(crowd)->end_of(place); }

  void begin(std::size_t place) {
    if (left_ == 0) return;
    --left_;
    sizes_[place] =
        Bytes::count(static_cast<std::int64_t>(random_.below(std::uint64_t{1} << random_.below(22))));
    link_.start(flows_[place], sizes_[place], {&end, this, place});
  }
  void end_of(std::size_t place) {
    ended_ += sizes_[place];
    ++ends_;
    begin(place);
    const std::size_t victim = random_.below(16 * kFlows);
    if (victim < kFlows && flows_[victim].active()) stop(victim);
  }
  void stop(std::size_t place) {
    const Bytes before = link_.bytes_moved();
    flows_[place].stop();
    stopped_after_ += link_.bytes_moved() - before;
    ++stops_;
    EXPECT_LE(link_.bytes_moved() - before, sizes_[place]);
    begin(place);
  }

  Simulation& sim_;
  Link& link_;
  RandomStream random_{1, "crowd"};
  std::int64_t left_;
  std::array<Link::Flow, kFlows> flows_;
  std::array<Bytes, kFlows> sizes_{};
  Bytes ended_;
  Bytes stopped_after_;
  std::int64_t ends_ = 0;
  std::int64_t stops_ = 0;
};

// Bytes in = bytes out, exactly; and capacity x busy time = bytes moved, but for what rounding up to the
// nanosecond wastes: at an end the rest of that nanosecond of one flow's share, at a stop less than one byte.
TEST(Link, ConservesBytesOverTenMillionRandomTransfers) {
  constexpr std::int64_t kTransfers = 10'000'000;
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  Crowd crowd(sim, link, kTransfers);
  crowd.run();
  EXPECT_EQ(crowd.ends() + crowd.stops(), kTransfers);
  EXPECT_GT(crowd.stops(), kTransfers / 25);
  EXPECT_EQ(link.active(), 0u);
  EXPECT_EQ(link.bytes_moved(), crowd.ended() + crowd.stopped_after());
  const std::int64_t capacity_used = link.busy().ns();  // One byte a nanosecond.
  EXPECT_GE(capacity_used, link.bytes_moved().count());
  EXPECT_LE(capacity_used, link.bytes_moved().count() + kTransfers);
}

// Against the definition: between two changes, each of n transfers moves capacity x time / n bytes.
TEST(Link, AgreesWithASlowReference) {
  struct Job {
    double start = 0;
    double left = 0;
    double end = 0;
  };
  constexpr double kRate = 1.7;  // Bytes a nanosecond.
  Simulation sim;
  Link link(sim, "wire", Bandwidth::bytes_per_second(kRate * 1e9));
  TaskGroup group(sim);
  RandomStream random(3, "reference");
  std::vector<Job> jobs(400);
  std::vector<std::vector<Time>> ends(jobs.size());
  double start = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    start += static_cast<double>(random.below(60'000));
    jobs[i].start = start;
    jobs[i].left = static_cast<double>(random.below(100'000) + 1);
    group.spawn("job", send(sim, link, Duration::nanoseconds(static_cast<std::int64_t>(start)),
                            Bytes::count(static_cast<std::int64_t>(jobs[i].left)), ends[i]));
  }
  sim.run();
  double now = 0;
  for (std::size_t done = 0; done < jobs.size();) {
    double next = 1e18;
    double sharing = 0;
    for (const Job& job : jobs) sharing += job.start <= now && job.left > 0;
    for (const Job& job : jobs) {
      if (job.start > now) next = std::min(next, job.start);
      if (job.start <= now && job.left > 0) next = std::min(next, now + job.left * sharing / kRate);
    }
    for (Job& job : jobs) {
      if (job.start > now || job.left <= 0) continue;
      job.left -= (next - now) * kRate / sharing;
      if (job.left > 1e-6) continue;
      job.left = 0;
      job.end = next;
      ++done;
    }
    now = next;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i)
    ASSERT_NEAR(static_cast<double>(ends[i].at(0).ns()), jobs[i].end,
                400);  // A nanosecond for each end before it.
}

}  // namespace
}  // namespace headrace
