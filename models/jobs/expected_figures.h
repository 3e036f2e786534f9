// ExpectedFigures: which figures of the table (figures.h) a job will have, before it runs.
//
// A job has the figures of its kind: one that answers requests has latencies and no accelerator utilisation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/figures.h"
#include "models/jobs/job_spec.h"

namespace headrace {

// FigureSetting: what decides on the figures of a job beside its own spec.
struct FigureSetting {
  bool on_tiers = false;  // Its storage stands on two tiers.
  std::string not_alone;  // Reason why it is not run by itself as well; empty: it is.
};

// Returns why the job has not got the figure: "it trains"; empty where it has.
std::string reason_without(const FigureRow& figure, const JobSpec& job, const FigureSetting& setting);

// Returns the paths of what the job has.
std::vector<std::string_view> figures_of_spec(const JobSpec& job, const FigureSetting& setting);

}  // namespace headrace
