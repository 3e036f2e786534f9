#include "models/faults/disturbances.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/models/support/disturbed_machine.h"
#include "tests/models/support/working.h"

namespace headrace {
namespace {

// Keeps what became of every speed, and nothing else of a machine.
class PlainSite final : public FaultSite {
 public:
  Speed& speed(const Place& place, Aspect) override { return speeds_[place.number]; }
  void goes_down(const Place& place, const Outage&) override { ++down_[place.number]; }
  void comes_up(const Place& place) override { --down_[place.number]; }
  double share(std::int64_t number) { return speeds_[number].share(); }
  int down(std::int64_t number) { return down_[number]; }

 private:
  std::map<std::int64_t, Speed> speeds_;
  std::map<std::int64_t, int> down_;
};

class DisturbancesTest : public testing::Test {
 protected:
  void begin(const DisturbanceSpec& spec) { disturbances_.emplace(Scope(sim_, metrics_), spec, site_); }
  void run_until(Duration until) {
    RunLimits limits;
    limits.until = Time::at(until);
    sim_.run(limits);
  }
  double mean(std::string_view component, std::string_view name, Duration until) {
    for (const MetricRow& row : metrics_.rows(Time::at(until)))
      if (row.component == component && row.metric == name && row.statistic == "mean") return row.value;
    ADD_FAILURE() << component;
    return 0;
  }

  Simulation sim_;
  Metrics metrics_;
  PlainSite site_;
  std::optional<Disturbances> disturbances_;
};

TEST_F(DisturbancesTest, AFaultLastsAsLongAsItSays) {
  begin(one_fault(fault_from(fault_at("slow_target", Part::ost, 3, {{"share", 0.25}}), 10_s, 5_s)));
  for (const auto& [at, share] :
       {std::pair(9_s, 1.0), {10_s, 0.25}, {14_s, 0.25}, {15_s, 1.0}, {99_s, 1.0}}) {
    run_until(at);
    EXPECT_EQ(site_.share(3), share) << at.ns();
  }
  EXPECT_EQ(mean("faults/it", "under_way", 100_s), 0.05);
}

TEST_F(DisturbancesTest, AFaultWithoutAnEndLastsToTheEndOfTheRun) {
  begin(one_fault(fault_at("slow_target", Part::ost, 3, {{"share", 0.25}})));
  run_until(1000_s);
  EXPECT_EQ(site_.share(3), 0.25);
  EXPECT_EQ(sim_.pending(), 0u);
}

// Up for a mean of b, down for a mean of d, both exponential: down for d / (b + d) of the time. Over a time t
// that share p is off by sqrt(2 p (1 - p) c / t), where c = 1 / (1 / b + 1 / d): to four of these.
TEST_F(DisturbancesTest, AFaultAtRandomIsThereForItsShareOfTheTime) {
  FaultSpec fault = fault_at("target_outage", Part::ost, 0);
  fault.mean_time_between = 90_s;
  fault.mean_time_to_repair = 10_s;
  fault.count = 4;
  begin(one_fault(fault));
  const Duration time = 1'000'000_s;
  run_until(time);
  const double p = 0.1, c = 1 / (1.0 / 90 + 1.0 / 10);
  for (int i = 0; i < 4; ++i) {
    const double share = mean("faults/it/" + std::to_string(i), "under_way", time);
    EXPECT_NEAR(share, p, 4 * std::sqrt(2 * p * (1 - p) * c / time.in_seconds())) << i;
    EXPECT_TRUE(site_.down(i) == 0 || site_.down(i) == 1);
  }
  EXPECT_NE(mean("faults/it/0", "under_way", time), mean("faults/it/1", "under_way", time));
}

TEST_F(DisturbancesTest, AFaultAtRandomComesNotBeforeItsTime) {
  FaultSpec fault = fault_at("slow_target", Part::ost, 0);
  fault.at = 1000_s;
  fault.mean_time_between = 1_s;
  fault.mean_time_to_repair = 1000_s;
  begin(one_fault(fault));
  run_until(1000_s);
  EXPECT_EQ(site_.share(0), 1);
  run_until(1020_s);
  EXPECT_EQ(site_.share(0), 0.5);
}

TEST_F(DisturbancesTest, ALoadLeavesTheRest) {
  DisturbanceSpec spec = one_load("constant", Part::oss, 2, {{"taken", 0.25}});
  spec.background[0].second.count = 3;
  begin(spec);
  run_until(1_s);
  for (const auto& [number, left] : {std::pair(1, 1.0), {2, 0.75}, {3, 0.75}, {4, 0.75}, {5, 1.0}})
    EXPECT_EQ(site_.share(number), left) << number;
  EXPECT_EQ(mean("background/it/3", "taken", 1_s), 0.25);
}

// A fault to a quarter of the speed for 5 of 15 s takes 3/4 x 1/3 of it; an outage takes none.
TEST_F(DisturbancesTest, TellWhatTheyHaveTaken) {
  DisturbanceSpec spec = one_load("constant", Part::oss, 2, {{"taken", 0.25}});
  spec.faults = {{"slow", fault_from(fault_at("slow_target", Part::ost, 3, {{"share", 0.25}}), 10_s, 5_s)},
                 {"gone", fault_from(fault_at("target_outage", Part::ost, 4), 10_s, 5_s)}};
  begin(spec);
  run_until(15_s);
  const auto taken = disturbances_->taken();
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].place->number, 3);
  EXPECT_DOUBLE_EQ(taken[0].share, 0.75 / 3);
  EXPECT_EQ(taken[1].share, 0);
  EXPECT_EQ(taken[2].place->part, Part::oss);
  EXPECT_DOUBLE_EQ(taken[2].share, 0.25);
}

