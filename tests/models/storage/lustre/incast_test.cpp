// Many clients write through the port of one server: what they have on its way is bounded by their windows of
// requests, it waits at them, and the port takes all of it at its rate.

#include <gtest/gtest.h>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kEach = 64_MiB;

Duration written_by(std::int64_t clients) {
  LustreSpec spec = exact_spec();
  spec.oss.nic.bandwidth = 1_GBps;
  spec.ost.device.flash().write_bandwidth = 1000_GBps;
  spec.client.copy_bandwidth = 1000_GBps;
  TestMachine machine(spec, clients);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < clients; ++i)
    bodies.push_back(write_whole(machine.client(static_cast<std::size_t>(i)), test_file(i, kEach), true));
  const Duration spent = machine.run_all(std::move(bodies));
  EXPECT_EQ(machine.outcome().end, RunEnd::finished);
  EXPECT_EQ(machine.ost_written(0), kEach * clients);
  return spent;
}

// All bytes and the headers of 16 requests a client at the port's rate, exactly; what else a client takes,
// before its first byte and after its last, it takes while others send.
TEST(Incast, AServersPortTakesAllItIsSent) {
  const Duration each = kEach / 1_GBps + 16 * kRequestHeader / 1_GBps;
  const Duration around = written_by(1) - each;
  EXPECT_GT(around, Duration());
  for (const std::int64_t clients : {2, 4, 8, 16})
    EXPECT_EQ(written_by(clients), clients * each + around) << clients;
}

}  // namespace
}  // namespace headrace
