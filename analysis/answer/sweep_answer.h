// SweepAnswer: what the points of a sweep say together: the best one, which are tied with it, and which
// axes change nothing.
//
//   "best of 12 points: read_threads=8: train 97.4 % utilisation; the worst: train 41.2 % utilisation"
//
// Each job has one figure by which points are ranked (headlines.h): utilisation of training, the p99 latency
// or the rate of inference, the time of checkpoints, the rate of a probe; or the one that was asked for. With
// several jobs a point's rank is by the geometric mean. A point of which a run did not finish has no rank.
// The best is told by statistics/best_of.h, as of the arms of a comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/answer/headlines.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct PointAnswer {
  std::int64_t point = 0;
  // The database's; where a run of a point that was done did not finish, that run's outcome.
  std::string state, message;
  std::vector<std::string> values;
  std::vector<Spread> figures;  // One a headline, over replications; without values where there is none.
  std::vector<std::vector<double>> replications;  // One a headline: the values themselves.
  std::vector<Spread> beside;                     // One a figure beside the headlines.
  std::vector<bool> averaged;  // One a headline: percentiles of runs were averaged, for want of their values.
};

struct SweepAnswer {
  std::string sentence;
  std::vector<Headline> headlines;
  std::vector<Headline> beside;     // What an axis trades for those: shown, and no part of a rank.
  std::vector<std::string> names;   // Of the axes: the shortest ending of the path that names just one.
  std::vector<PointAnswer> points;  // Best first, or by index without a best; what has no figures last.
  bool ranked = false;              // Whether the first is an answer.
  std::vector<std::int64_t> tied;   // Points that cannot be told from the first, with that one.
  std::vector<std::size_t>
      idle;  // Axes that change no headline between any two points that differ in them alone.
};

// Answers from the points that were begun.
SweepAnswer sweep_answer(const Sweep& sweep, Database& database, const std::string& figure = {});

// Writes a value of a headline's figure, without its unit.
std::string number_text(const Headline& headline, double value);
// Returns the unit of a headline, and that the point has percentiles of runs where it has.
std::string unit_text(const SweepAnswer& answer, const PointAnswer& point, std::size_t headline);

}  // namespace headrace
