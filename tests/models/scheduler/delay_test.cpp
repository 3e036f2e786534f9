// Delay: a request that came at t starts at t + d, d uniform in [min, max], if it is one of those held; at
// once otherwise.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

constexpr std::int64_t kRequests = 1000;

struct Held {
  std::int64_t count = 0;
  Duration least = 1'000'000_s, most;
  double mean = 0;  // Seconds.
};

// Returns how long requests are held that never wait for a server.
Held hold(double min, double max, double percent) {
  RequestScheduler::Context context;
  context.in_flight = 100'000;
  const auto scheduler =
      chosen<RequestScheduler>("delay", {{"min", min}, {"max", max}, {"percent", percent}}).make(context);
  SchedulerBench bench(*scheduler, 100'000);
  SchedulerBench::Client client;
  client.outstanding = client.requests = kRequests;
  bench.add_client(client);
  bench.run();
  Held held;
  for (const auto* record : bench.starts()) {
    const Duration wait = record->started - record->arrived;
    if (wait > Duration()) ++held.count;
    held.least = std::min(held.least, wait);
    held.most = std::max(held.most, wait);
    held.mean += wait.in_seconds() / kRequests;
  }
  return held;
}

// The mean of n uniform draws has a deviation of (max - min) / sqrt(12 n); the least of them lies within
// (max - min) 10 / n of min but for e^-10. Five deviations.
TEST(Delay, IsUniformBetweenItsBounds) {
  const Held held = hold(2, 5, 100);
  EXPECT_EQ(held.count, kRequests);
  EXPECT_GE(held.least, 2_s);
  EXPECT_LE(held.most, 5_s);
  EXPECT_NEAR(held.least.in_seconds(), 2, 3.0 * 10 / kRequests);
  EXPECT_NEAR(held.most.in_seconds(), 5, 3.0 * 10 / kRequests);
  EXPECT_NEAR(held.mean, 3.5, 5 * 3 / std::sqrt(12.0 * kRequests));
}

// n p +- 5 sqrt(n p (1 - p)).
TEST(Delay, HoldsAShareOfTheRequests) {
  EXPECT_NEAR(static_cast<double>(hold(1, 1, 30).count), 300, 5 * std::sqrt(kRequests * 0.3 * 0.7));
  EXPECT_EQ(hold(1, 1, 0).count, 0);
}

TEST(Delay, OfOneLengthIsExact) {
  const Held held = hold(0.25, 0.25, 100);
  EXPECT_EQ(held.least, 250_ms);
  EXPECT_EQ(held.most, 250_ms);
  EXPECT_EQ(hold(0.25, 0.1, 100).most, 250_ms);  // A range the wrong way round is its lower end.
}

// Another server has other draws, and the same one the same.
TEST(Delay, DrawsFromItsOwnStream) {
  const auto first = [](std::string_view name) {
    RequestScheduler::Context context;
    context.random = RandomStream(1, name);
    const auto scheduler = chosen<RequestScheduler>("delay").make(context);
    ScheduledRequest request;
    scheduler->add(request, Time());
    return scheduler->next_chance(Time());
  };
  EXPECT_EQ(first("oss/0"), first("oss/0"));
  EXPECT_NE(first("oss/0"), first("oss/1"));
}

}  // namespace
}  // namespace headrace
