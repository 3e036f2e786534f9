#include "sim/fair_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/link.h"
#include "sim/random.h"
#include "sim/task_group.h"
#include "tests/sim/count_end.h"

namespace headrace {
namespace {

using Path = std::vector<LinkId>;

Task<> send(Simulation& sim, FairNetwork& net, Duration start, Path path, Bytes size,
            FairNetwork::Share share, std::vector<Time>& ends) {
  co_await sim.delay(start);
  co_await net.transfer(path, size, share);
  ends.push_back(sim.now());
}

struct Wires {
  explicit Wires(std::size_t count, Bandwidth capacity = 1_GBps) {
    for (std::size_t i = 0; i < count; ++i) links.push_back(net.add_link("wire", capacity));
  }
  void send_at(Duration start, Path path, Bytes size, FairNetwork::Share share = FairNetwork::Share()) {
    group.spawn("client", send(sim, net, start, std::move(path), size, share, ends));
  }
  void run_until(Duration until) {
    RunLimits limits;
    limits.until = Time::at(until);
    sim.run(limits);
  }

  Simulation sim;
  FairNetwork net{sim, "fabric"};
  Path links;
  std::vector<Time> ends;
  TaskGroup group{sim};
};

TEST(FairNetwork, OneTransferTakesSizeOverLeastCapacityRoundedUp) {
  Wires wires(1, 9_GBps);
  wires.links.push_back(wires.net.add_link("narrow", 3_GBps));
  wires.send_at(Duration(), wires.links, 1000_B);
  wires.sim.run();
  EXPECT_EQ(wires.ends, std::vector<Time>{Time::at(334_ns)});
  for (const LinkId link : wires.links) {
    EXPECT_EQ(wires.net.bytes_moved(link), 1000_B);
    EXPECT_EQ(wires.net.busy(link), 334_ns);
  }
  EXPECT_EQ(wires.net.name(wires.links[1]), "narrow");
}

// Two share: a has 1000 B alone, then half: 1000 + 2 x 1000 = 3000 ns. b then has 1000 B left alone: 4000 ns.
TEST(FairNetwork, TransfersShareEqually) {
  Wires wires(1);
  wires.send_at(Duration(), wires.links, 2000_B);
  wires.send_at(1_us, wires.links, 2000_B);
  wires.sim.run();
  EXPECT_EQ(wires.ends, (std::vector<Time>{Time::at(3_us), Time::at(4_us)}));
}

// Weights 1 and 3 on C = 1: a moves at 1/4, b at 3/4. b: 3000 / (3/4) = 4000 ns. a then has 2000 of 3000 B
// left. A cap of 1/2 on a lone one: 1000 / (1/2).
TEST(FairNetwork, WeightsAndCaps) {
  Wires wires(2);
  wires.send_at(Duration(), {wires.links[0]}, 3000_B);
  wires.send_at(Duration(), {wires.links[0]}, 3000_B, FairNetwork::Share(3));
  wires.send_at(Duration(), {wires.links[1]}, 1000_B, FairNetwork::Share(1, 500_MBps));
  wires.sim.run();
  EXPECT_EQ(wires.ends, (std::vector<Time>{Time::at(2_us), Time::at(4_us), Time::at(6_us)}));
}

// Links 0 and 1 in line; a over both, b over the first, c over the second: each has 1/2 (parking lot). b ends
// at 2000 ns, when a has 1000 of 2000 B; c, of 1500 B, still holds a to 1/2 until 3000 ns, then a is alone.
TEST(FairNetwork, ALongTransferAndTwoShortOnes) {
  Wires wires(2);
  wires.send_at(Duration(), wires.links, 2000_B);
  wires.send_at(Duration(), {wires.links[0]}, 1000_B);
  wires.send_at(Duration(), {wires.links[1]}, 1500_B);
  wires.sim.run();
  EXPECT_EQ(wires.ends, (std::vector<Time>{Time::at(2_us), Time::at(3_us), Time::at(3500_ns)}));
  EXPECT_EQ(wires.net.busy(wires.links[0]), 3500_ns);
  EXPECT_EQ(wires.net.bytes_moved(wires.links[1]), 3500_B);
}

TEST(FairNetwork, ThoseThatEndTogetherEndInOrderOfComing) {
  Simulation sim;
  FairNetwork net(sim, "fabric");
  std::array<FairNetwork::Flow, 60> flows;
  std::vector<std::uint64_t> order;
  Path links;
  for (int i = 0; i < 4; ++i) links.push_back(net.add_link("wire", 1_GBps));
  // Those that come after a stop take numbers that others had, last in first out.
  for (FairNetwork::Flow& flow : flows) net.start(flow, links, 1000_B, {});
  for (FairNetwork::Flow& flow : flows) flow.stop();
  // Fifteen on each of four links: 1000 B at 1/15 each, whichever link.
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Action note = {
        [](void* list, std::uint64_t n) { static_cast<std::vector<std::uint64_t>*>(list)->push_back(n); },
        &order, i};
    net.start(flows[i], {&links[(i * 7) % 4], 1}, 1000_B, note);
  }
  sim.run();
  ASSERT_EQ(order.size(), flows.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(sim.now(), Time::at(15_us));
}

TEST(FairNetwork, NothingTakesNoTime) {
  Wires wires(1, Bandwidth());
  wires.send_at(Duration(), wires.links, Bytes());
  EXPECT_EQ(wires.sim.run().events, 1U);
  EXPECT_EQ(wires.ends, std::vector<Time>{Time()});
}

// k starts of one instant cost one solve, and so do k ends that each start another.
TEST(FairNetwork, OneSolveAnInstant) {
  Wires wires(2);
  constexpr int kClients = 100;
  for (int i = 0; i < kClients; ++i) {
    wires.group.spawn("client", [](Simulation& sim, FairNetwork& net, Path path) -> Task<> {
      co_await sim.delay(1_us);
      for (int k = 0; k < 5; ++k) co_await net.transfer(path, 1000_B);
    }(wires.sim, wires.net, wires.links));
  }
  wires.run_until(1_us);
  EXPECT_EQ(wires.net.shares().solves(), 1U);
  EXPECT_EQ(wires.net.active(wires.links[0]), 100U);
  wires.sim.run();
  EXPECT_EQ(wires.sim.now(), Time::at(501_us));
  EXPECT_EQ(wires.net.shares().solves(), 5U);  // The last ends with the run.
}

struct Fault {
  FairNetwork& net;
  LinkId link;
  static void strike(void* fault, std::uint64_t mbps) {
    const Fault& self = *static_cast<Fault*>(fault);
    self.net.set_capacity(self.link, Bandwidth::bytes_per_second(1e6 * static_cast<double>(mbps)));
  }
};

// Half the capacity after 1000 ns: 1000 + 1000 x 2. None from 2000 to 5000: three microseconds more.
TEST(FairNetwork, CapacityMayChangeAndStop) {
  Wires wires(2);
  wires.send_at(Duration(), wires.links, 2000_B);
  Fault fault{wires.net, wires.links[1]};
  const Action halve = {&Fault::strike, &fault, 500};
  const Action stop = {&Fault::strike, &fault, 0};
  wires.sim.schedule(Time::at(1_us), halve);
  wires.sim.schedule(Time::at(2_us), stop);
  EXPECT_EQ(wires.sim.run().still_waiting, std::vector<std::string>{"client: network 'fabric'"});
  EXPECT_EQ(wires.net.capacity(wires.links[1]), Bandwidth());
  wires.sim.schedule(Time::at(5_us), halve);
  wires.sim.run();
  EXPECT_EQ(wires.ends, std::vector<Time>{Time::at(6_us)});
}

// Twice the capacity after 100 of 1000 ns: the rest takes 450. The end that was due then is no event any
// more; the change is one, and the look at what it moves is another.
TEST(FairNetwork, AnEarlierEndTakesThePlaceOfALaterOne) {
  Wires wires(1);
  FairNetwork::Flow flow;
  int ended = 0;
  wires.net.start(flow, wires.links, 1000_B, {&count_end, &ended, 0});
  Fault fault{wires.net, wires.links[0]};
  wires.sim.schedule(Time::at(100_ns), {&Fault::strike, &fault, 2000});
  const RunOutcome outcome = wires.sim.run();
  EXPECT_EQ(outcome.at, Time::at(550_ns));
  EXPECT_EQ(outcome.events, 3U);
  EXPECT_EQ(ended, 1);
}

// Both are at one microsecond: the end, which was there first, comes first, though another one ends then,
// too.
TEST(FairNetwork, AnEndThatStaysWhereItIsKeepsItsPlaceAmongTheEvents) {
  Wires wires(2);
  std::string order;
  const auto note = [](void* noted, std::uint64_t letter) {
    static_cast<std::string*>(noted)->push_back(static_cast<char>(letter));
  };
  FairNetwork::Flow first, second;
  wires.net.start(first, {&wires.links[0], 1}, 1000_B, {note, &order, 'f'});
  wires.sim.schedule(Time::at(1_us), {note, &order, 'l'});
  wires.net.start(second, {&wires.links[1], 1}, 1000_B, {note, &order, 's'});
  wires.sim.run();
  EXPECT_EQ(order, "fls");
}

TEST(FairNetwork, ACancelledTransferLeavesItsShareToTheOthers) {
  Wires wires(1);
  TaskGroup leaves(wires.sim);
  wires.send_at(Duration(), wires.links, 2000_B);
  leaves.spawn("b",
               send(wires.sim, wires.net, Duration(), wires.links, 9000_B, FairNetwork::Share(), wires.ends));
  wires.run_until(1001_ns);
  leaves.cancel_all();
  EXPECT_EQ(wires.net.bytes_moved(wires.links[0]), 500_B);  // Of 500.5: only whole bytes have arrived.
  EXPECT_EQ(wires.net.active(), 1U);
  wires.sim.run();
  EXPECT_EQ(wires.ends, std::vector<Time>{Time::at(2501_ns)});
}

// Shares of a third are not whole in any unit; what has moved is, where it should be.
TEST(FairNetwork, AStoppedThirdHasMovedWholeBytes) {
  Simulation sim;
  FairNetwork net(sim, "fabric");
  const LinkId link = net.add_link("wire", 1_GBps);
  std::array<FairNetwork::Flow, 3> flows;
  for (FairNetwork::Flow& flow : flows) net.start(flow, {&link, 1}, 5000_B, {});
  RunLimits limits;
  sim.schedule(Time::at(3_us), {[](void*, std::uint64_t) {}, nullptr, 0});
  limits.until = Time::at(3_us);
  sim.run(limits);
  for (FairNetwork::Flow& flow : flows) flow.stop();
  EXPECT_EQ(net.bytes_moved(link), 3000_B);
  EXPECT_EQ(net.busy(link), 3_us);
}

// The network goes before it has solved what two flows share.
TEST(FairNetwork, FlowsMayOutliveTheirNetwork) {
  Simulation sim;
  FairNetwork::Flow flow, other;
  {
    FairNetwork net(sim, "fabric");
    const LinkId link = net.add_link("wire", 1_GBps);
    net.start(flow, {&link, 1}, 1000_B, {});
    net.start(other, {&link, 1}, 1000_B, {});
    EXPECT_GT(sim.pending(), 0U);
  }
  EXPECT_FALSE(flow.active());
  EXPECT_EQ(sim.run().events, 0U);
}

// A link is busy from the first of the flows that overlap to the end of the last, and in between as it says.
TEST(FairNetwork, ALinkIsBusyWhileAnyOneIsThere) {
  Wires wires(1);
  wires.send_at(1_us, wires.links, 1000_B);
  wires.send_at(1500_ns, wires.links, 1000_B);
  wires.run_until(1800_ns);
  EXPECT_EQ(wires.net.busy(wires.links[0]), 800_ns);
  wires.sim.run();
  EXPECT_EQ(wires.net.busy(wires.links[0]), 2_us);
}

TEST(FairNetwork, ATransferWhoseNetworkIsGoneIsStalled) {
  Simulation sim;
  auto net = std::make_unique<FairNetwork>(sim, "fabric");
  const Path path = {net->add_link("wire", 1_GBps)};
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("a", send(sim, *net, Duration(), path, 1000_B, FairNetwork::Share(), ends));
  RunLimits limits;
  limits.events = 1;
  sim.run(limits);
  net.reset();
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"a: something that no longer exists"});
}

