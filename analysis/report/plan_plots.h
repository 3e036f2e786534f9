// PlanPlots: a plan as a part of a page: what each price buys, and which target binds where.
//
//   report.parts.push_back(plan_part(answer, text));
#pragma once

#include <vector>

#include "analysis/page/plan_answer.h"
#include "analysis/report/report.h"

namespace headrace {

// Makes a point of each design that was run: its price, and for each target as planned the figure; then by
// how much of the bound it meets the target that is nearest to it, and all targets of each design as a map.
std::vector<Plot> plan_plots(const PlanAnswer& answer);

// Makes the part of a plan, whose answer in words is given.
ReportPart plan_part(const PlanAnswer& answer, const std::string& text);

}  // namespace headrace
