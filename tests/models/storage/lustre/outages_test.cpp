#include "models/storage/lustre/outages.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

Place place(Part part, std::int64_t number) {
  Place place;
  place.part = part;
  place.number = number;
  return place;
}

Outage outage() {
  Outage outage;
  outage.rpc_timeout = 1_s;
  outage.reconnect_interval = 100_ms;
  return outage;
}

// Four servers of two targets each, and two metadata servers.
class OutagesTest : public testing::Test, private Outages::Owner {
 protected:
  struct Resent {
    Rpc* rpc = nullptr;
    Duration at;
  };

  OutagesTest() : outages_(sim_, *this, counts()) {}

  void resend(Rpc& rpc) override { resent_.push_back({&rpc, sim_.now().since_start()}); }
  void adopt(std::int32_t target, std::size_t server) override { adopted_.emplace_back(target, server); }
  static Outages::Counts counts() {
    Outages::Counts counts;
    counts.targets = 8;
    counts.servers = 4;
    counts.metadata_servers = 2;
    return counts;
  }
  void run_until(Duration until) {
    RunLimits limits;
    limits.until = Time::at(until);
    sim_.run(limits);
    Action nothing;
    nothing.run = [](void*, std::uint64_t) {};
    sim_.schedule(Time::at(until), nothing);  // So that the clock stands there.
    sim_.run(limits);
  }
  Rpc& request(std::int32_t target, NodeId client, Rpc::Kind kind = Rpc::Kind::read) {
    Rpc& rpc = pool_.take();
    rpc.kind = kind;
    rpc.target = target;
    rpc.client = client;
    rpc.sent = sim_.now();
    return rpc;
  }

  Simulation sim_;
  RpcPool pool_;
  std::vector<Resent> resent_;
  std::vector<std::pair<std::int32_t, std::size_t>> adopted_;
  Outages outages_;
};

TEST_F(OutagesTest, NothingIsLostWithoutOne) {
  Rpc& rpc = request(5, 0);
  EXPECT_TRUE(outages_.admit(rpc, 1));
  EXPECT_FALSE(outages_.is_lost(rpc));
  for (std::int32_t i = 0; i < 8; ++i) EXPECT_EQ(outages_.server_of(i), static_cast<std::size_t>(i % 4));
}

TEST_F(OutagesTest, WhatIsThereOrComesIsLost) {
  Rpc& before = request(5, 0);
  Rpc& elsewhere = request(1, 0);
  EXPECT_TRUE(outages_.admit(before, 1));
  EXPECT_TRUE(outages_.admit(elsewhere, 1));
  outages_.goes_down(place(Part::ost, 5), outage());
  EXPECT_TRUE(outages_.is_lost(before));
  EXPECT_FALSE(outages_.is_lost(elsewhere));
  EXPECT_FALSE(outages_.admit(request(5, 0), 1));
  EXPECT_EQ(outages_.unanswered(), 1);
  outages_.comes_up(place(Part::ost, 5));
  EXPECT_TRUE(outages_.is_lost(before));  // It was there when the target went down.
  EXPECT_TRUE(outages_.admit(request(5, 0), 1));
}

// A server takes its targets with it, and no others; a metadata server only itself.
TEST_F(OutagesTest, EachPartGoesDownByItself) {
  outages_.goes_down(place(Part::oss, 1), outage());
  outages_.goes_down(place(Part::mds, 0), outage());
  for (std::int32_t i = 0; i < 8; ++i)
    EXPECT_EQ(outages_.admit(request(i, 0), static_cast<std::size_t>(i % 4)), i % 4 != 1) << i;
  EXPECT_FALSE(outages_.admit(request(0, 0, Rpc::Kind::open), 4));
  EXPECT_TRUE(outages_.admit(request(1, 0, Rpc::Kind::open), 5));
}

// Metadata servers are numbers 4 and 5, and behind 8 targets their own 8 and 9: the second takes over the
// first's names and bytes, and gives them back; no object server does.
TEST_F(OutagesTest, MetadataServersFailOverAmongThemselves) {
  Outage failover = outage();
  failover.failover_time = 100_ms;
  outages_.goes_down(place(Part::mds, 0), failover);
  run_until(99_ms);
  EXPECT_EQ(outages_.metadata_server_of(0), 0u);
  run_until(101_ms);
  EXPECT_EQ(outages_.metadata_server_of(0), 1u);
  EXPECT_EQ(outages_.server_of(8), 5u);
  EXPECT_EQ(adopted_, (std::vector<std::pair<std::int32_t, std::size_t>>{{8, 5}}));
  EXPECT_TRUE(outages_.admit(request(0, 0, Rpc::Kind::open), 5));
  EXPECT_TRUE(outages_.admit(request(8, 0), 5));
  outages_.comes_up(place(Part::mds, 0));
  EXPECT_EQ(outages_.metadata_server_of(0), 0u);
  EXPECT_EQ(outages_.metadata_server_of(1), 1u);
}

