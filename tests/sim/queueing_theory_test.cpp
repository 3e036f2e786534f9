// The engine against closed formulas of queueing theory: one station, open to the world.
//
// rho is the utilisation, lambda the arrival rate, S the mean service (1 ms), W the mean time in the system,
// L the mean number in it.
//
//   M/M/1    W = S / (1 - rho)
//   M/M/c    W = S + C(c, a) S / (c (1 - rho)), a = c rho, C = Erlang's probability of waiting
//   M/G/1    W = S + rho S (1 + v) / (2 (1 - rho)), v = squared coefficient of variation
//            (Pollaczek-Khinchine)
//   M/D/1    the same with v = 0
//   M/G/1    W = S / (1 - rho) for a shared server, whatever the law of the service (processor sharing)
//   M/M/1/K  L = rho / (1 - rho) - (K + 1) rho^(K+1) / (1 - rho^(K+1));
//            a share (1 - rho) rho^K / (1 - rho^(K+1)) is turned away
//   Little   L = lambda W
//
// The loads of the suites that end in Long take minutes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "sim/link.h"
#include "sim/metrics.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/queueing_support.h"

namespace headrace {
namespace {

using namespace queueing;

constexpr std::int64_t kNoBound = INT64_MAX;

// Poisson arrivals at a station of c servers, each customer a process. Who finds the places taken is lost.
class OpenQueue {
 public:
  OpenQueue(std::uint64_t seed, std::int64_t servers, double rho, Distribution service,
            std::int64_t customers, std::int64_t places = kNoBound)
      : sim_(seed),
        servers_(sim_, "servers", servers),
        between_(Law::exponential, Duration::seconds(kService / (rho * static_cast<double>(servers)))),
        service_(service),
        left_(customers),
        places_(places),
        sojourn_(customers),
        processes_(sim_) {
    processes_.spawn("source", source());
  }

  void run() { ASSERT_EQ(sim_.run().end, RunEnd::finished); }
  const BatchMeans& sojourn() const { return sojourn_; }
  double total_sojourn() const { return total_sojourn_.in_seconds(); }
  double mean_number() const { return number_.mean(sim_.now()); }
  double span() const { return sim_.now().since_start().in_seconds(); }
  std::int64_t turned_away() const { return turned_away_; }

 private:
  // Makes as many customers as are to be served.
  Task<> source() {
    while (left_ > 0) {
      co_await sim_.delay(between_.draw(arrivals_));
      if (number_.value() >= static_cast<double>(places_)) {
        ++turned_away_;
        continue;
      }
      --left_;
      number_.add(sim_.now(), 1);
      processes_.spawn({}, customer());
    }
  }
  Task<> customer() {
    const Time arrived = sim_.now();
    const Resource::Hold server = co_await servers_.acquire();
    co_await sim_.delay(service_.draw(services_));
    number_.add(sim_.now(), -1);
    total_sojourn_ += sim_.now() - arrived;
    sojourn_.record((sim_.now() - arrived).in_seconds());
  }

  Simulation sim_;
  Resource servers_;
  Distribution between_;
  Distribution service_;
  std::int64_t left_;
  std::int64_t places_;
  std::int64_t turned_away_ = 0;
  RandomStream arrivals_ = sim_.random("arrivals");
  RandomStream services_ = sim_.random("services");
  BatchMeans sojourn_;
  Duration total_sojourn_;
  Gauge number_;
  TaskGroup processes_;
};

// Erlang's C by the recursion of Erlang's B, which stays within range: B(n) = a B(n-1) / (n + a B(n-1)).
double waiting_probability(std::int64_t servers, double rho) {
  const double load = static_cast<double>(servers) * rho;
  double blocked = 1;
  for (std::int64_t n = 1; n <= servers; ++n)
    blocked = load * blocked / (static_cast<double>(n) + load * blocked);
  return blocked / (1 - rho * (1 - blocked));
}

double theory_mmc(std::int64_t servers, double rho) {
  return kService + waiting_probability(servers, rho) * kService / (static_cast<double>(servers) * (1 - rho));
}

double theory_mg1(double rho, double variation) {
  return kService + rho * kService * (1 + variation) / (2 * (1 - rho));
}

class QueueingTheory : public testing::TestWithParam<double> {
 protected:
  double rho() const { return GetParam(); }

