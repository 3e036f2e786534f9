// First come, first served: starts are in the order of arrival, whoever sent them.

#include <gtest/gtest.h>

#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

// A client that keeps 30 waiting and one that keeps 10, one server: shares of 30 to 10, to one request.
TEST(Fifo, GivesEachClientWhatItAsksFor) {
  const auto fifo = Chosen<RequestScheduler>("fifo").make({});
  SchedulerBench bench(*fifo, 1);
  for (const std::int64_t outstanding : {30, 10}) {
    SchedulerBench::Client client;
    client.client = static_cast<NodeId>(outstanding);
    client.outstanding = outstanding;
    client.requests = 1'000'000;
    client.service = 1_ms;
    bench.add_client(client);
  }
  bench.run(Time::at(40 * 50_ms));
  EXPECT_NEAR(static_cast<double>(bench.started(0)), 30 * 50, 1);
  EXPECT_NEAR(static_cast<double>(bench.started(1)), 10 * 50, 1);
  Time last;
  for (const auto* record : bench.starts()) {
    ASSERT_GE(record->arrived, last);
    last = record->arrived;
  }
}

}  // namespace
}  // namespace headrace
