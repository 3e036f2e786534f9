// The figures of probes: rows of the table in models/jobs/figures.h.
#pragma once

#include <span>

#include "models/jobs/figure.h"

namespace headrace {

std::span<const FigureRow> probe_figures();

}  // namespace headrace
