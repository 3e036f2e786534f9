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

// Whoever runs the tests may ignore hang-ups, as `nohup` does.
TEST(Interrupt, AHangUpIsNotedToo) {
  const auto before = std::signal(SIGHUP, SIG_DFL);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_TRUE(InterruptGuard::interrupted());
  }
  std::signal(SIGHUP, before);
}

TEST(Interrupt, AHangUpThatIsIgnoredStaysSo) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_FALSE(InterruptGuard::interrupted());
  }
  EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
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
