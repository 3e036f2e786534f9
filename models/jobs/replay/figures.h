// The figures of replays: rows of the table in models/jobs/figures.h.
#pragma once

#include <span>

#include "models/jobs/figure.h"

namespace headrace {

std::span<const FigureRow> replay_figures();

}  // namespace headrace
