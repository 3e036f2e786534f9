// Spaces of designs with closed formulas shaped as storage is: what is served is the least of what drives,
// network, metadata and processors can, over what is demanded, and no more than all of it. Each has its
// optimum by exhaustive search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/planning/cheapest.h"
#include "sim/random.h"

namespace headrace {

struct StorageSpace {
  SearchProblem problem;
  std::vector<Margins> truth;  // One a point: margins without noise.
  double noise = 0;            // Deviation of a run's margins.

  bool is_feasible(std::size_t point) const {
    return problem.within_limits[point] && problem.cost[point] < std::numeric_limits<double>::infinity() &&
           std::all_of(truth[point].begin(), truth[point].end(), [](double margin) { return margin >= 0; });
  }
  // Exhaustive search: what the optimum costs, infinite where there is none.
  double optimum() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t point = 0; point < truth.size(); ++point)
      if (is_feasible(point)) least = std::min(least, problem.cost[point]);
    return least;
  }
};

class TruthEvaluator : public Evaluator {
 public:
  TruthEvaluator(const StorageSpace& space, std::uint64_t seed) : space_(space), noise_(seed, "test/noise") {}

  std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) override {
    std::vector<std::vector<Margins>> answers;
    for (const RunRequest& request : requests) {
      std::vector<Margins>& runs = answers.emplace_back();
      for (std::int64_t run = request.first; run < request.first + request.count; ++run) {
        runs.push_back(space_.truth[request.point]);
        if (!(space_.noise > 0)) continue;
        RandomStream own = noise_.at(request.point * 4096 + static_cast<std::uint64_t>(run));
        for (double& margin : runs.back()) margin += space_.noise * own.normal();
      }
      runs_ += request.count;
    }
    return answers;
  }
  std::int64_t runs() const { return runs_; }

 private:
  const StorageSpace& space_;
  RandomStream noise_;
  std::int64_t runs_ = 0;
};

// Of resources behind each other, each of which serves a part of the requests late: a little less than the
// least.
inline double least_of(std::initializer_list<double> rates) {
  double sum = 0;
  for (const double rate : rates) sum += std::pow(rate, -12);
  return std::pow(sum, -1.0 / 12);
}

inline std::vector<double> steps(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
  return values;
}

// Numbers of an instance: a factor of 0.8 to 1.25 each.
class Factors {
 public:
  explicit Factors(std::uint64_t seed) : random_(seed, "test/factors") {}
  double next() { return 0.8 * std::exp(random_.uniform() * std::log(1.25 / 0.8)); }

 private:
  RandomStream random_;
};

// OSTs x network ports x metadata servers x workers a node: 12 x 6 x 4 x 5 = 1440 designs. AU and the time of
// a checkpoint: each grows with all four.
inline StorageSpace monotone_space(std::uint64_t seed) {
  Factors factors(seed);
  StorageSpace own{
      {DesignSpace({{"osts", steps(12)}, {"ports", steps(6)}, {"mds", steps(4)}, {"workers", steps(5)}}),
       {},
       {},
       {}},
      {},
      0};
  const DesignSpace& space = own.problem.space;
  const double ost = 5 * factors.next(), port = 22 * factors.next(), mds = 55 * factors.next(),
               worker = 32 * factors.next(), demand = 80 * factors.next(), checkpoint = 380 * factors.next();
  const double ost_cost = 10 * factors.next(), port_cost = 14 * factors.next(),
               mds_cost = 23 * factors.next(), worker_cost = 6 * factors.next();
  for (std::size_t point = 0; point < space.size(); ++point) {
    const double osts = 4 + 3 * static_cast<double>(space.digit(point, 0));
    const double ports = 1 + static_cast<double>(space.digit(point, 1));
    const double servers = 1 + static_cast<double>(space.digit(point, 2));
    const double workers = 1 + static_cast<double>(space.digit(point, 3));
    own.problem.cost.push_back(ost_cost * osts + port_cost * ports + mds_cost * servers +
                               worker_cost * workers);
    const double served = least_of({ost * osts, port * ports, mds * servers, worker * workers});
    const double au = 100 * std::min(1.0, served / demand);
    const double stall = 100 * checkpoint / least_of({0.7 * ost * osts, port * ports}) / 100;
    own.truth.push_back({au - 90, 6 - stall});
  }
  own.problem.within_limits.assign(space.size(), true);
  own.problem.slopes.assign(2, Slopes(4, Slope::rising));
  return own;
}