TEST(FairNetwork, AFlowStoppedAtItsEndTakesItsActionBack) {
  Simulation sim;
  FairNetwork net(sim, "fabric");
  const LinkId link = net.add_link("wire", 1_GBps);
  int ended = 0;
  FairNetwork::Flow first;
  auto second = std::make_unique<FairNetwork::Flow>();
  net.start(first, {&link, 1}, 1000_B, {&count_end, &ended, 0});
  EXPECT_EQ(net.rate(first), 1_GBps);
  net.start(*second, {&link, 1}, 1000_B, {&count_end, &ended, 0});
  EXPECT_EQ(net.rate(*second), Bandwidth());  // Not before it is solved.
  RunLimits limits;
  limits.events = 1;
  sim.run(limits);
  EXPECT_EQ(net.rate(*second), 500_MBps);
  while (second->active()) {
    ++limits.events;
    sim.run(limits);
  }
  EXPECT_EQ(ended, 1);
  second.reset();  // Its action is pending.
  sim.run();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(net.bytes_moved(link), 2000_B);
  EXPECT_EQ(net.busy(link), 2_us);
}

// What it is told at the end may be the end of the network too.
TEST(FairNetwork, AnActionMayDestroyTheNetwork) {
  Simulation sim;
  auto net = std::make_unique<FairNetwork>(sim, "fabric");
  const LinkId link = net->add_link("wire", 1_GBps);
  FairNetwork::Flow flow;
  net->start(flow, {&link, 1}, 1000_B,
             {[](void* owner, std::uint64_t) { static_cast<std::unique_ptr<FairNetwork>*>(owner)->reset(); },
              &net, 0});
  EXPECT_EQ(sim.run().at, Time() + 1_us);
  EXPECT_EQ(net, nullptr);
}

