// SweepAnswer: what the points of a sweep say together: the best one, and a
// table of them.
//
//   "best of 12 points: read_threads=8, ost.count=16: train 97.4 % AU; the worst has 41.2 % AU"
//
// Each job has one figure by which points are ranked: accelerator utilisation of
// training, the p99 latency or the rate of inference, the time of checkpoints,
// the rate of a probe. With several jobs a point's rank is by the geometric mean.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/results/sqlite.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct Headline {
  std::string job;
  std::string figure;  // "au_percent": below the job in the JSON answer.
  std::string_view unit;
  bool less_is_better = false;
};

struct PointAnswer {
  std::int64_t point = 0;
  std::string state, message;  // As in the database.
  std::vector<std::string> values;
  std::vector<Spread> figures;  // One a headline, over replications; without values where there is none.
  std::vector<std::vector<double>> replications;  // One a headline: the values themselves.
};

struct SweepAnswer {
  std::string sentence;
  std::vector<Headline> headlines;
  std::vector<std::string> names;   // Of the axes: the shortest ending of the path that names just one.
  std::vector<PointAnswer> points;  // Best first; what has no figures last, by index.
  bool ranked = false;              // Whether the first is an answer.
};

Headline headline_of(const std::string& job, const JobSpec& spec);

// Of the points that were begun.
SweepAnswer sweep_answer(const Sweep& sweep, Database& database);

std::string sweep_table(const SweepAnswer& answer, bool all);
nlohmann::ordered_json sweep_tree(const Sweep& sweep, const SweepAnswer& answer);

}  // namespace headrace
