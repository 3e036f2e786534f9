#include "models/scheduler/gate.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// A gate whose requests last a constant time.
class Servers {
 public:
  Servers(Simulation& sim, const Chosen<RequestScheduler>& scheduler, std::int64_t places, Duration service)
      : sim_(sim),
        service_(service),
        gate_(sim, RequestGate::Owner::of<&Servers::start>(*this), scheduler.make(context()), places) {}

  void send(std::size_t count, std::int32_t job = 0) {
    for (std::size_t i = 0; i < count; ++i) {
      ScheduledRequest& request = requests_.emplace_back();
      request.job = job;
      gate_.arrive(request);
    }
  }
  const std::vector<Duration>& starts() const { return starts_; }
  const RequestGate& gate() const { return gate_; }

 private:
  static RequestScheduler::Context context() {
    RequestScheduler::Context context;
    context.jobs = 3;
    return context;
  }
  void start(ScheduledRequest& request) {
    starts_.push_back(sim_.now().since_start());
    sim_.schedule_in(service_, Action::of<&Servers::end>(*this, request));
  }
  void end(ScheduledRequest& request) { gate_.finished(request); }

  Simulation& sim_;
  Duration service_;
  std::deque<ScheduledRequest> requests_;
  std::vector<Duration> starts_;
  RequestGate gate_;
};

// k requests, p places, service s: request i starts at floor(i / p) s.
TEST(RequestGate, LetsStartAsManyAsThereArePlaces) {
  Simulation sim;
  Servers servers(sim, Chosen<RequestScheduler>("fifo"), 3, 1_ms);
  servers.send(8);
  EXPECT_EQ(servers.gate().in_flight(), 3);
  EXPECT_EQ(servers.gate().waiting(), 5);
  sim.run();
  EXPECT_EQ(servers.starts(), (std::vector<Duration>{0_ms, 0_ms, 0_ms, 1_ms, 1_ms, 1_ms, 2_ms, 2_ms}));
  EXPECT_EQ(servers.gate().in_flight(), 0);
  EXPECT_EQ(servers.gate().held_back(), 0);
  EXPECT_EQ(servers.gate().imbalance(), "");
}

// 10 a second, one at once: each of 5 requests is held back 100 ms longer than the one before it. Until the
// last of them starts at 400 ms something waits while places are free; the run ends 1 ms later.
TEST(RequestGate, AsksAgainWhenTheSchedulerSaidSo) {
  Simulation sim;
  Servers servers(sim, chosen<RequestScheduler>("tbf", {{"rate", 10}, {"burst", 1}}), 3, 1_ms);
  servers.send(5);
  EXPECT_EQ(servers.gate().imbalance(), "");
  sim.run();
  EXPECT_EQ(servers.starts(), (std::vector<Duration>{0_ms, 100_ms, 200_ms, 300_ms, 400_ms}));
  EXPECT_NEAR(servers.gate().held_back(), 400.0 / 401.0, 1e-9);
}

// Whatever comes meanwhile: one wake-up is pending at most, and none when nothing is held back.
TEST(RequestGate, HasOneWakeUpAtMost) {
  Simulation sim;
  Servers servers(sim, chosen<RequestScheduler>("tbf", {{"rate", 10}, {"burst", 1}}), 100, 1_ms);
  servers.send(1);
  EXPECT_EQ(sim.pending(), 1u);  // The end of the first.
  for (int i = 0; i < 10; ++i) {
    servers.send(1);
    EXPECT_EQ(sim.pending(), 2u);
  }
  sim.run();
  EXPECT_EQ(servers.starts().back(), 1000_ms);
  EXPECT_EQ(sim.pending(), 0u);
}

// Windows open at 0, 300 and 600 ms. The later wake-up goes when an earlier one is needed.
TEST(RequestGate, AnEarlierChanceReplacesALaterOne) {
  Simulation sim;
  Servers servers(sim, chosen<RequestScheduler>("periodic", {{"period", 0.9}}), 100, 1_ms);
  servers.send(1, 2);
  EXPECT_EQ(sim.pending(), 1u);
  servers.send(1, 1);
  EXPECT_EQ(sim.pending(), 1u);
  sim.run();
  EXPECT_EQ(servers.starts(), (std::vector<Duration>{300_ms, 600_ms}));
}

// No place is left, so that no chance would help: the end of the first request asks again.
TEST(RequestGate, AFullGateHasNoWakeUp) {
  Simulation sim;
  Servers servers(sim, chosen<RequestScheduler>("periodic", {{"period", 0.9}}), 1, 350_ms);
  servers.send(1, 1);
  servers.send(1, 0);
  EXPECT_EQ(servers.gate().in_flight(), 1);
  EXPECT_EQ(sim.pending(), 1u);
  sim.run();
  EXPECT_EQ(servers.starts(), (std::vector<Duration>{0_ms, 350_ms}));
  EXPECT_EQ(servers.gate().held_back(), 0);
}

TEST(RequestGate, TakesItsWakeUpWithIt) {
  Simulation sim;
  {
    Servers servers(sim, chosen<RequestScheduler>("periodic", {{"period", 1}}), 100, 1_ms);
    servers.send(1, 1);
    EXPECT_EQ(sim.pending(), 1u);
  }
  EXPECT_EQ(sim.pending(), 0u);
}

}  // namespace
}  // namespace headrace