// Another fault and another load leave the times of those there were where they are.
TEST(Disturbances, DrawForThemselves) {
  const auto share_of_time = [](bool others) {
    Simulation sim(4);
    Metrics metrics;
    PlainSite site;
    FaultSpec fault = fault_at("slow_target", Part::ost, 0);
    fault.mean_time_between = fault.mean_time_to_repair = 10_s;
    DisturbanceSpec spec = one_load("on_off", Part::oss, 7, {});
    spec.faults = {{"it", fault}};
    if (others) {
      spec.faults.insert(spec.faults.begin(), {"other", fault});
      spec.background.insert(spec.background.begin(), {"other", spec.background[0].second});
    }
    Disturbances disturbances(Scope(sim, metrics), spec, site);
    RunLimits limits;
    limits.until = Time::at(5000_s);
    sim.run(limits);
    std::map<std::string, double> means;
    for (const MetricRow& row : metrics.rows(Time::at(5000_s)))
      if (row.statistic == "mean") means[row.component] = row.value;
    return std::pair(means.at("faults/it"), means.at("background/it"));
  };
  EXPECT_EQ(share_of_time(true), share_of_time(false));
}

// What the drives of a target, the threads of a metadata server, a port and cores do at 1 - taken.
TEST(Disturbances, EachPartHasASpeedOfItsOwn) {
  const auto spent = [](const DisturbanceSpec& disturbances) {
    DisturbedMachine machine(disturbances);
    const Duration open = machine.run(read_whole(machine.storage(), test_file(0, 0_B), IoMode::direct));
    const Duration work = machine.run(working(machine.node(0), 1_ms, Bytes()));
    const Duration read = machine.run(read_whole(machine.storage(), test_file(0, 64_KiB), IoMode::direct));
    return std::array<Duration, 3>{open, work, read - open};
  };
  const auto plain = spent({});
  const auto with = [&](Part part) { return spent(one_load("constant", part, 0, {{"taken", 0.75}})); };
  EXPECT_EQ(with(Part::mds)[0], plain[0] + 3 * (200_us + 70_us));
  EXPECT_EQ(with(Part::mds)[1], plain[1]);
  EXPECT_EQ(with(Part::node)[1], 4_ms);
  EXPECT_EQ(with(Part::node)[0], plain[0]);
  EXPECT_EQ(with(Part::ost)[2], plain[2] + 3 * (100_us + 65536_ns));
  EXPECT_EQ(with(Part::ost)[0], plain[0]);
  EXPECT_GT(with(Part::oss)[2], plain[2]);
  EXPECT_LT(with(Part::oss)[2], plain[2] + 1_us);
}

// Whatever others take of it, a reader that reads one file after another is never faster with less.
TEST(Disturbances, TakingMoreNeverHelpsASerialReader) {
  const auto spent = [](Part part, double taken) {
    DisturbedMachine machine(one_load("constant", part, 0, {{"taken", taken}}));
    Duration sum;
    for (std::int64_t i = 0; i < 8; ++i)
      sum += machine.run(read_whole(machine.storage(), test_file(i, 10'000'000_B, 2), IoMode::buffered));
    return sum;
  };
  for (const Part part : {Part::ost, Part::oss, Part::mds}) {
    Duration before;
    for (const double taken : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
      const Duration now = spent(part, taken);
      EXPECT_GE(now, before) << static_cast<int>(part) << " " << taken;
      before = now;
    }
  }
}

}  // namespace
}  // namespace headrace
