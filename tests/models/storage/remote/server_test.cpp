#include "models/storage/remote/server.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

class FirstCome : public SchedulerMaker {
 public:
  std::unique_ptr<RequestScheduler> make_scheduler() const override {
    return Chosen<RequestScheduler>("fifo").make(RequestScheduler::Context());
  }
};

// A server and its only client, who sends by hand.
class ServerTest : public testing::Test {
 protected:
  static ServerSpec spec() {
    ServerSpec spec;
    spec.threads = 2;
    spec.nic = exact_port();
    spec.devices = 2;
    spec.device.flash().read_bandwidth = 1_GBps;
    spec.device.flash().read_latency = Distribution(100_us);
    return spec;
  }
  static NetworkSpec network() {
    NetworkSpec spec;
    spec.latency = kLatency;
    return spec;
  }
  RemoteRequest& request(RemoteRequest::Work work, Bytes length, std::int32_t target = 0) {
    RemoteRequest& request = pool_.take();
    request.work = work;
    request.length = length;
    request.target = target;
    request.service = &service_;
    request.reply_to = home_;
    request.back = &back_;
    request.replied = Action::of<&ServerTest::answered>(*this);
    return request;
  }
  void arrive(RemoteRequest& request) { server_.arrive(request); }
  void answered() { ends_.push_back(sim_.now().since_start()); }
  void leave_answer_of(RemoteRequest& request) {
    request.executes = Action::of<&ServerTest::executed>(*this);
  }
  void executed() { ++executed_; }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  Network network_ = Network(scope_.part("network"), network());
  Transport transport_ = Transport(scope_, network_, std::nullopt, Duration());
  FirstCome schedulers_;
  Server server_ = Server(scope_.part("server"), spec(), network_, transport_, schedulers_);
  PortId home_ = network_.add_port("home", exact_port());
  Distribution service_ = Distribution(1_ms);
  RequestPool pool_;
  int executed_ = 0;
  Stream back_;
  std::vector<Duration> ends_;
};

// Two threads and five requests of 1 ms: 1, 1, 2, 2, 3.
TEST_F(ServerTest, ThreadsServeInTheOrderOfArrival) {
  for (int i = 0; i < 5; ++i) arrive(request(RemoteRequest::Work::none, Bytes()));
  EXPECT_EQ(server_.imbalance(), "");
  sim_.run();
  ASSERT_EQ(ends_.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR((ends_[i] - (1_ms * static_cast<std::int64_t>(i / 2 + 1) + kLatency)).in_seconds(), 1e-9,
                1.1e-9);
  EXPECT_NEAR(server_.utilisation() * sim_.now().since_start().in_seconds(), 5e-3 / 2, 1e-9);
  EXPECT_EQ(server_.imbalance(), "");
}

// Each group of drives moves its own: two reads of 1 MB on two groups end together, on one a ms apart.
TEST_F(ServerTest, TargetsHaveDrivesOfTheirOwn) {
  arrive(request(RemoteRequest::Work::read, 1'000'000_B, 0));
  arrive(request(RemoteRequest::Work::read, 1'000'000_B, 1));
  sim_.run();
  ASSERT_EQ(ends_.size(), 2u);
  EXPECT_LT(ends_[1] - ends_[0], 3_us);
  EXPECT_NEAR(ends_[0].in_seconds(), 2.1e-3 + 5e-6 + 1.954e-6, 3e-9);
  ends_.clear();
  arrive(request(RemoteRequest::Work::read, 1'000'000_B, 4));
  arrive(request(RemoteRequest::Work::read, 1'000'000_B, 6));
  sim_.run();
  EXPECT_EQ(ends_[1] - ends_[0], 1_ms);
  EXPECT_EQ(server_.read(), 4'000'000_B);
  EXPECT_EQ(server_.written(), 0_B);
}

// What its store executes has left its thread, and is answered when the store does.
TEST_F(ServerTest, MayLeaveTheAnswerToItsStore) {
  RemoteRequest& asked = request(RemoteRequest::Work::none, 0_B);
  leave_answer_of(asked);
  arrive(asked);
  sim_.run();
  EXPECT_EQ(executed_, 1);
  EXPECT_TRUE(ends_.empty());
  EXPECT_EQ(server_.imbalance(), "");
  server_.answer(asked);
  sim_.run();
  EXPECT_EQ(ends_.size(), 1u);
}

// A server that nobody has asked anything has no scheduler yet, and held nothing back.
TEST_F(ServerTest, HeldNothingBackBeforeItsFirstRequest) {
  sim_.run();
  EXPECT_EQ(server_.held_back(), 0);
}

}  // namespace
}  // namespace headrace
