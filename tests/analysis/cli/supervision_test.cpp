#include "analysis/cli/supervision.h"

#include <gtest/gtest.h>

#include <csignal>

namespace headrace {
namespace {

class SupervisionTest : public testing::Test {
 protected:
  WorkOptions work_;
  StringSink out_, err_;
  const Streams streams_{out_, err_};
};

TEST_F(SupervisionTest, GoesOnUntilASignal) {
  Supervision supervision(work_, streams_, "runs");
  EXPECT_TRUE(supervision.watch()({}));
  EXPECT_EQ(supervision.why_stopped(), "");
  std::raise(SIGTERM);
  EXPECT_FALSE(supervision.watch()({}));
  EXPECT_EQ(supervision.why_stopped(), "interrupted");
}

TEST_F(SupervisionTest, NamesTheLimit) {
  work_.memory_limit = Bytes::count(1);
  Supervision supervision(work_, streams_, "runs");
  EXPECT_FALSE(supervision.watch()({}));
  EXPECT_EQ(supervision.why_stopped(), "stopped by --memory-limit 1 B");
}

}  // namespace
}  // namespace headrace
