#include "models/loaders/busy_readers.h"

#include <gtest/gtest.h>

#include <optional>

namespace headrace {
namespace {

// share = sum of the times of all readers / readers / run: 3 s and 1 s of 4 s by two are a half.
TEST(BusyReaders, ShareIsTheTimeTheyReadOverTheRun) {
  Simulation sim;
  Metrics metrics;
  BusyReaders readers(Scope(sim, metrics, "loader"));
  std::optional<BusyReaders::One> first(std::in_place, readers), second(std::in_place, readers);
  RunLimits limits;
  limits.until = Time::at(1_s);
  sim.schedule_in(4_s, Action());
  sim.run(limits);
  second.reset();
  limits.until = Time::at(3_s);
  sim.run(limits);
  first.reset();
  limits.until = Time::at(3999_ms);
  sim.run(limits);
  EXPECT_NEAR(readers.share_of(2), 4.0 / 2 / 3.999, 1e-9);
}

}  // namespace
}  // namespace headrace
