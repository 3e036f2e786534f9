#include "analysis/run/progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// A clock that a test moves by hand.
double read_clock(void* context) { return *static_cast<double*>(context); }

RunProgress progress_at(double simulated, double done, std::uint64_t events) {
  RunProgress progress;
  progress.at = at_seconds(simulated);
  progress.done = done;
  progress.events = events;
  return progress;
}

struct Fixture {
  double now = 100;
  StringSink err;
  Progress progress;

  Fixture(bool terminal, ProgressMode mode) : progress(err, terminal, mode, read_clock, &now) {
    progress.start(1, 1);
  }
  void update(double elapsed, const RunProgress& at) {
    now = 100 + elapsed;
    progress.update(at);
  }
};

TEST(Progress, RewritesOneLineOfATerminalFiveTimesASecond) {
  Fixture f(true, ProgressMode::text);
  f.update(0.19, progress_at(1, 0.1, 100));
  EXPECT_EQ(f.err.text(), "");
  f.update(2, progress_at(20.5, 0.25, 6'000'000));
  EXPECT_EQ(f.err.text(), "\r\x1b[K20.5 s simulated, 25 %, 3.0 Mevents/s, 6 s left");
  f.update(2.1, progress_at(21, 0.26, 6'100'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(), "\r\x1b[K20.5 s simulated, 25 %, 3.0 Mevents/s, 6 s left\r\x1b[K");
}

TEST(Progress, IsSilentForTenSecondsElsewhere) {
  Fixture f(false, ProgressMode::text);
  f.update(9.9, progress_at(1, 0.001, 99'000));
  EXPECT_EQ(f.err.text(), "");
  f.update(10, progress_at(1, 0.001, 100'000));
  f.update(19, progress_at(2, 0.002, 190'000));
  f.update(20, progress_at(2, 0.5, 200'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(),
            "1.0 s simulated, 0 %, 10 kevents/s\n2.0 s simulated, 50 %, 10 kevents/s, 20 s left\n");
}

TEST(Progress, NamesTheReplication) {
  Fixture f(false, ProgressMode::text);
  f.progress.start(2, 5);
  f.update(10, progress_at(1, 0.001, 100));
  EXPECT_EQ(f.err.text(), "replication 2 of 5: 1.0 s simulated, 0 %, 10 events/s\n");
}

TEST(Progress, NamesTheArm) {
  Fixture f(false, ProgressMode::text);
  f.progress.start(1, 1, "lru");
  f.update(10, progress_at(1, 0.001, 100));
  f.progress.start(2, 5, "lru");
  f.update(20, progress_at(1, 0.001, 100));
  EXPECT_EQ(f.err.text(),
            "lru: 1.0 s simulated, 0 %, 10 events/s\n"
            "lru, replication 2 of 5: 1.0 s simulated, 0 %, 10 events/s\n");
  Fixture json(false, ProgressMode::json);
  json.progress.start(1, 1, "lru");
  json.update(4, progress_at(20, 0.25, 4'000'000));
  EXPECT_EQ(nlohmann::json::parse(json.err.text())["arm"], "lru");
}

TEST(Progress, GivesJsonALine) {
  Fixture f(true, ProgressMode::json);
  f.update(0.5, progress_at(1, 0.1, 100));
  f.update(4, progress_at(20, 0.25, 4'000'000));
  f.update(5, progress_at(20, 0.001, 4'000'000));
  const std::string text = f.err.text();
  const std::size_t end = text.find('\n');
  ASSERT_NE(end, std::string::npos);
  const auto first = nlohmann::json::parse(text.substr(0, end));
  EXPECT_EQ(first["schema"], "headrace.progress/1");
  EXPECT_EQ(first["simulated_seconds"], 20.0);
  EXPECT_EQ(first["done"], 0.25);
  EXPECT_EQ(first["events"], 4'000'000);
  EXPECT_EQ(first["events_per_second"], 1'000'000);
  EXPECT_EQ(first["seconds_left"], 12.0);
  EXPECT_TRUE(nlohmann::json::parse(text.substr(end + 1))["seconds_left"].is_null());
}

TEST(Progress, CanBeOff) {
  Fixture f(true, ProgressMode::off);
  f.update(1000, progress_at(20, 0.25, 4'000'000));
  f.progress.finish();
  EXPECT_EQ(f.err.text(), "");
}

TEST(Progress, LongTimesAreInMinutesAndHours) {
  Fixture f(false, ProgressMode::text);
  f.update(100, progress_at(1, 0.5, 100));
  f.update(4000, progress_at(1, 0.5, 100));
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
