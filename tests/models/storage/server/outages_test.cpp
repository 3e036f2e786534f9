#include "models/storage/server/outages.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

Outage outage() {
  Outage outage;
  outage.rpc_timeout = 1_s;
  outage.reconnect_interval = 100_ms;
  return outage;
}

// Four servers of two targets each, and two more servers, which are another group, of one target each.
class OutagesTest : public testing::Test, private Outages::Owner {
 protected:
  struct Resent {
    StorageRequest* request = nullptr;
    Duration at;
  };

  OutagesTest() : outages_(sim_, *this, layout()) {}

  std::size_t target_of(const StorageRequest& request) const override {
    return static_cast<std::size_t>(request.target);
  }
  void resend(StorageRequest& request) override { resent_.push_back({&request, sim_.now().since_start()}); }
  void adopt(std::size_t target, std::size_t server) override { adopted_.emplace_back(target, server); }
  static Outages::Layout layout() {
    Outages::Layout layout;
    layout.homes = {0, 1, 2, 3, 0, 1, 2, 3, 4, 5};
    layout.groups = {4, 2};
    return layout;
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
  StorageRequest& request(std::int32_t target, NodeId client) {
    StorageRequest& request = pool_.take();
    request.target = target;
    request.client = client;
    request.sent = sim_.now();
    return request;
  }

  Simulation sim_;
  PoolOf<StorageRequest> pool_;
  std::vector<Resent> resent_;
  std::vector<std::pair<std::size_t, std::size_t>> adopted_;
  Outages outages_;
};

TEST_F(OutagesTest, NothingIsLostWithoutOne) {
  StorageRequest& rpc = request(5, 0);
  EXPECT_TRUE(outages_.admit(rpc, 1));
  EXPECT_FALSE(outages_.is_lost(rpc));
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(outages_.server_of(i), i % 4);
}

TEST_F(OutagesTest, WhatIsThereOrComesIsLost) {
  StorageRequest& before = request(5, 0);
  StorageRequest& elsewhere = request(1, 0);
  EXPECT_TRUE(outages_.admit(before, 1));
  EXPECT_TRUE(outages_.admit(elsewhere, 1));
  outages_.target_goes_down(5, outage());
  EXPECT_TRUE(outages_.is_lost(before));
  EXPECT_FALSE(outages_.is_lost(elsewhere));
  EXPECT_FALSE(outages_.admit(request(5, 0), 1));
  EXPECT_EQ(outages_.unanswered(), 1);
  outages_.target_comes_up(5);
  EXPECT_TRUE(outages_.is_lost(before));  // It was there when the target went down.
  EXPECT_TRUE(outages_.admit(request(5, 0), 1));
}

// A server takes its targets with it, and no others.
TEST_F(OutagesTest, EachPartGoesDownByItself) {
  outages_.server_goes_down(1, outage());
  outages_.server_goes_down(4, outage());
  for (std::int32_t i = 0; i < 8; ++i)
    EXPECT_EQ(outages_.admit(request(i, 0), static_cast<std::size_t>(i % 4)), i % 4 != 1) << i;
  EXPECT_FALSE(outages_.admit(request(8, 0), 4));
  EXPECT_TRUE(outages_.admit(request(9, 0), 5));
}

// Servers 4 and 5 are a group of their own: the second takes over the first's target, and gives it back; no
// server of the other group does.
TEST_F(OutagesTest, ServersOfAGroupFailOverAmongThemselves) {
  Outage failover = outage();
  failover.failover_time = 100_ms;
  outages_.server_goes_down(4, failover);
  run_until(99_ms);
  EXPECT_EQ(outages_.server_of(8), 4u);
  run_until(101_ms);
  EXPECT_EQ(outages_.server_of(8), 5u);
  EXPECT_EQ(adopted_, (std::vector<std::pair<std::size_t, std::size_t>>{{8, 5}}));
  EXPECT_TRUE(outages_.admit(request(8, 0), 5));
  outages_.server_comes_up(4);
  EXPECT_EQ(outages_.server_of(8), 4u);
  EXPECT_EQ(outages_.server_of(9), 5u);
}

// Client 1 lost its first request at 0.2 s and notices at 1.2 s, client 2 at 0.75 s and 1.75 s. Back at
// 2.31 s: their next attempts are at 2.4 s and 2.35 s, and take all they left unanswered, in its order.
TEST_F(OutagesTest, EachClientComesBackInItsOwnRhythm) {
  outages_.target_goes_down(5, outage());
  std::vector<StorageRequest*> lost;
  for (const auto& [at, client] : {std::pair(200_ms, 1), {750_ms, 2}, {900_ms, 1}, {1500_ms, 1}}) {
    run_until(at);
    lost.push_back(&request(5, client));
    EXPECT_FALSE(outages_.admit(*lost.back(), 1));
  }
  run_until(2310_ms);
  EXPECT_TRUE(resent_.empty());
  outages_.target_comes_up(5);
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 4u);
  const std::vector<std::pair<StorageRequest*, Duration>> expected = {
      {lost[1], 2350_ms}, {lost[0], 2400_ms}, {lost[2], 2400_ms}, {lost[3], 2400_ms}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(resent_[i].request, expected[i].first) << i;
    EXPECT_EQ(resent_[i].at, expected[i].second) << i;
  }
  EXPECT_EQ(outages_.unanswered(), 0);
}

