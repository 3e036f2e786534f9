#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

FaultSpec oss_down(Duration at, Duration lasting, double failover_time = 0) {
  GivenFields::Numbers times = {{"rpc_timeout", 1}, {"reconnect_interval", 0.1}};
  if (failover_time > 0) times["failover_time"] = failover_time;
  return fault_from(fault_at("oss_outage", Part::oss, 0, times), at, lasting);
}

// Targets 0 and 2 are of server 0, target 1 of server 1.
TEST(OssOutage, AllTargetsOfTheServerAreGone) {
  const DisturbanceSpec down = one_fault(oss_down(500_ms, 3050_ms));
  for (const std::int64_t file : {0, 2})
    EXPECT_EQ(spent_by_read_at(down, 1_s, 64_KiB, file), spent_by_read_at({}, 1_s, 64_KiB, file) + 2600_ms);
  EXPECT_EQ(spent_by_read_at(down, 1_s, 64_KiB, 1), spent_by_read_at({}, 1_s, 64_KiB, 1));
}

// Down from 0.5 s for 100 s. The partner has the targets at 1.2 s, before the client notices at 2 s; or at
// 2.75 s, which its attempt at 2.8 s finds.
TEST(OssOutage, AFailoverEndsItForItsClients) {
  const Duration plain = spent_by_read_at({}, 1_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 0.7)), 1_s), plain + 1_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 2.25)), 1_s), plain + 1800_ms);
}

// Once they have moved, a read finds them there at once, and once they are home again too.
TEST(OssOutage, LaterReadsDoNotWait) {
  const Duration plain = spent_by_read_at({}, 10_s);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 100_s, 0.7)), 10_s), plain);
  EXPECT_EQ(spent_by_read_at(one_fault(oss_down(500_ms, 4_s, 0.7)), 10_s), plain);
}

// What the partner serves crosses the partner's port: at 1/64 of its rate it is late.
TEST(OssOutage, ThePartnerServesWithItsOwnPort) {
  DisturbanceSpec both = one_fault(oss_down(500_ms, 100_s, 0.7));
  both.faults.emplace_back("port", fault_at("network_degraded", Part::oss, 1, {{"share", 1.0 / 64}}));
  EXPECT_GT(spent_by_read_at(both, 10_s), spent_by_read_at({}, 10_s) + 8_us);
}

// Both of a pair are down, the partner from 0.4 s to 5.05 s: it has the other's targets once it is back.
TEST(OssOutage, APartnerThatIsDownTakesOverLater) {
  DisturbanceSpec both = one_fault(oss_down(500_ms, 100_s, 0.7));
  both.faults.emplace_back("partner", oss_down(400_ms, 4650_ms));
  both.faults.back().second.number(Part::oss) = 1;
  EXPECT_EQ(spent_by_read_at(both, 1_s), spent_by_read_at({}, 1_s) + 4100_ms);
}

}  // namespace
}  // namespace headrace
