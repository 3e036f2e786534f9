// PointsTable: the sweeps of a result database as one wide table: a row a point
// and replication, a column a parameter and a figure.
//
// Quantities are numbers in their base unit, which stands behind the path in
// brackets. A point that failed before it ran has a row without figures.
#pragma once

#include "analysis/results/row_output.h"
#include "scenarios/loader/database/sqlite.h"

namespace headrace {

void write_points(Database& database, Sink& out, RowForm form);

}  // namespace headrace
