#include "sim/action.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/simulation.h"

namespace headrace {
namespace {

struct ServedJob {
  int served = 0;
};

class Base {
 public:
  void note() { ++noted_; }
  int noted() const { return noted_; }

 private:
  int noted_ = 0;
};

class Other {
 public:
  std::uint64_t padding = 7;
};

class Server : public Other, public Base {
 public:
  void serve(ServedJob& job) { ++job.served; }
  void wide(std::uint64_t word) { words_.push_back(word); }
  void narrow(std::int32_t word) { words_.push_back(static_cast<std::uint64_t>(word + 1'000)); }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

TEST(Action, CallsAFunctionOfItsObject) {
  Server server;
  Action::of<&Server::note>(server)();
  EXPECT_EQ(server.noted(), 1);  // Of a base that does not stand at the object's address.
  EXPECT_EQ(server.padding, 7u);
}

TEST(Action, HandsOverTheVeryObject) {
  Server server;
  ServedJob job, other;
  Action::of<&Server::serve>(server, job)();
  EXPECT_EQ(job.served, 1);
  EXPECT_EQ(other.served, 0);
}

TEST(Action, HandsOverNumbersOfAnyWidthAndSign) {
  Server server;
  Action::of<&Server::wide>(server, std::numeric_limits<std::uint64_t>::max())();
  Action::of<&Server::wide>(server, 0)();
  Action::of<&Server::narrow>(server, -1)();
  EXPECT_EQ(server.words(), (std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max(), 0, 999}));
}

TEST(Action, IsFalseWhereThereIsNone) {
  Server server;
  EXPECT_FALSE(Action());
  EXPECT_TRUE(Action::of<&Server::note>(server));
}

TEST(Action, RunsAsAnEvent) {
  Simulation sim;
  Server server;
  ServedJob job;
  sim.schedule_in(2_ms, Action::of<&Server::serve>(server, job));
  sim.schedule_in(1_ms, Action::of<&Server::wide>(server, 5));
  sim.run();
  EXPECT_EQ(job.served, 1);
  EXPECT_EQ(server.words(), std::vector<std::uint64_t>{5});
}

}  // namespace
}  // namespace headrace
