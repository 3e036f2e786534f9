// The engine against closed formulas of queueing theory.
//
// rho is the utilisation, lambda the arrival rate, S the mean service, W the
// mean time in the system, L the mean number in it. Service has mean 1 ms.
//
//   M/M/1         W = S / (1 - rho)
//   M/M/c         W = S + C(c, a) S / (c (1 - rho)), a = c rho, C = Erlang's probability of waiting
//   M/G/1         W = S + rho S (1 + v) / (2 (1 - rho)), v = squared coefficient of variation
//   (Pollaczek-Khinchine) M/D/1         the same with v = 0 M/G/1 shared  W = S / (1 - rho), whatever the law
//   of the service (processor sharing) Little        L = lambda W
//
// The interval comes from batch means: 40 batches after one that is dropped,
// each of thousands of relaxation times, so their means are independent and
// Student's t with 39 degrees of freedom applies; 3.558 is its 99.95 % point.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "sim/distribution.h"
#include "sim/link.h"
#include "sim/metrics.h"
#include "sim/resource.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

constexpr double kService = 1e-3;  // Seconds.
constexpr std::size_t kBatches = 40;
constexpr double kStudent = 3.558;

class BatchMeans {
 public:
  explicit BatchMeans(std::int64_t records) : size_(records / static_cast<std::int64_t>(kBatches + 1)) {}

  void record(double value) {
    sum_ += value;
    if (++count_ < size_) return;
    means_.push_back(sum_ / static_cast<double>(size_));
    sum_ = 0;
    count_ = 0;
  }
  // Of the batches after the first, which holds the start from empty.
  double mean() const {
    double sum = 0;
    for (std::size_t i = 1; i <= kBatches; ++i) sum += means_.at(i);
    return sum / kBatches;
  }
  double half_width() const {
    double squares = 0;
    for (std::size_t i = 1; i <= kBatches; ++i) squares += std::pow(means_.at(i) - mean(), 2);
    return kStudent * std::sqrt(squares / (kBatches - 1) / kBatches);
  }

 private:
  std::int64_t size_;
  std::int64_t count_ = 0;
  double sum_ = 0;
  std::vector<double> means_;
};

// Poisson arrivals at a station of c servers, each customer a process.
class OpenQueue {
 public:
  OpenQueue(std::uint64_t seed, std::int64_t servers, double rho, Distribution service,
            std::int64_t customers)
      : sim_(seed),
        servers_(sim_, "servers", servers),
        between_(Law::exponential, Duration::seconds(kService / (rho * static_cast<double>(servers)))),
        service_(service),
        left_(customers),
        sojourn_(customers),
        processes_(sim_) {
    processes_.spawn("source", source());
  }

  void run() { ASSERT_EQ(sim_.run().end, RunEnd::finished); }
  const BatchMeans& sojourn() const { return sojourn_; }
  double total_sojourn() const { return total_sojourn_.in_seconds(); }
  double mean_number() const { return number_.mean(sim_.now()); }
  double span() const { return sim_.now().since_start().in_seconds(); }

 private:
  Task<> source() {
    for (; left_ > 0; --left_) {
      co_await sim_.delay(between_.draw(arrivals_));
      processes_.spawn({}, customer());
    }
  }
  Task<> customer() {
    const Time arrived = sim_.now();
    number_.add(arrived, 1);
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

void expect_theory(const BatchMeans& measured, double theory) {
  EXPECT_NEAR(measured.mean(), theory, 0.03 * theory);
  EXPECT_NEAR(measured.mean(), theory, measured.half_width()) << "outside of the 99.9 % interval";
  EXPECT_LT(measured.half_width(), 0.1 * theory) << "an interval that excludes nothing";
}

struct Case {
  double rho = 0;
  std::int64_t customers = 0;  // More where the queue is longer: its mean settles with 1 / (1 - rho)^2.
};
void PrintTo(const Case& c, std::ostream* out) { *out << "rho " << c.rho; }

class QueueingTheory : public testing::TestWithParam<Case> {
 protected:
  void check(std::int64_t servers, const Distribution& service, double theory) const {
    OpenQueue queue(11, servers, GetParam().rho, service, GetParam().customers);
    queue.run();
    expect_theory(queue.sojourn(), theory);
  }
};

TEST_P(QueueingTheory, MM1) {
  check(1, Distribution(Law::exponential, 1_ms), kService / (1 - GetParam().rho));
}

TEST_P(QueueingTheory, MM4) { check(4, Distribution(Law::exponential, 1_ms), theory_mmc(4, GetParam().rho)); }

TEST_P(QueueingTheory, MD1) { check(1, Distribution(1_ms), theory_mg1(GetParam().rho, 0)); }

TEST_P(QueueingTheory, MG1WithLognormalService) {
  check(1, Distribution(Law::lognormal, 1_ms, 1200_us), theory_mg1(GetParam().rho, 1.44));
}

TEST_P(QueueingTheory, MG1WithGammaService) {
  check(1, Distribution(Law::gamma, 1_ms, 500_us), theory_mg1(GetParam().rho, 0.25));
}

// As an identity of the run, and with the rate and the number of the theory.
TEST_P(QueueingTheory, LittlesLaw) {
  const double rho = GetParam().rho;
  OpenQueue queue(12, 1, rho, Distribution(Law::exponential, 1_ms), GetParam().customers);
  queue.run();
  EXPECT_NEAR(queue.mean_number() * queue.span() / queue.total_sojourn(), 1, 1e-9);
  const double lambda = rho / kService;
  EXPECT_NEAR(queue.mean_number(), lambda * queue.sojourn().mean(), 0.03 * queue.mean_number());
  EXPECT_NEAR(queue.mean_number(), rho / (1 - rho), 0.03 * rho / (1 - rho));
}

INSTANTIATE_TEST_SUITE_P(Utilisation, QueueingTheory,
                         testing::Values(Case{0.3, 200'000}, Case{0.7, 800'000}, Case{0.9, 4'000'000}));

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

TEST(ProcessorSharing, IsInsensitiveToTheLawOfService) {
  for (const double rho : {0.3, 0.7}) {
    for (const Distribution& service : {Distribution(1_ms), Distribution(Law::exponential, 1_ms),
                                        Distribution(Law::lognormal, 1_ms, 1500_us)}) {
      SCOPED_TRACE(std::to_string(rho) + " law " + std::to_string(static_cast<int>(service.law)));
      SharedServer server(13, rho, service, 600'000);
      server.run();
      expect_theory(server.sojourn(), kService / (1 - rho));
    }
  }
}

}  // namespace
}  // namespace headrace