  void check(const std::string& what, std::int64_t servers, const Distribution& service, double theory,
             double variation) const {
    OpenQueue queue(11, servers, rho(), service, customers_for(rho(), variation));
    queue.run();
    expect_theory(at_load(what, rho()), queue.sojourn(), theory, tolerance(rho()));
  }
  void check_markovian() const {
    const Distribution service(Law::exponential, 1_ms);
    check("M/M/1", 1, service, kService / (1 - rho()), 1);
    check("M/M/4", 4, service, theory_mmc(4, rho()), 1);
  }
  void check_general() const {
    check("M/D/1", 1, Distribution(1_ms), theory_mg1(rho(), 0), 0);
    check("M/G/1 lognormal", 1, Distribution(Law::lognormal, 1_ms, 1200_us), theory_mg1(rho(), 1.44), 1.44);
    check("M/G/1 gamma", 1, Distribution(Law::gamma, 1_ms, 500_us), theory_mg1(rho(), 0.25), 0.25);
  }
  // Checks Little's law as an identity of the run, and with the rate and the number of the theory.
  void check_little() const {
    OpenQueue queue(12, 1, rho(), Distribution(Law::exponential, 1_ms), customers_for(rho()));
    queue.run();
    EXPECT_NEAR(queue.mean_number() * queue.span() / queue.total_sojourn(), 1, 1e-9);
    const double lambda = rho() / kService, number = rho() / (1 - rho());
    EXPECT_NEAR(queue.mean_number(), lambda * queue.sojourn().mean(), tolerance(rho()) * number);
    EXPECT_NEAR(queue.mean_number(), number, tolerance(rho()) * number);
  }
  // Shorter queues than without the bound: their number of customers is more than enough. Turned away is a
  // share p of n / (1 - p) arrivals, in runs as long as the queue remembers: 8 / (1 - rho)^2 arrivals at
  // most.
  void check_bounded() const {
    constexpr std::int64_t kPlaces = 5;
    const std::int64_t served = customers_for(rho());
    OpenQueue queue(14, 1, rho(), Distribution(Law::exponential, 1_ms), served, kPlaces);
    queue.run();
    const double full = std::pow(rho(), kPlaces), next = full * rho();
    const double lost = (1 - rho()) * full / (1 - next);
    const double number = rho() / (1 - rho()) - (kPlaces + 1) * next / (1 - next);
    const double sojourn = number * kService / (rho() * (1 - lost));
    expect_theory(at_load("M/M/1/5", rho()), queue.sojourn(), sojourn, tolerance(rho()));
    const double arrivals = static_cast<double>(served + queue.turned_away());
    const double apart = std::min(8 / std::pow(1 - rho(), 2), 8.0 * kPlaces * kPlaces);
    EXPECT_NEAR(static_cast<double>(queue.turned_away()) / arrivals, lost,
                3.6 * std::sqrt(lost * apart / arrivals));
  }
};

class QueueingTheoryLong : public QueueingTheory {};

TEST_P(QueueingTheory, OfExponentialService) { check_markovian(); }
TEST_P(QueueingTheory, OfAnyService) { check_general(); }
TEST_P(QueueingTheory, OfLittle) { check_little(); }
TEST_P(QueueingTheory, OfABoundedRoom) { check_bounded(); }

TEST_P(QueueingTheoryLong, OfExponentialService) { check_markovian(); }
TEST_P(QueueingTheoryLong, OfAnyService) { check_general(); }
TEST_P(QueueingTheoryLong, OfLittle) { check_little(); }
TEST_P(QueueingTheoryLong, OfABoundedRoom) { check_bounded(); }

INSTANTIATE_TEST_SUITE_P(Load, QueueingTheory, testing::Values(0.3, 0.7));
INSTANTIATE_TEST_SUITE_P(Load, QueueingTheoryLong, testing::Values(0.9, 0.95));

// A link is a processor-sharing server: 1 ms for the mean size alone.
class SharedServer {
 public:
  SharedServer(std::uint64_t seed, double rho, Distribution service, std::int64_t customers)
      : sim_(seed),
        link_(sim_, "server", 1_GBps),
        between_(Law::exponential, Duration::seconds(kService / rho)),
        service_(service),
        left_(customers),
        sojourn_(customers),
        processes_(sim_) {
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
    co_await link_.transfer(Bytes::count(service_.draw(services_).ns()));  // One byte a nanosecond.
    sojourn_.record((sim_.now() - arrived).in_seconds());
  }

  Simulation sim_;
  Link link_;
  Distribution between_;
  Distribution service_;
  std::int64_t left_;
  RandomStream arrivals_ = sim_.random("arrivals");
  RandomStream services_ = sim_.random("services");
  BatchMeans sojourn_;
  TaskGroup processes_;
};

class ProcessorSharing : public testing::TestWithParam<double> {
 protected:
  static void check(const std::string& law, const Distribution& service, double variation) {
    const double rho = GetParam();
    SharedServer server(13, rho, service, customers_for(rho, variation));
    server.run();
    expect_theory(at_load("M/G/1-PS " + law, rho), server.sojourn(), kService / (1 - rho), tolerance(rho));
  }
  static void check_laws() {
    check("constant", Distribution(1_ms), 0);
    check("exponential", Distribution(Law::exponential, 1_ms), 1);
    check("lognormal", Distribution(Law::lognormal, 1_ms, 1500_us), 2.25);
  }
};

class ProcessorSharingLong : public ProcessorSharing {};

TEST_P(ProcessorSharing, IsInsensitiveToTheLawOfService) { check_laws(); }
TEST_P(ProcessorSharingLong, IsInsensitiveToTheLawOfService) { check_laws(); }

INSTANTIATE_TEST_SUITE_P(Load, ProcessorSharing, testing::Values(0.3, 0.7));
INSTANTIATE_TEST_SUITE_P(Load, ProcessorSharingLong, testing::Values(0.9, 0.95));

}  // namespace
}  // namespace headrace