// Down again at 0.9 s, before the client came back: its attempt at 1 s fails, and that at 2.1 s does not.
TEST_F(OutagesTest, AnAttemptMayFail) {
  outages_.target_goes_down(5, outage());
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));
  run_until(500_ms);
  outages_.target_comes_up(5);
  run_until(900_ms);
  outages_.target_goes_down(5, outage());
  run_until(2050_ms);
  EXPECT_TRUE(resent_.empty());
  outages_.target_comes_up(5);
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 1u);
  EXPECT_EQ(resent_[0].at, 2100_ms);
}

// Two outages that overlap, of the target and of its server: it is served when both are over.
TEST_F(OutagesTest, OverlappingOnesAllHaveToEnd) {
  outages_.target_goes_down(5, outage());
  outages_.server_goes_down(1, outage());
  outages_.server_goes_down(1, outage());
  outages_.server_comes_up(1);
  outages_.target_comes_up(5);
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));
  outages_.server_comes_up(1);
  EXPECT_TRUE(outages_.admit(request(5, 1), 1));
}

TEST_F(OutagesTest, TargetsMoveToThePartnerAndHome) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.server_goes_down(1, with_failover);
  run_until(299_ms);
  EXPECT_EQ(outages_.server_of(5), 1u);
  run_until(300_ms);
  EXPECT_EQ(outages_.server_of(1), 0u);
  EXPECT_EQ(outages_.server_of(5), 0u);
  EXPECT_EQ(adopted_, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}, {5, 0}}));
  StorageRequest& at_partner = request(5, 1);
  EXPECT_TRUE(outages_.admit(at_partner, 0));
  EXPECT_FALSE(outages_.admit(request(5, 1), 1));  // One that was on its way to the server that is down.
  outages_.server_comes_up(1);
  EXPECT_EQ(outages_.server_of(5), 1u);
  EXPECT_FALSE(outages_.is_lost(at_partner));
}

// Back before its partner has its targets: they never move.
TEST_F(OutagesTest, AServerThatIsBackInTimeKeepsItsTargets) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.server_goes_down(1, with_failover);
  run_until(200_ms);
  outages_.server_comes_up(1);
  run_until(1_s);
  EXPECT_EQ(outages_.server_of(5), 1u);
  EXPECT_TRUE(adopted_.empty());
}

// The partner goes down while it has them: what they were doing there is lost, and waits for either server.
TEST_F(OutagesTest, APartnerTakesItsGuestsWithIt) {
  Outage with_failover = outage();
  with_failover.failover_time = 300_ms;
  outages_.server_goes_down(1, with_failover);
  run_until(400_ms);
  StorageRequest& guest = request(5, 1);
  EXPECT_TRUE(outages_.admit(guest, 0));
  outages_.server_goes_down(0, outage());
  EXPECT_TRUE(outages_.is_lost(guest));
  outages_.lose(guest);
  outages_.server_comes_up(1);
  run_until(9_s);
  ASSERT_EQ(resent_.size(), 1u);
  EXPECT_EQ(resent_[0].at, 1400_ms);
}

}  // namespace
}  // namespace headrace