// While no link is full, a transfer is one event: its end.
TEST(FairNetwork, WhereNoLinkIsFullNothingIsSolved) {
  Simulation sim;
  FairNetwork net(sim, "fabric");
  const std::array<LinkId, 3> links{net.add_link("a", 1_GBps), net.add_link("b", 1_GBps),
                                    net.add_link("trunk", 2_GBps)};
  const std::array<LinkId, 2> from_a{links[0], links[2]}, from_b{links[1], links[2]};
  FairNetwork::Flow a, b;
  int ended = 0;
  net.start(a, from_a, 1000_B, {&count_end, &ended, 0});
  net.start(b, from_b, 3000_B, {&count_end, &ended, 0});
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(ended, 2);
  EXPECT_EQ(outcome.events, 2u);
  EXPECT_EQ(outcome.at, Time() + 3_us);
  EXPECT_EQ(net.shares().solves(), 0u);
}

// One link is a Link, whatever comes and goes: each end within the nanosecond that each change before it may
// cost either of them.
TEST(FairNetwork, OneLinkIsALink) {
  constexpr int kTransfers = 300;
  Wires wires(1, Bandwidth::bytes_per_second(1.7e9));
  Link link(wires.sim, "wire", Bandwidth::bytes_per_second(1.7e9));
  RandomStream random(3, "link");
  std::vector<std::vector<Time>> fair(kTransfers);
  std::vector<std::vector<Time>> equal(kTransfers);
  std::int64_t start = 0;
  for (std::size_t i = 0; i < kTransfers; ++i) {
    start += static_cast<std::int64_t>(random.below(60'000));
    const Duration at = Duration::nanoseconds(start);
    const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(100'000) + 1));
    wires.group.spawn("fair",
                      send(wires.sim, wires.net, at, wires.links, size, FairNetwork::Share(), fair[i]));
    wires.group.spawn(
        "equal",
        [](Simulation& sim, Link& wire, Duration delay, Bytes bytes, std::vector<Time>& ends) -> Task<> {
          co_await sim.delay(delay);
          co_await wire.transfer(bytes);
          ends.push_back(sim.now());
        }(wires.sim, link, at, size, equal[i]));
  }
  wires.sim.run();
  for (std::size_t i = 0; i < kTransfers; ++i) {
    const Duration apart = fair[i].at(0) - equal[i].at(0);
    ASSERT_LE(std::abs(apart.ns()), kTransfers) << i;
  }
  EXPECT_EQ(wires.net.bytes_moved(wires.links[0]), link.bytes_moved());
}

}  // namespace
}  // namespace headrace
