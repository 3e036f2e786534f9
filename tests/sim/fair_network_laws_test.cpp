// What holds for a FairNetwork whatever comes and goes: no byte is lost, no end is early, equal runs are
// equal.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/fair_network.h"
#include "sim/random.h"
#include "sim/task_group.h"
#include "tests/sim/fair_reference.h"

namespace headrace {
namespace {

// A closed crowd of transfers over random paths; every end starts another, and now and then stops a third or
// changes a capacity, down to zero and back.
class Traffic {
 public:
  static constexpr std::size_t kFlows = 40;
  static constexpr std::size_t kLinks = 10;

  Traffic(std::uint64_t seed, std::int64_t transfers, double tolerance = 0)
      : net_(sim_, "fabric", tolerance), random_(seed, "traffic"), left_(transfers) {
    for (std::size_t i = 0; i < kLinks; ++i) links_.push_back(net_.add_link("wire", random_capacity()));
  }

  RunOutcome run() {
    for (std::size_t i = 0; i < kFlows; ++i) begin(i);
    RunOutcome outcome = sim_.run();
    while (net_.active() > 0) {  // All that is left stands still.
      for (const LinkId link : links_) net_.set_capacity(link, 1_GBps);
      outcome = sim_.run();
    }
    return outcome;
  }
  void expect_every_byte() const {
    EXPECT_EQ(net_.active(), 0U);
    for (std::size_t i = 0; i < kLinks; ++i) {
      EXPECT_EQ(net_.bytes_moved(links_[i]), through_[i]) << "link " << i;
      EXPECT_LE(net_.busy(links_[i]), sim_.now() - Time());
    }
  }
  std::int64_t ends() const { return ends_; }
  std::int64_t stops() const { return stops_; }
  std::uint64_t trace() const { return trace_; }

 private:
  static void end(void* traffic, std::uint64_t place) { static_cast<Traffic*>(traffic)->end_of(place); }

