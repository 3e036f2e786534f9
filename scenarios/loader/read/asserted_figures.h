// AssertedFigures: the figures of a job that may be asserted, by their names in
// the JSON answer, and which jobs have them.
//
// A job has the figures of its kind: one that answers requests has latencies and
// no accelerator utilisation. An assertion about a figure that the answer will
// not have would only fail when everything has run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

// What a job must be, or have, for a figure.
enum class FigureNeeds : std::uint8_t {
  nothing,
  samples,  // Trains, or answers.
  sizes,    // Trains, or sweeps a data set.
  training,
  training_checkpoints,
  restarts,          // Trains, and begins again after failures.
  lone_checkpoints,  // Those outside of epochs.
  lone_writes,
  lone_reads,
  cache,
  inference,
  requests,  // Streaming inference.
  probe,
  probe_bytes,  // Of a probe that moves some.
  alone,
  training_alone,
  requests_alone,
};

struct AssertedFigure {
  std::string_view path;
  FigureNeeds needs = FigureNeeds::nothing;
  std::string_view kin[2];  // What jobs of other kinds have in its place, the closest first.
};

std::span<const AssertedFigure> asserted_figures();

// Why a job of the scenario has not got the figure: "it trains"; empty where it has.
std::string reason_without(FigureNeeds needs, const Scenario& scenario, const JobSpec& job);

// The paths of what the job has.
std::vector<std::string_view> figures_of_spec(const Scenario& scenario, const JobSpec& job);

// The figure that the job has in place of another; empty where nothing is close.
std::string figure_in_place_of(const AssertedFigure& figure, const Scenario& scenario, const JobSpec& job);

}  // namespace headrace
