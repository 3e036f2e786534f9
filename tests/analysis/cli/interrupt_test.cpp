#include "analysis/cli/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace headrace {
namespace {

TEST(Interrupt, TheFirstSignalIsNoted) {
  const InterruptGuard guard;
  EXPECT_FALSE(InterruptGuard::interrupted());
  std::raise(SIGINT);
  EXPECT_TRUE(InterruptGuard::interrupted());
}

TEST(Interrupt, TerminationIsNotedToo) {
  const InterruptGuard guard;
  std::raise(SIGTERM);
  EXPECT_TRUE(InterruptGuard::interrupted());
}

TEST(Interrupt, TheSecondSignalIsFinal) {
  EXPECT_EXIT(
      {
        const InterruptGuard guard;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(Interrupt, FormerHandlersComeBack) {
  struct sigaction before = {};
  struct sigaction after = {};
  sigaction(SIGINT, nullptr, &before);
  {
    const InterruptGuard guard;
  }
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

}  // namespace
}  // namespace headrace
