// The figures of jobs that train: rows of the table in models/jobs/figures.h.
#pragma once

#include <span>

#include "models/jobs/figure.h"

namespace headrace {

std::span<const FigureRow> training_figures();

}  // namespace headrace
