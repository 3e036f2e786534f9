// The figures of checkpoints: rows of the table in models/jobs/figures.h.
#pragma once

#include <span>

#include "models/jobs/figure.h"

namespace headrace {

std::span<const FigureRow> checkpoint_figures();

}  // namespace headrace
