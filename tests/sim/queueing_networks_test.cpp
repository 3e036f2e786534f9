// The engine against closed formulas of queueing theory: networks of stations.
//
// Jackson (open): the stations behave as M/M/1 alone at their own loads, so W = sum of L_i / lambda with L_i
// = rho_i / (1 - rho_i); the visits to each follow from lambda and the routing. Closed networks: mean value
// analysis (Reiser and Lavenberg 1980), exact for exponential first-come servers, for shared servers of any
// law and for delays. Fork and join over two M/M/1: W = (12 - rho) / 8 of that of one (Flatto and Hahn 1984);
// over k: not less than over two, not more than that of k independent ones, H_k of that of one (Nelson and
// Tantawi 1988), and within 5 % of their approximation
//   W_k = [H_k / H_2 + (4 / 11) (1 - H_k / H_2) rho] W_2.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "sim/link.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/queueing_support.h"

namespace headrace {
namespace {

using namespace queueing;

// One server with exponential service.
struct Station {
  Station(Simulation& sim, const std::string& name, Duration mean)
      : server(sim, name, 1), service(Law::exponential, mean), draws(sim.random(name)) {}

  Task<> serve(Simulation& sim) {
    const Resource::Hold hold = co_await server.acquire();
    co_await sim.delay(service.draw(draws));
  }

  Resource server;
  Distribution service;
  RandomStream draws;
};

// From one station to the next; behind the last a share comes back to the first.
class Tandem {
 public:
  Tandem(double rate, const std::vector<Duration>& services, double back, std::int64_t customers)
      : sim_(21),
        between_(Law::exponential, Duration::seconds(1 / rate)),
        back_(back),
        left_(customers),
        sojourn_(customers),
        processes_(sim_) {
    for (const Duration service : services)
      stations_.emplace_back(sim_, "station/" + std::to_string(stations_.size()), service);
    processes_.spawn("source", source());
  }

  void run() { ASSERT_EQ(sim_.run().end, RunEnd::finished); }
  const BatchMeans& sojourn() const { return sojourn_; }

 private:
  Task<> source() {
    for (; left_ > 0; --left_) {
      co_await sim_.delay(between_.draw(arrivals_));
      processes_.spawn({}, customer());
    }
  }
  Task<> customer() {
    const Time arrived = sim_.now();
    do {
      for (Station& station : stations_) co_await station.serve(sim_);
    } while (routing_.uniform() < back_);
    sojourn_.record((sim_.now() - arrived).in_seconds());
  }

  Simulation sim_;
  std::deque<Station> stations_;
  Distribution between_;
  double back_;
  std::int64_t left_;
  RandomStream arrivals_ = sim_.random("arrivals");
  RandomStream routing_ = sim_.random("routing");
  BatchMeans sojourn_;
  TaskGroup processes_;
};

// Checks networks whose stations have loads of 0.6, 1 and 0.8 times rho, the longest service being 1 ms.
void check_jackson(double rho, double back) {
  const double rate = rho * (1 - back) / kService;
  // Rounds of one customer follow each other, so its sojourns vary as one service of that many stages would.
  Tandem tandem(rate, {600_us, 1_ms, 800_us}, back, customers_for(rho, 1 + back));
  tandem.run();
  double number = 0;
  for (const double part : {0.6, 1.0, 0.8}) number += part * rho / (1 - part * rho);
  const std::string what = back > 0 ? "Jackson with feedback" : "tandem of three";
  expect_theory(at_load(what, rho), tandem.sojourn(), number / rate, tolerance(rho));
}

class OpenNetwork : public testing::TestWithParam<double> {};
class OpenNetworkLong : public OpenNetwork {};

TEST_P(OpenNetwork, OfJackson) { check_jackson(GetParam(), 0); }
TEST_P(OpenNetwork, OfJacksonWithFeedback) { check_jackson(GetParam(), 0.25); }
TEST_P(OpenNetworkLong, OfJackson) { check_jackson(GetParam(), 0); }
TEST_P(OpenNetworkLong, OfJacksonWithFeedback) { check_jackson(GetParam(), 0.25); }

INSTANTIATE_TEST_SUITE_P(Load, OpenNetwork, testing::Values(0.3, 0.7));
INSTANTIATE_TEST_SUITE_P(Load, OpenNetworkLong, testing::Values(0.9, 0.95));

// n customers think, wait for one of two first-come servers (0.4 to the first) and share a link.
class ClosedNetwork {
 public:
  static constexpr double kThink = 4e-3, kFirst = 1.5e-3, kSecond = 1e-3, kShared = 0.8e-3, kToFirst = 0.4;

  ClosedNetwork(std::int64_t customers, std::int64_t cycles)
      : sim_(22), left_(cycles), cycle_(cycles), processes_(sim_) {
    for (std::int64_t i = 0; i < customers; ++i) processes_.spawn({}, customer());
  }

  void run() { ASSERT_EQ(sim_.run().end, RunEnd::finished); }
  const BatchMeans& cycle() const { return cycle_; }

 private:
  Task<> customer() {
    while (left_ > 0) {
      const Time began = sim_.now();
      co_await sim_.delay(think_.draw(thinking_));
      Station& station = routing_.uniform() < kToFirst ? first_ : second_;
      co_await station.serve(sim_);
      co_await link_.transfer(Bytes::count(size_.draw(sizes_).ns()));
      if (left_-- > 0) cycle_.record((sim_.now() - began).in_seconds());
    }
  }

