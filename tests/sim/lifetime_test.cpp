// Every awaitable of the engine, with values that record their making and
// destruction, run to the end and destroyed after every number of events.
// g++ 12 destroys objects of some co_await expressions twice; this is how a
// wrong one in our awaitables would show, also without a sanitizer.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/barrier.h"
#include "sim/channel.h"
#include "sim/completion.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/timeout.h"
#include "tests/sim/tracked.h"

namespace headrace {
namespace {

// One of each, and processes that go through all of them.
class World {
 public:
  explicit World(Ledger& ledger)
      : ledger_(ledger),
        threads_(sim_, "threads", 2),
        items_(sim_, "items", 1),
        step_(sim_, "step", 2),
        wire_(sim_, "wire", 1_GBps),
        inner_(sim_, "inner"),
        outer_(sim_, "outer") {
    outer_.spawn("producer", produce(Tracked(ledger)));
    outer_.spawn("consumer", consume());
    outer_.spawn("a", rank(Tracked(ledger), 1));
    outer_.spawn("b", rank(Tracked(ledger), 2));
    outer_.spawn("joiner", join());
    outer_.spawn_daemon("daemon", forever(Tracked(ledger)));
  }

  RunOutcome run(RunLimits limits) { return sim_.run(limits); }
  int sum() const { return sum_; }

 private:
  Task<> produce(Tracked tracked) {
    for (int i = 0; i < 4; ++i) {
      Tracked item(ledger_, i);
      co_await items_.push(std::move(item));
      co_await items_.push(Tracked(ledger_, 10));
    }
    sum_ += tracked.value();
    items_.close();
  }

  Task<> consume() {
    while (const std::optional<Tracked> item = co_await items_.pop()) {
      sum_ += item->value();
      co_await sim_.delay(1_us);
    }
  }

  Task<Tracked> give(Tracked value, Duration when) {
    co_await sim_.delay(when);
    co_return value;
  }

  Task<> fail(Tracked value) {
    co_await sim_.delay(1_us);
    throw value;
  }

  Task<> use(Tracked value) {
    const Resource::Hold hold = co_await threads_.acquire();
    co_await wire_.transfer(1000_B);
    sum_ += value.value();
  }

  Task<> operation(Tracked value) {
    Completion done(sim_);
    auto server = std::make_unique<Signaller>(done.signaller());
    sim_.schedule_in(1_us, {&World::finish, this, servers_.size()});
    servers_.push_back(std::move(server));
    sum_ += static_cast<int>(co_await done);
    sum_ += value.value();
  }
  static void finish(void* world, std::uint64_t place) {
    static_cast<World*>(world)->servers_[place]->signal(5);
  }

  Task<> rank(Tracked tracked, int number) {
    const Tracked now = co_await give(Tracked(ledger_, 1), Duration());
    const Tracked later = co_await give(Tracked(ledger_, 2), 1_us);
    sum_ += now.value() + later.value();
    std::vector<Task<>> parts;
    for (int i = 0; i < 3; ++i) parts.push_back(use(Tracked(ledger_, 100)));
    parts.push_back(operation(Tracked(ledger_, 100)));
    co_await when_all(std::move(parts));
    co_await step_.arrive();
    try {
      co_await fail(Tracked(ledger_, 1000));
    } catch (const Tracked& thrown) {
      sum_ += thrown.value();
    }
    if (co_await within(sim_, 5_us, use(Tracked(ledger_, 3)))) sum_ += 7;
    if (co_await within(sim_, 1_ns, use(Tracked(ledger_, 4)))) sum_ += 100'000;
    inner_.spawn("child", use(Tracked(ledger_, number)));
    sum_ += tracked.value();
  }

  Task<> join() {
    co_await sim_.delay(6_us);
    co_await inner_.join();
    sum_ += 10'000;
  }

  Task<> forever(Tracked tracked) {
    while (tracked.value() == 0) co_await sim_.delay(1_us);
  }

  Simulation sim_;
  Ledger& ledger_;
  int sum_ = 0;
  Resource threads_;
  Channel<Tracked> items_;
  Barrier step_;
  Link wire_;
  std::vector<std::unique_ptr<Signaller>> servers_;
  TaskGroup inner_;
  TaskGroup outer_;
};

// 4 x 10 + (0 + 1 + 2 + 3) by the consumer; for each rank 3 + 3 x 100 + 105 + 1000 + 3 + 7, and 1 and 2 by
// the children; 10,000 by the joiner.
constexpr int kSum = 46 + 2 * (3 + 300 + 105 + 1000 + 3 + 7) + 3 + 10'000;

TEST(Lifetime, EveryObjectIsMadeAndDestroyedOnce) {
  Ledger ledger;
  {
    World world(ledger);
    EXPECT_EQ(world.run({}).end, RunEnd::finished);
    EXPECT_EQ(world.sum(), kSum);
  }
  EXPECT_TRUE(ledger.sound());
  EXPECT_GT(ledger.made(), 60);
}

TEST(Lifetime, DestroyedAfterAnyNumberOfEventsNothingIsLeft) {
  RunLimits limits;
  for (limits.events = 0; limits.events < 500; ++limits.events) {
    Ledger ledger;
    RunEnd end = RunEnd::finished;
    {
      World world(ledger);
      end = world.run(limits).end;
    }
    ASSERT_TRUE(ledger.sound()) << limits.events;
    if (end == RunEnd::finished) break;
  }
  EXPECT_GT(limits.events, 50u);
  EXPECT_LT(limits.events, 500u);
}

}  // namespace
}  // namespace headrace
