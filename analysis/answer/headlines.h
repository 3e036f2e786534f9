// Headlines: the figures by which the points of a sweep are ranked, one a job.
//
// The default is physical and what users of such a job wait for: of training the share of the whole time
// that is computation, and not the benchmark's AU, which leaves out checkpoints and first steps. Any figure
// of the job's answer may be asked for by name.
#pragma once

#include <string>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

struct Headline {
  std::string job;
  std::string figure;  // "utilisation_percent": below the job in the JSON answer.
  std::string unit;
  Better better = Better::more;

  std::string path() const { return "jobs." + job + "." + figure; }
};

// Returns what points are ranked by. `figure` is "jobs.train.cache.hit_rate", or "cache.hit_rate" of all jobs
// that have it, or empty: what each job is for. A figure that only describes ranks nothing. Throws UsageError
// where no job has the figure.
std::vector<Headline> headlines_of(const Scenario& scenario, const std::string& figure = {});

}  // namespace headrace