  Simulation sim_;
  Station first_{sim_, "first", Duration::seconds(kFirst)};
  Station second_{sim_, "second", Duration::seconds(kSecond)};
  Link link_{sim_, "shared", 1_GBps};
  Distribution think_{Law::uniform, Duration::seconds(kThink), Duration::seconds(kThink / 2)};
  Distribution size_{Law::lognormal, Duration::seconds(kShared), Duration::seconds(kShared)};
  RandomStream thinking_ = sim_.random("thinking");
  RandomStream routing_ = sim_.random("routing");
  RandomStream sizes_ = sim_.random("sizes");
  std::int64_t left_;
  BatchMeans cycle_;
  TaskGroup processes_;
};

// R_i(n) = S_i (1 + Q_i(n - 1)), X(n) = n / (Z + sum V_i R_i(n)), Q_i(n) = X(n) V_i R_i(n).
double cycle_by_mean_value_analysis(std::int64_t customers) {
  using Net = ClosedNetwork;
  const std::vector<double> visits = {Net::kToFirst, 1 - Net::kToFirst, 1};
  const std::vector<double> services = {Net::kFirst, Net::kSecond, Net::kShared};
  std::vector<double> queued(visits.size());
  double cycle = 0;
  for (std::int64_t n = 1; n <= customers; ++n) {
    std::vector<double> spent(visits.size());
    cycle = Net::kThink;
    for (std::size_t i = 0; i < visits.size(); ++i)
      cycle += spent[i] = visits[i] * services[i] * (1 + queued[i]);
    for (std::size_t i = 0; i < visits.size(); ++i) queued[i] = static_cast<double>(n) / cycle * spent[i];
  }
  return cycle;
}

// A mean cycle over m cycles varies as n / m of the throughput over the same time, which a server that is
// always busy lets through with a relative variance of 1 / m; the many that wait together spread it over n
// cycles. With 4 / m to be safe, 3.6 deviations are 1 %.
TEST(ClosedNetwork, IsTheOneOfMeanValueAnalysis) {
  const auto cycles = static_cast<std::int64_t>(4 * std::pow(3.6 / 0.01, 2));
  for (const std::int64_t customers : {1, 2, 5, 16, 64}) {
    ClosedNetwork network(customers, cycles);
    network.run();
    expect_theory("closed network of " + std::to_string(customers), network.cycle(),
                  cycle_by_mean_value_analysis(customers), 0.01);
  }
}

class ForkJoin {
 public:
  ForkJoin(std::size_t ways, double rho, std::int64_t customers)
      : sim_(23),
        between_(Law::exponential, Duration::seconds(kService / rho)),
        left_(customers),
        sojourn_(customers),
        processes_(sim_) {
    for (std::size_t i = 0; i < ways; ++i) stations_.emplace_back(sim_, "way/" + std::to_string(i), 1_ms);
    processes_.spawn("source", source());
  }

  void run() { ASSERT_EQ(sim_.run().end, RunEnd::finished); }
  const BatchMeans& sojourn() const { return sojourn_; }

 private:
  Task<> source() {
    for (; left_ > 0; --left_) {
      co_await sim_.delay(between_.draw(arrivals_));
      processes_.spawn({}, customer());
    }
  }
  Task<> customer() {
    const Time arrived = sim_.now();
    std::vector<Task<>> ways;
    for (Station& station : stations_) ways.push_back(station.serve(sim_));
    co_await when_all(std::move(ways));
    sojourn_.record((sim_.now() - arrived).in_seconds());
  }

  Simulation sim_;
  std::deque<Station> stations_;
  Distribution between_;
  std::int64_t left_;
  RandomStream arrivals_ = sim_.random("arrivals");
  BatchMeans sojourn_;
  TaskGroup processes_;
};

double harmonic(std::size_t n) {
  double sum = 0;
  for (std::size_t i = 1; i <= n; ++i) sum += 1 / static_cast<double>(i);
  return sum;
}

void check_fork_join(double rho) {
  const double alone = kService / (1 - rho), of_two = (12 - rho) / 8 * alone;
  ForkJoin two(2, rho, customers_for(rho));
  two.run();
  expect_theory(at_load("fork-join of 2", rho), two.sojourn(), of_two, tolerance(rho));

  for (const std::size_t ways : {std::size_t{4}, std::size_t{8}}) {
    // The tolerance is one of 5 %, so that a quarter of the customers leaves it more than 8 deviations.
    ForkJoin many(ways, rho, customers_for(rho) / 4);
    many.run();
    const double share = harmonic(ways) / harmonic(2);
    const double about = (share + 4.0 / 11 * (1 - share) * rho) * of_two;
    const double half = many.sojourn().half_width();
    EXPECT_GT(many.sojourn().mean() + half, of_two) << ways;
    EXPECT_LT(many.sojourn().mean() - half, harmonic(ways) * alone) << ways;
    EXPECT_NEAR(many.sojourn().mean(), about, 0.05 * about) << ways;
  }
}

class ForkedQueues : public testing::TestWithParam<double> {};
class ForkedQueuesLong : public ForkedQueues {};

TEST_P(ForkedQueues, JoinAsTheoryAndItsBoundsSay) { check_fork_join(GetParam()); }
TEST_P(ForkedQueuesLong, JoinAsTheoryAndItsBoundsSay) { check_fork_join(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Load, ForkedQueues, testing::Values(0.3, 0.7));
INSTANTIATE_TEST_SUITE_P(Load, ForkedQueuesLong, testing::Values(0.9, 0.95));

}  // namespace
}  // namespace headrace
