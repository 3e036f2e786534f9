#include "sim/wait_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

// The least of a primitive: a list, and an awaiter that always waits.
class Gate {
 public:
  explicit Gate(Simulation& sim) : waiting(sim, "gate", "g") {}

  class [[nodiscard]] Pass : public Waiter {
   public:
    explicit Pass(Gate& gate) : gate_(gate) {}
    bool await_ready() const { return false; }
    template <detail::TaskPromise P>
    void await_suspend(std::coroutine_handle<P> frame) {
      gate_.waiting.wait(*this, frame);
    }
    void await_resume() const {}

   private:
    Gate& gate_;
  };
  Pass pass() { return Pass(*this); }

  WaitList waiting;
};

Task<> pass(Gate& gate, std::vector<int>& order, int value) {
  co_await gate.pass();
  order.push_back(value);
}

class WaitListTest : public testing::Test {
 protected:
  WaitListTest() : gate(std::make_unique<Gate>(sim)) {
    for (int i = 0; i < 4; ++i) {
      groups.push_back(std::make_unique<TaskGroup>(sim));
      groups.back()->spawn("p", pass(*gate, order, i));
    }
    sim.run();
  }

  Simulation sim;
  std::vector<int> order;
  std::unique_ptr<Gate> gate;
  std::vector<std::unique_ptr<TaskGroup>> groups;
};

TEST_F(WaitListTest, WakesInOrderAndByAnEvent) {
  EXPECT_EQ(gate->waiting.size(), 4u);
  gate->waiting.wake(*gate->waiting.front());
  gate->waiting.wake_all();
  EXPECT_TRUE(gate->waiting.empty());
  EXPECT_TRUE(order.empty());
  sim.run();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(WaitListTest, AWaiterThatIsDestroyedTakesItselfOut) {
  for (const std::size_t gone : {1u, 0u, 3u}) groups[gone].reset();
  EXPECT_EQ(gate->waiting.size(), 1u);
  gate->waiting.wake_all();
  sim.run();
  EXPECT_EQ(order, std::vector<int>{2});
}

TEST_F(WaitListTest, AWaiterDestroyedAfterItsWakeIsNotResumed) {
  gate->waiting.wake_all();
  groups[2].reset();
  sim.run();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 3}));
}

TEST_F(WaitListTest, TheListMayGoFirst) {
  gate->waiting.wake(*gate->waiting.front());
  gate.reset();
  EXPECT_EQ(sim.run().end, RunEnd::stalled);
  EXPECT_EQ(order, std::vector<int>{0});  // Woken before, so it still runs.
  groups.clear();
}

TEST_F(WaitListTest, IsCalledByKindAndName) {
  EXPECT_EQ(gate->waiting.label(), "gate 'g'");
  EXPECT_EQ(WaitList(sim, "gate", "").label(), "gate");
}

}  // namespace
}  // namespace headrace
