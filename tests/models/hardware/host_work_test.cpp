#include "models/hardware/host_work.h"

#include <gtest/gtest.h>

#include "tests/models/support/field_walk.h"

namespace headrace {
namespace {

// Every time t of the group is t / s on a core of speed s, and every rate r is r s: none is left out.
TEST(HostWork, AllOfItGoesWithTheSpeedOfACore) {
  HostWorkSpec given;
  given.core_speed = 0.25;
  HostWorkSpec slow = given.at_core_speed(), own = HostWorkSpec();
  FieldWalk of_slow, of_own;
  of_slow.read(slow);
  of_own.read(own);
  ASSERT_EQ(of_slow.fields().size(), of_own.fields().size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < of_own.fields().size(); ++i) {
    const auto &was = of_own.fields()[i], &is = of_slow.fields()[i];
    if (was.kind == "flag" || was.kind == "number") continue;
    EXPECT_NE(was.value, is.value) << was.path;
    ++changed;
  }
  EXPECT_GT(changed, 20u);
  EXPECT_EQ(slow.pytorch.worker_start, own.pytorch.worker_start * 4);
  EXPECT_EQ(slow.pytorch.handover.mean(), own.pytorch.handover.mean() * 4);
  EXPECT_EQ(slow.pytorch.handover.spread(), own.pytorch.handover.spread() * 4);
  EXPECT_EQ(slow.pytorch.handover.law(), own.pytorch.handover.law());
  EXPECT_EQ(slow.decode.of(Format::jpeg), own.decode.of(Format::jpeg) * 0.25);
  EXPECT_EQ(slow.containers.tar.member, own.containers.tar.member * 4);
}

TEST(HostWork, OfASpeedOfOneIsAsItIsGiven) {
  HostWorkSpec given;
  given.pytorch.collate = 123_MBps;
  EXPECT_EQ(given.at_core_speed().pytorch.collate, 123_MBps);
}

}  // namespace
}  // namespace headrace
