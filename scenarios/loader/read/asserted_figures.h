// AssertedFigures: which figures (models/jobs/expected_figures.h) a job of a scenario will have.
//
// An assertion about a figure that the answer will not have would only fail when everything has run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/figures.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Returns why the jobs of a scenario are not run by themselves as well; empty where they are.
std::string reason_without_alone(const Scenario& scenario);

// Returns why a job of the scenario has not got the figure: "it trains"; empty where it has.
std::string reason_without(const FigureRow& figure, const Scenario& scenario, const JobSpec& job);

// Returns the paths of what the job has.
std::vector<std::string_view> figures_of_spec(const Scenario& scenario, const JobSpec& job);

// Returns the figure that the job has in place of another; empty where nothing is close.
std::string figure_in_place_of(const FigureRow& figure, const Scenario& scenario, const JobSpec& job);

}  // namespace headrace
