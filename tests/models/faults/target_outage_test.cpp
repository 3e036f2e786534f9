#include <gtest/gtest.h>

#include "tests/models/support/disturbed_machine.h"

namespace headrace {
namespace {

DisturbanceSpec ost_down(Duration at, Duration lasting) {
  const GivenFields::Numbers times = {{"rpc_timeout", 1}, {"reconnect_interval", 0.1}};
  return one_fault(fault_from(fault_at("target_outage", Part::ost, 0, times), at, lasting));
}

// Sent at 1 s, noticed at 2 s; then attempts at 2.1 s, 2.2 s, …: the first that finds the target takes the
// request there again.
TEST(TargetOutage, AReadIsSentAgainAtTheFirstAttemptAfterIt) {
  const Duration plain = spent_by_read_at({}, 1_s);
  EXPECT_EQ(spent_by_read_at(ost_down(500_ms, 3050_ms), 1_s), plain + 2600_ms);  // Back at 3.55 s: at 3.6 s.
  EXPECT_EQ(spent_by_read_at(ost_down(500_ms, 3100_ms), 1_s), plain + 2600_ms);  // At that very instant.
  EXPECT_EQ(spent_by_read_at(ost_down(500_ms, 1_s), 1_s), plain + 1_s);          // Back before it is noticed.
}

// On its way to the drives or at work there when the target goes down: it gets no answer.
TEST(TargetOutage, WhatWasInServiceIsLost) {
  const Duration plain = spent_by_read_at({}, 1_s);
  for (const Duration after : {1_us, 20_us, 60_us, 150_us})
    EXPECT_EQ(spent_by_read_at(ost_down(1_s + after, 200_ms), 1_s), plain + 1_s) << after.ns();
}

// Its answer left before.
TEST(TargetOutage, WhatWasAnsweredIsNotLost) {
  const Duration plain = spent_by_read_at({}, 1_s);
  EXPECT_EQ(spent_by_read_at(ost_down(1_s + plain, 200_ms), 1_s), plain);
}

TEST(TargetOutage, OtherTargetsOfTheServerGoOn) {
  const DisturbanceSpec first = ost_down(500_ms, 3050_ms);
  EXPECT_EQ(spent_by_read_at(first, 1_s, 64_KiB, 2), spent_by_read_at({}, 1_s, 64_KiB, 2));
}

}  // namespace
}  // namespace headrace