// Client 1 lost its first request at 0.2 s and notices at 1.2 s, client 2 at 0.75 s and 1.75 s. Back at
// 2.31 s: their next attempts are at 2.4 s and 2.35 s, and take all they left unanswered, in its order.
TEST_F(OutagesTest, EachClientComesBackInItsOwnRhythm) {
  outages_.goes_down(place(Part::ost, 5), outage());
  std::vector<Rpc*> lost;
  for (const auto& [at, client] : {std::pair(200_ms, 1), {750_ms, 2}, {900_ms, 1}, {1500_ms, 1}}) {
    run_until(at);
    lost.push_back(&request(5, client));
    EXPECT_FALSE(outages_.admit(*lost.back(), 1));
  }
  run_until(2310_ms);
  EXPECT_TRUE(resent_.empty());
  outages_.comes_up(place(Part::ost, 5));
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 4u);
  const std::vector<std::pair<Rpc*, Duration>> expected = {
      {lost[1], 2350_ms}, {lost[0], 2400_ms}, {lost[2], 2400_ms}, {lost[3], 2400_ms}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(resent_[i].rpc, expected[i].first) << i;
    EXPECT_EQ(resent_[i].at, expected[i].second) << i;
  }
  EXPECT_EQ(outages_.unanswered(), 0);
}

// Down again at 0.9 s, before the client came back: its attempt at 1 s fails, and that at 2.1 s does not.
TEST_F(OutagesTest, AnAttemptMayFail) {
  outages_.goes_down(place(Part::ost, 5), outage());
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));
  run_until(500_ms);
  outages_.comes_up(place(Part::ost, 5));
  run_until(900_ms);
  outages_.goes_down(place(Part::ost, 5), outage());
  run_until(2050_ms);
  EXPECT_TRUE(resent_.empty());
  outages_.comes_up(place(Part::ost, 5));
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 1u);
  EXPECT_EQ(resent_[0].at, 2100_ms);
}

// Two outages that overlap, of the target and of its server: it is served when both are over.
TEST_F(OutagesTest, OverlappingOnesAllHaveToEnd) {
  outages_.goes_down(place(Part::ost, 5), outage());
  outages_.goes_down(place(Part::oss, 1), outage());
  outages_.goes_down(place(Part::oss, 1), outage());
  outages_.comes_up(place(Part::oss, 1));
  outages_.comes_up(place(Part::ost, 5));
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));
  outages_.comes_up(place(Part::oss, 1));
  EXPECT_TRUE(outages_.admit(request(5, 1), 1));
}

TEST_F(OutagesTest, TargetsMoveToThePartnerAndHome) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.goes_down(place(Part::oss, 1), with_failover);
  run_until(299_ms);
  EXPECT_EQ(outages_.server_of(5), 1u);
  run_until(300_ms);
  EXPECT_EQ(outages_.server_of(1), 0u);
  EXPECT_EQ(outages_.server_of(5), 0u);
  EXPECT_EQ(adopted_, (std::vector<std::pair<std::int32_t, std::size_t>>{{1, 0}, {5, 0}}));
  Rpc& at_partner = request(5, 1);
  EXPECT_TRUE(outages_.admit(at_partner, 0));
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));  // One that was on its way to the server that is down.
  outages_.comes_up(place(Part::oss, 1));
  EXPECT_EQ(outages_.server_of(5), 1u);
  EXPECT_FALSE(outages_.is_lost(at_partner));
}

// Back before its partner has its targets: they never move.
TEST_F(OutagesTest, AServerThatIsBackInTimeKeepsItsTargets) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.goes_down(place(Part::oss, 1), with_failover);
  run_until(200_ms);
  outages_.comes_up(place(Part::oss, 1));
  run_until(1_s);
  EXPECT_EQ(outages_.server_of(5), 1u);
  EXPECT_TRUE(adopted_.empty());
}

// The partner goes down while it has them: what they were doing there is lost, and waits for either server.
TEST_F(OutagesTest, APartnerTakesItsGuestsWithIt) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.goes_down(place(Part::oss, 1), with_failover);
  run_until(400_ms);
  Rpc& guest = request(5, 1);
  EXPECT_TRUE(outages_.admit(guest, 0));
  outages_.goes_down(place(Part::oss, 0), outage());
  EXPECT_TRUE(outages_.is_lost(guest));
  outages_.lose(guest);
  outages_.comes_up(place(Part::oss, 1));
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 1u);
  EXPECT_EQ(resent_[0].at, 1400_ms);
}

}  // namespace
}  // namespace headrace