// Kind of drive x stripe count x OSTs x threads of an OST x shuffle: 3 x 3 x 12 x 8 x 2 = 1728 designs.
// Threads help until the drives seek too much, which is earlier for disks; wide stripes help until there are
// more parts than OSTs; and each kind of drive has its own price, so that several regions hold designs of
// nearly the same cost.
inline StorageSpace many_peaks_space(std::uint64_t seed) {
  Factors factors(seed);
  StorageSpace own{{DesignSpace({{"drive", steps(3), AxisKind::categorical},
                                 {"stripes", steps(3), AxisKind::categorical},
                                 {"osts", steps(12)},
                                 {"threads", steps(8)},
                                 {"shuffle", steps(2), AxisKind::categorical}}),
                    {},
                    {},
                    {}},
                   {},
                   0};
  const DesignSpace& space = own.problem.space;
  const std::array<double, 3> rate = {1.6 * factors.next(), 3.2 * factors.next(), 7 * factors.next()};
  const std::array<double, 3> price = {9 * factors.next(), 17 * factors.next(), 36 * factors.next()};
  const std::array<double, 3> best_threads = {1.5, 3.5, 5.5};
  const std::array<double, 3> wide = {1, 4, 16};
  const double demand = 70 * factors.next(), order = 0.75 * factors.next();
  for (std::size_t point = 0; point < space.size(); ++point) {
    const std::size_t drive = space.digit(point, 0);
    const double stripes = wide[space.digit(point, 1)];
    const double osts = 4 + 4 * static_cast<double>(space.digit(point, 2));
    const double off = (static_cast<double>(space.digit(point, 3)) - best_threads[drive]) / 2.5;
    const bool full_shuffle = space.digit(point, 4) == 1;
    own.problem.cost.push_back(price[drive] * osts + 0.3 * static_cast<double>(space.digit(point, 3)) +
                               (full_shuffle ? 0 : 11));
    const double busy = rate[drive] * osts * std::exp(-off * off) * (full_shuffle && drive == 0 ? order : 1);
    const double even = 1 - 0.35 / std::sqrt(stripes) - 0.3 * std::min(1.0, stripes / osts);
    const double served = least_of({busy * even, 4.5 * osts, 240});
    own.truth.push_back({100 * std::min(1.0, served / demand) - 90});
  }
  own.problem.within_limits.assign(space.size(), true);
  own.problem.slopes.assign(1, Slopes());
  return own;
}

// OSTs x ports x read threads: 12 x 8 x 9 = 864 designs whose runs differ by 1.5 points of AU.
inline StorageSpace noisy_space(std::uint64_t seed) {
  Factors factors(seed);
  StorageSpace own{
      {DesignSpace({{"osts", steps(12)}, {"ports", steps(8)}, {"threads", steps(9)}}), {}, {}, {}}, {}, 1.5};
  const DesignSpace& space = own.problem.space;
  const double ost = 4 * factors.next(), port = 18 * factors.next(), thread = 45 * factors.next(),
               demand = 80 * factors.next(), contention = 0.02 * factors.next();
  const double ost_cost = 10 * factors.next(), port_cost = 14 * factors.next(),
               thread_cost = 3 * factors.next();
  for (std::size_t point = 0; point < space.size(); ++point) {
    const double osts = 3 + 3 * static_cast<double>(space.digit(point, 0));
    const double ports = 1 + static_cast<double>(space.digit(point, 1));
    const double threads = 1 + static_cast<double>(space.digit(point, 2));
    own.problem.cost.push_back(ost_cost * osts + port_cost * ports + thread_cost * threads);
    const double served =
        least_of({ost * osts, port * ports, thread * threads / (1 + contention * threads * threads)});
    own.truth.push_back({100 * std::min(1.0, served / demand) - 90});
  }
  own.problem.within_limits.assign(space.size(), true);
  own.problem.slopes.assign(1, Slopes());
  return own;
}

}  // namespace headrace
