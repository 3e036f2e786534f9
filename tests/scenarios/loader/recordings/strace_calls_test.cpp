#include "scenarios/loader/recordings/strace_calls.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(StraceCalls, AreKnownByName) {
  EXPECT_EQ(known_strace_call("pread64")->effect, StraceEffect::move);
  EXPECT_TRUE(known_strace_call("pread64")->at_argument);
  EXPECT_EQ(known_strace_call("openat")->path, 1u);
  EXPECT_EQ(known_strace_call("fsync")->operation, IoOperation::sync);
  EXPECT_EQ(known_strace_call("futex"), nullptr);
}

}  // namespace
}  // namespace headrace
