// The figures of jobs that answer requests or sweep a data set: rows of the table in models/jobs/figures.h.
#pragma once

#include <span>

#include "models/jobs/figure.h"

namespace headrace {

std::span<const FigureRow> inference_figures();

}  // namespace headrace
