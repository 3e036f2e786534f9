// Assertions: the `assert:` block of a scenario, held against the figures of its runs.
//
// Only what was measured is judged: of a job that was cut short, or a figure
// that is not defined, an assertion neither holds nor fails.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures/figures.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct AssertionOutcome {
  std::string text;
  std::optional<bool> holds;  // Nothing: it could not be judged.
  std::string sentence;       // "PASS jobs.train.au_percent >= 90 (97.4)"
};

// Returns the figure of a metric such as "jobs.train.au_percent".
using FigureFinder = std::function<std::optional<Figure>(std::string_view metric)>;

std::vector<AssertionOutcome> judge(std::span<const Assertion> assertions, const FigureFinder& find);

}  // namespace headrace