  Bandwidth random_capacity() {
    return Bandwidth::bytes_per_second(1e6 * static_cast<double>(random_.below(4'000) + 100));
  }
  void begin(std::size_t place) {
    if (left_ == 0) return;
    --left_;
    std::vector<std::size_t>& path = paths_[place];
    path.clear();
    for (std::uint64_t hops = random_.below(3) + 1; hops > 0; --hops) {
      const std::size_t link = random_.below(kLinks);
      if (std::find(path.begin(), path.end(), link) == path.end()) path.push_back(link);
    }
    std::vector<LinkId> links;
    for (const std::size_t link : path) links.push_back(links_[link]);
    FairNetwork::Share share(static_cast<std::int64_t>(random_.below(4) + 1));
    if (random_.below(4) == 0) share.cap = random_capacity();
    sizes_[place] =
        Bytes::count(static_cast<std::int64_t>(random_.below(std::uint64_t{1} << random_.below(22))));
    net_.start(flows_[place], links, sizes_[place], {&end, this, place}, share);
  }
  void end_of(std::size_t place) {
    for (const std::size_t link : paths_[place]) through_[link] += sizes_[place];
    ++ends_;
    trace_ = (trace_ ^ place ^ static_cast<std::uint64_t>(sim_.now().ns())) * 0x9e3779b97f4a7c15ULL;
    begin(place);
    const std::size_t victim = random_.below(16 * kFlows);
    if (victim < kFlows && flows_[victim].active()) stop(victim);
    if (random_.below(100) == 0) {
      const bool fails = random_.below(4) == 0;
      const LinkId link = links_[random_.below(kLinks)];
      net_.set_capacity(link, fails ? Bandwidth() : random_capacity());
    }
    // Nothing stands still for good.
    if (random_.below(20) == 0)
      for (const LinkId link : links_)
        if (net_.capacity(link) == Bandwidth()) net_.set_capacity(link, random_capacity());
  }
  void stop(std::size_t place) {
    const Bytes before = net_.bytes_moved(links_[paths_[place][0]]);
    flows_[place].stop();
    const Bytes moved = net_.bytes_moved(links_[paths_[place][0]]) - before;
    EXPECT_GE(moved, Bytes());
    EXPECT_LE(moved, sizes_[place]);
    for (const std::size_t link : paths_[place]) through_[link] += moved;
    ++stops_;
    begin(place);
  }

  Simulation sim_;
  FairNetwork net_;
  RandomStream random_;
  std::int64_t left_;
  std::vector<LinkId> links_;
  std::array<FairNetwork::Flow, kFlows> flows_;
  std::array<std::vector<std::size_t>, kFlows> paths_;
  std::array<Bytes, kFlows> sizes_{};
  std::array<Bytes, kLinks> through_{};
  std::int64_t ends_ = 0;
  std::int64_t stops_ = 0;
  std::uint64_t trace_ = 0;
};

void expect_bytes_conserved(std::int64_t transfers, double tolerance = 0) {
  Traffic traffic(1, transfers, tolerance);
  traffic.run();
  EXPECT_EQ(traffic.ends() + traffic.stops(), transfers);
  EXPECT_GT(traffic.stops(), transfers / 30);
  traffic.expect_every_byte();
}

TEST(FairNetworkLaws, ConservesBytesOverRandomTransfers) { expect_bytes_conserved(50'000); }
TEST(FairNetworkLong, ConservesBytesOverAMillionRandomTransfers) { expect_bytes_conserved(1'000'000); }

TEST(FairNetworkLaws, ConservesBytesWithATolerance) {
  for (const double tolerance : {0.005, 0.1}) expect_bytes_conserved(20'000, tolerance);
}

Task<> send_one_after_another(FairNetwork& net, Simulation& sim, LinkId client,
                              const std::vector<LinkId>& servers, RandomStream random,
                              std::vector<double>& took) {
  for (int i = 0; i < 8; ++i) {
    const std::array<LinkId, 2> path = {client, servers[random.below(servers.size())]};
    const Time begin = sim.now();
    co_await net.transfer(path, 10_MiB);
    took.push_back((sim.now() - begin).in_seconds());
  }
}

// Returns what each transfer took, in order, of sixteen clients with 32 under way, each to a random one of 32
// servers.
std::vector<double> times_of_a_crowd(double tolerance) {
  Simulation sim;
  FairNetwork net(sim, "fabric", tolerance);
  std::vector<LinkId> clients, servers;
  constexpr std::size_t kClients = 16, kEach = 32;
  for (std::size_t i = 0; i < kClients; ++i) clients.push_back(net.add_link("client", 20_GBps));
  for (std::size_t i = 0; i < 2 * kClients; ++i) servers.push_back(net.add_link("server", 10_GBps));
  std::vector<double> took;
  TaskGroup group(sim);
  for (std::size_t i = 0; i < kClients * kEach; ++i)
    group.spawn("sender", send_one_after_another(net, sim, clients[i / kEach], servers,
                                                 RandomStream(i, "servers"), took));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  std::sort(took.begin(), took.end());
  return took;
}

// All transfers end with a tolerance, and take as long as they would: the mean and the tails.
TEST(FairNetworkLaws, ATolerancePutsNoEndOff) {
  const std::vector<double> exact = times_of_a_crowd(0), near = times_of_a_crowd(0.005);
  ASSERT_EQ(near.size(), exact.size());
  const auto mean = [](const std::vector<double>& all) {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  };
  EXPECT_NEAR(mean(near) / mean(exact), 1, 0.005);
  for (const std::size_t twentieth : {1U, 10U, 19U})
    EXPECT_NEAR(near[near.size() * twentieth / 20] / exact[exact.size() * twentieth / 20], 1, 0.02);
}

TEST(FairNetworkLaws, SameSeedSameTrace) {
  Traffic first(2, 20'000);
  Traffic second(2, 20'000);
  Traffic other(3, 20'000);
  EXPECT_EQ(first.run().fingerprint, second.run().fingerprint);
  other.run();
  EXPECT_EQ(first.trace(), second.trace());
  EXPECT_NE(first.trace(), other.trace());
  EXPECT_EQ(first.trace(), 16605983249923440224U) << "whatever the compiler";
}

// Wherever the run is left, flows and network may go.
TEST(FairNetworkLaws, MayBeDestroyedAtAnyTime) {
  for (std::uint64_t events = 1; events < 200; ++events) {
    Simulation sim;
    FairNetwork net(sim, "fabric");
    std::array<FairNetwork::Flow, 12> flows;
    const std::array<LinkId, 3> links = {net.add_link("a", 1_GBps), net.add_link("b", 2_GBps),
                                         net.add_link("c", 1_GBps)};
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const Action nothing = {[](void*, std::uint64_t) {}, nullptr, 0};
      net.start(flows[i], {&links[i % 2], 2}, Bytes::count(static_cast<std::int64_t>(100 + 10 * i)), nothing);
    }
    RunLimits limits;
    limits.events = events;
    sim.run(limits);
  }
}

struct ReferenceJob {
  std::vector<std::size_t> path;
  Duration start;
  Bytes size;
  std::int64_t weight = 1;
};

std::vector<ReferenceJob> random_jobs(std::uint64_t seed, std::size_t links, std::size_t count) {
  RandomStream random(seed, "jobs");
  std::vector<ReferenceJob> jobs(count);
  for (ReferenceJob& job : jobs) {
    for (std::size_t link = 0; link < links; ++link)
      if (random.below(3) == 0) job.path.push_back(link);
    if (job.path.empty()) job.path.push_back(random.below(links));
    job.start = Duration::nanoseconds(static_cast<std::int64_t>(random.below(30'000)));
    job.size = Bytes::count(static_cast<std::int64_t>(random.below(20'000) + 1));
    job.weight = static_cast<std::int64_t>(random.below(3) + 1);
  }
  return jobs;
}

Task<> do_job(Simulation& sim, FairNetwork& net, std::vector<LinkId> path, ReferenceJob job, Time& end) {
  co_await sim.delay(job.start);
  const FairNetwork::Share share(job.weight);
  co_await net.transfer(path, job.size, share);
  end = sim.now();
}

std::vector<Time> ends_of(const std::vector<ReferenceJob>& jobs, const std::vector<std::int64_t>& mbps) {
  Simulation sim;
  FairNetwork net(sim, "fabric");
  TaskGroup group(sim);
  std::vector<Time> ends(jobs.size());
  std::vector<LinkId> links;
  for (const std::int64_t capacity : mbps)
    links.push_back(net.add_link("wire", 1_MBps * static_cast<double>(capacity)));
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<LinkId> path;
    for (const std::size_t link : jobs[i].path) path.push_back(links[link]);
    group.spawn("job", do_job(sim, net, path, jobs[i], ends[i]));
  }
  sim.run();
  return ends;
}

// Computes the same in exact fractions of time and bytes: rates by progressive filling between any two
// changes.
std::vector<double> exact_ends(const std::vector<ReferenceJob>& jobs, const std::vector<std::int64_t>& mbps) {
  std::vector<Rational> capacities;
  for (const std::int64_t capacity : mbps) capacities.emplace_back(capacity, 1000);  // Bytes a nanosecond.
  std::vector<Rational> left;
  for (const ReferenceJob& job : jobs) left.emplace_back(job.size.count());
  std::vector<double> ends(jobs.size());
  Rational now = 0;
  for (std::size_t done = 0; done < jobs.size();) {
    std::vector<ReferenceFlow> flows;
    std::vector<std::size_t> active;
    Rational next = -1;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Rational start = jobs[i].start.ns();
      if (start > now && (next < 0 || start < next)) next = start;
      if (start > now || left[i] == 0) continue;
      active.push_back(i);
      flows.push_back({jobs[i].path, jobs[i].weight, {}});
    }
    const std::vector<Rational> rates = reference_rates(capacities, flows);
    for (std::size_t k = 0; k < active.size(); ++k) {
      const Rational end = now + left[active[k]] / rates[k];
      if (next < 0 || end < next) next = end;
    }
    for (std::size_t k = 0; k < active.size(); ++k) {
      left[active[k]] -= rates[k] * (next - now);
      if (left[active[k]] != 0) continue;
      ends[active[k]] = next.convert_to<double>();
      ++done;
    }
    now = next;
  }
  return ends;
}

// Every end of eight transfers over four links, against exact fractions. A transfer is late by the rest of a
// nanosecond; in that time it takes bandwidth of others, who may make room for more others in turn: together
// a few nanoseconds. Until the first of them has ended nothing is late, so that one is not early either.
TEST(FairNetworkLaws, EndsAreThoseOfExactFractions) {
  double latest = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::vector<ReferenceJob> jobs = random_jobs(seed, 4, 8);
    const std::vector<std::int64_t> mbps = {1000, 700, 1900, 1300};
    const std::vector<Time> ends = ends_of(jobs, mbps);
    const std::vector<double> exact = exact_ends(jobs, mbps);
    double least_exact = exact[0];
    for (const double end : exact) least_exact = std::min(least_exact, end);
    Time first = ends[0];
    for (const Time end : ends) first = std::min(first, end);
    EXPECT_EQ(static_cast<double>(first.ns()), std::ceil(least_exact - 1e-6)) << "seed " << seed;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const double late = static_cast<double>(ends[i].ns()) - exact[i];
      latest = std::max(latest, std::abs(late));
      ASSERT_LE(std::abs(late), 8) << "seed " << seed << ", job " << i;
    }
  }
  RecordProperty("latest_ns", std::to_string(latest));
}

// k times the capacities, 1/k of the time. Starts and sizes are made so that all times are whole in both.
TEST(FairNetworkLaws, FasterLinksScaleTime) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::vector<ReferenceJob> slow = random_jobs(seed, 4, 10);
    for (ReferenceJob& job : slow) job.start = 4 * job.start;
    std::vector<ReferenceJob> fast = slow;
    for (ReferenceJob& job : fast) job.start = job.start / 4;
    const std::vector<Time> slow_ends = ends_of(slow, {1000, 700, 1900, 1300});
    const std::vector<Time> fast_ends = ends_of(fast, {4000, 2800, 7600, 5200});
    for (std::size_t i = 0; i < slow.size(); ++i)
      ASSERT_LE(std::abs(fast_ends[i].ns() - slow_ends[i].ns() / 4), 10) << "seed " << seed;
  }
}

// A link that cannot be full changes no end, to the nanosecond.
TEST(FairNetworkLaws, AnIdleLinkChangesNoEnd) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::vector<ReferenceJob> jobs = random_jobs(seed, 4, 10);
    const std::vector<Time> without = ends_of(jobs, {1000, 700, 1900, 1300});
    for (ReferenceJob& job : jobs) job.path.insert(job.path.begin(), 4);
    EXPECT_EQ(ends_of(jobs, {1000, 700, 1900, 1300, 100'000}), without) << "seed " << seed;
  }
}

// A transfer of weight k is k of weight 1 with a k-th of its bytes each.
TEST(FairNetworkLaws, SplittingATransferChangesNoEnd) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::vector<ReferenceJob> jobs = random_jobs(seed, 4, 10);
    jobs[0].weight = 3;
    jobs[0].size = 3 * jobs[0].size;
    const std::vector<Time> whole = ends_of(jobs, {1000, 700, 1900, 1300});
    jobs[0].weight = 1;
    jobs[0].size = jobs[0].size / 3;
    jobs.push_back(jobs[0]);
    jobs.push_back(jobs[0]);
    std::vector<Time> split = ends_of(jobs, {1000, 700, 1900, 1300});
    EXPECT_EQ(split[10], split[0]);
    EXPECT_EQ(split[11], split[0]);
    split.resize(whole.size());
    EXPECT_EQ(split, whole) << "seed " << seed;
  }
}

}  // namespace
}  // namespace headrace
