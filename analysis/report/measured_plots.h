// MeasuredPlots: what was predicted against what was measured or published.
#pragma once

#include <span>

#include "analysis/answer/checkpoint_validation.h"
#include "analysis/answer/published.h"
#include "analysis/answer/validation.h"
#include "analysis/report/plot.h"

namespace headrace {

Plot measured_plot(const Validation& validation);
Plot measured_plot(const CheckpointValidation& validation);
Plot published_plot(std::span<const PublishedComparison> found);

}  // namespace headrace
