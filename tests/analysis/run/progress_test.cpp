#include "analysis/run/progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

// Reads a clock that a test moves by hand.
double read_clock(void* context) { return *static_cast<double*>(context); }

WorkState a_run(double simulated, double done, std::uint64_t events) {
  WorkState state;
  state.points = 1;
  state.simulated_seconds = simulated;
  state.done = done;
  state.events = events;
  return state;
}

WorkState of_many(std::int64_t over, double done) {
  WorkState state;
  state.points = 100;
  state.points_over = over;
  state.runs = over;
  state.done = done;
  return state;
}

struct Fixture {
  double now = 100;
  StringSink err;
  Progress progress;

  Fixture(bool terminal, ProgressMode mode) : progress(err, terminal, mode, "points", read_clock, &now) {}
  void update(double elapsed, const WorkState& at) {
    now = 100 + elapsed;
    progress.update(at);
  }
};

TEST(Progress, RewritesOneLineOfATerminalFiveTimesASecond) {
  Fixture f(true, ProgressMode::text);
  f.update(0.19, a_run(1, 0.1, 100));
  EXPECT_EQ(f.err.text(), "");
  f.update(2, a_run(20.5, 0.25, 6'000'000));
  EXPECT_EQ(f.err.text(), "\r\x1b[K20.5 s simulated, 25 %, 3.0 Mevents/s, 6 s left");
  f.update(2.1, a_run(21, 0.26, 6'100'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(), "\r\x1b[K20.5 s simulated, 25 %, 3.0 Mevents/s, 6 s left\r\x1b[K");
}

TEST(Progress, IsSilentForTenSecondsElsewhere) {
  Fixture f(false, ProgressMode::text);
  f.update(9.9, a_run(1, 0.001, 99'000));
  EXPECT_EQ(f.err.text(), "");
  f.update(10, a_run(1, 0.001, 100'000));
  f.update(19, a_run(2, 0.002, 190'000));
  f.update(20, a_run(2, 0.5, 200'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(),
            "1.0 s simulated, 0 %, 10 kevents/s\n2.0 s simulated, 50 %, 10 kevents/s, 20 s left\n");
}

TEST(Progress, CountsPointsWhereThereAreSeveral) {
  Fixture f(false, ProgressMode::text);
  f.update(10, of_many(20, 0.2));
  EXPECT_EQ(f.err.text(), "20 of 100 points, 20 %, 2 runs/s, 40 s left\n");
}

TEST(Progress, SaysTheMemory) {
  Fixture f(false, ProgressMode::text);
  WorkState state = of_many(0, 0);
  state.memory = Bytes::count(300LL << 20);
  f.update(10, state);
  state.memory = Bytes::count(3LL << 30);
  f.update(20, state);
  EXPECT_EQ(f.err.text(), "0 of 100 points, 0 %, 300 MiB\n0 of 100 points, 0 %, 3.0 GiB\n");
}

// The time that is left is that of the work under way, not of rounds before it.
TEST(Progress, EachRoundHasItsOwnTime) {
  Fixture f(false, ProgressMode::text);
  f.update(1, of_many(90, 0.9));
  f.update(5, of_many(0, 0));
  WorkState state = of_many(20, 0.2);
  state.runs_before = 100;
  f.update(15, state);
  EXPECT_EQ(f.err.text(), "20 of 100 points, 20 %, 2 runs/s, 40 s left, 100 runs before\n");
}

TEST(Progress, GivesJsonALine) {
  Fixture f(true, ProgressMode::json);
  f.update(0.5, a_run(1, 0.1, 100));
  f.update(4, a_run(20, 0.25, 4'000'000));
  f.update(5, a_run(20, 0.001, 4'000'000));
  const std::string text = f.err.text();
  const std::size_t end = text.find('\n');
  ASSERT_NE(end, std::string::npos);
  const auto first = nlohmann::json::parse(text.substr(0, end));
  EXPECT_EQ(first["schema"], "headrace.progress/2");
  EXPECT_EQ(first["points"], 1);
  EXPECT_EQ(first["simulated_seconds"], 20.0);
  EXPECT_EQ(first["done"], 0.25);
  EXPECT_EQ(first["events"], 4'000'000);
  EXPECT_EQ(first["seconds_left"], 12.0);
  EXPECT_TRUE(nlohmann::json::parse(text.substr(end + 1))["seconds_left"].is_null());
}

TEST(Progress, CanBeOff) {
  Fixture f(true, ProgressMode::off);
  f.update(1000, a_run(20, 0.25, 4'000'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(), "");
}

TEST(Progress, LongTimesAreInMinutesAndHours) {
  Fixture f(false, ProgressMode::text);
  f.update(100, a_run(1, 0.5, 100));
  f.update(4000, a_run(1, 0.5, 100));
  EXPECT_NE(f.err.text().find("1 min 40 s left"), std::string::npos) << f.err.text();
  EXPECT_NE(f.err.text().find("1 h 06 min left"), std::string::npos) << f.err.text();
}

TEST(SecondsLeft, NeedsAHundredth) {
  EXPECT_FALSE(seconds_left(0.009, 10).has_value());
  EXPECT_DOUBLE_EQ(*seconds_left(0.2, 10), 40);
  EXPECT_DOUBLE_EQ(*seconds_left(1, 10), 0);
}

}  // namespace
}  // namespace headrace
