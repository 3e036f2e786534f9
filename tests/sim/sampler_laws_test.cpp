// Every sampler against its law, by a million draws: a sample of the law itself fits worse than one in ten
// thousand times only in one of ten thousand seeds. A million draws see a distance of 0.002 between the laws.
// Whole nanoseconds of a mean of a second are no distance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/distribution.h"
#include "sim/random.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/goodness_of_fit.h"

namespace headrace {
namespace {

constexpr int kDraws = 1'000'000;
constexpr double kLeast = 1e-4;

template <class Draw>
std::vector<double> sample_of(Draw draw) {
  RandomStream stream(5, "laws");
  std::vector<double> sample(kDraws);
  for (double& value : sample) value = draw(stream);
  return sample;
}

template <class Law>
double fit(const Distribution& distribution, Law law) {
  return kolmogorov_smirnov(sample_of([&](RandomStream& s) { return distribution.draw(s).in_seconds(); }),
                            law);
}

// The tests themselves: they know a law from another that is close to it.
TEST(GoodnessOfFit, TellsALawFromItsNeighbour) {
  const auto sample = sample_of([](RandomStream& s) { return s.uniform(); });
  EXPECT_GT(kolmogorov_smirnov(sample, [](double x) { return x; }), 0.01);
  EXPECT_LT(kolmogorov_smirnov(sample, [](double x) { return std::pow(x, 1.01); }), kLeast);
  EXPECT_NEAR(chi_square({20, 20, 20}, {20, 20, 20}), 1, 1e-12);
  EXPECT_NEAR(chi_square({30, 20, 10}, {20, 20, 20}), std::exp(-5.0), 1e-12);  // x = 10, 2 degrees.
  EXPECT_NEAR(chi_square({35, 20, 20, 20, 5}, {20, 20, 20, 20, 20}), std::exp(-11.25) * 12.25, 1e-12);
}

// P(3, 2) = 1 - 5 exp(-2); P(5/2, 1) and P(7/2, 3) from tables.
TEST(GoodnessOfFit, KnowsTheLawOfGamma) {
  EXPECT_NEAR(gamma_law(3, 2), 1 - 5 * std::exp(-2.0), 1e-12);
  EXPECT_NEAR(gamma_law(2.5, 1), 0.1508549639, 1e-9);
  EXPECT_NEAR(gamma_law(3.5, 3), 0.4602506496, 1e-9);
}

TEST(SamplerLaws, Uniform) {
  EXPECT_GT(
      kolmogorov_smirnov(sample_of([](RandomStream& s) { return s.uniform(); }), [](double x) { return x; }),
      kLeast);
  EXPECT_GT(fit(Distribution(Law::uniform, 10_s, 4_s), [](double x) { return (x - 6) / 8; }), kLeast);
}

TEST(SamplerLaws, Exponential) {
  const auto law = [](double x) { return 1 - std::exp(-x); };
  EXPECT_GT(kolmogorov_smirnov(sample_of([](RandomStream& s) { return s.exponential(); }), law), kLeast);
  EXPECT_GT(fit(Distribution(Law::exponential, 2_s), [&](double x) { return law(x / 2); }), kLeast);
}

TEST(SamplerLaws, Normal) {
  EXPECT_GT(kolmogorov_smirnov(sample_of([](RandomStream& s) { return s.normal(); }), normal_law), kLeast);
  EXPECT_GT(fit(Distribution(Law::normal, 50_s, 5_s), [](double x) { return normal_law((x - 50) / 5); }),
            kLeast);
}

// Of |N(m, s)| the share up to x lies between -x and x.
TEST(SamplerLaws, NormalByItsAbsoluteValue) {
  const auto law = [](double x) { return normal_law((x - 1) / 2) - normal_law((-x - 1) / 2); };
  EXPECT_GT(fit(Distribution(Law::normal, 1_s, 2_s), law), kLeast);
}

// exp(N(u, v)) has mean m and deviation s for v = log(1 + s^2 / m^2) and u = log m - v / 2.
TEST(SamplerLaws, Lognormal) {
  for (const double s : {0.2, 1.0, 3.0}) {
    const double v = std::log1p(s * s / 4);
    const auto law = [v](double x) { return normal_law((std::log(x / 2) + v / 2) / std::sqrt(v)); };
    EXPECT_GT(fit(Distribution(Law::lognormal, 2_s, Duration::seconds(s)), law), kLeast) << s;
  }
}

// Of shape m^2 / s^2 and scale s^2 / m. Shapes below one, one and above take other ways to be drawn.
TEST(SamplerLaws, Gamma) {
  for (const double shape : {0.5, 1.0, 2.5, 16.0}) {
    const auto law = [shape](double x) { return gamma_law(shape, x); };
    EXPECT_GT(kolmogorov_smirnov(sample_of([&](RandomStream& s) { return s.gamma(shape); }), law), kLeast)
        << shape;
    const Duration deviation = Duration::seconds(20 / std::sqrt(shape));
    const auto scaled = [shape](double x) { return gamma_law(shape, x * shape / 20); };
    EXPECT_GT(fit(Distribution(Law::gamma, 20_s, deviation), scaled), kLeast) << shape;
  }
}

// Classes of one number each where at least ten draws fall; what is below and above makes the first and last.
TEST(SamplerLaws, Poisson) {
  for (const double mean : {0.7, 3.5, 9.5, 40.0, 1000.0}) {
    const auto chance = [mean](std::int64_t k) {
      const auto count = static_cast<double>(k);
      return std::exp(count * std::log(mean) - mean - std::lgamma(count + 1));
    };
    auto least = static_cast<std::int64_t>(mean);
    while (least > 0 && chance(least - 1) * kDraws >= 10) --least;
    auto most = static_cast<std::int64_t>(mean);
    while (chance(most + 1) * kDraws >= 10) ++most;
    if ((most - least) % 2 == 1) --most;  // An odd number of classes.
    std::vector<std::int64_t> counts(static_cast<std::size_t>(most - least + 1));
    RandomStream stream(5, "poisson");
    for (int i = 0; i < kDraws; ++i)
      ++counts[static_cast<std::size_t>(std::clamp(stream.poisson(mean), least, most) - least)];
    std::vector<double> expected(counts.size());
    for (std::int64_t k = 0; k <= most + 200 + static_cast<std::int64_t>(mean); ++k)
      expected[static_cast<std::size_t>(std::clamp(k, least, most) - least)] += chance(k) * kDraws;
    EXPECT_GT(chi_square(counts, expected), kLeast) << mean;
  }
}

// 2^64 is no multiple of these: the shares are equal to 10^-16 all the same.
TEST(SamplerLaws, Below) {
  for (const std::uint64_t classes : {3u, 7u, 101u, 6561u}) {
    std::vector<std::int64_t> counts(classes);
    RandomStream stream(5, "below");
    for (int i = 0; i < kDraws; ++i) ++counts[stream.below(classes)];
    const std::vector<double> expected(classes, static_cast<double>(kDraws) / static_cast<double>(classes));
    EXPECT_GT(chi_square(counts, expected), kLeast) << classes;
  }
}

// The lowest and the highest bits, modulo 255 classes.
TEST(SamplerLaws, Bits) {
  for (const int shift : {0, 24, 56}) {
    std::vector<std::int64_t> counts(255);
    RandomStream stream(5, "bits");
    std::int64_t left_out = 0;
    for (int i = 0; i < kDraws; ++i) {
      const std::uint64_t byte = stream.bits() >> shift & 255;
      ++(byte < 255 ? counts[byte] : left_out);
    }
    const std::vector<double> expected(255, static_cast<double>(kDraws - left_out) / 255);
    EXPECT_GT(chi_square(counts, expected), kLeast) << shift;
  }
}

// Pairs of draws that follow each other fill the square.
TEST(SamplerLaws, PairsOfDraws) {
  std::vector<std::int64_t> counts(6561);  // 81 times 81.
  RandomStream stream(5, "pairs");
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t first = stream.below(81);
    ++counts[first * 81 + stream.below(81)];
  }
  EXPECT_GT(chi_square(counts, std::vector<double>(counts.size(), kDraws / 6561.0)), kLeast);
}

// M/M/1 of mean service 1 / mu and rate lambda: the time in the system is exponential with rate mu - lambda.
// At load 0.5 the queue forgets in 2 / (mu (1 - sqrt(0.5))^2) of time, 12 arrivals: of 120 one is taken.
TEST(SojournLaw, IsExponential) {
  constexpr std::int64_t kTaken = 20'000, kApart = 120;
  struct Queue {
    Simulation sim{31};
    Resource server{sim, "server", 1};
    RandomStream arrivals = sim.random("arrivals"), services = sim.random("services");
    std::vector<double> taken;
    TaskGroup processes{sim};

    Task<> source() {
      const Distribution between(Law::exponential, 2_ms);
      for (std::int64_t i = 0; i < kTaken * kApart; ++i) {
        co_await sim.delay(between.draw(arrivals));
        processes.spawn({}, customer(i % kApart == kApart - 1));
      }
    }
    Task<> customer(bool taken_down) {
      const Time arrived = sim.now();
      const Resource::Hold hold = co_await server.acquire();
      const Distribution service(Law::exponential, 1_ms);
      co_await sim.delay(service.draw(services));
      if (taken_down) taken.push_back((sim.now() - arrived).in_seconds());
    }
  } queue;
  queue.processes.spawn("source", queue.source());
  ASSERT_EQ(queue.sim.run().end, RunEnd::finished);
  EXPECT_EQ(queue.taken.size(), static_cast<std::size_t>(kTaken));
  EXPECT_GT(kolmogorov_smirnov(queue.taken, [](double t) { return 1 - std::exp(-500 * t); }), kLeast);
}

}  // namespace
}  // namespace headrace
