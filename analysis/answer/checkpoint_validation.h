// CheckpointValidation: predicted times of measured checkpoints, beside the measured ones and beside a guess
// that needs no simulator.
//
//   const CheckpointValidation judged = judge(rows, seconds);
//   judged.rows[0].error(Forecast::simulator);         // 0.05: five hundredths longer than it took
//
// The guess, `constant`, knows of a row its size and the nominal rate of its storage: of that it takes the
// median share that calibration rows of the operation reached; for a calibration row, those of other systems.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/answer/forecast_score.h"
#include "scenarios/loader/measured/checkpoint_rows.h"

namespace headrace {

// JudgedCheckpoint: the time of a row in seconds, measured and as each forecast has it.
struct JudgedCheckpoint : JudgedFigure {
  CheckpointRow row;
};

struct CheckpointValidation {
  std::vector<JudgedCheckpoint> rows;
  std::vector<ScoreGroup> groups;
};

// Judges the rows; time i, in seconds, is predicted of row i. Absent: it has no scenario, or was not run.
CheckpointValidation judge(std::span<const CheckpointRow> rows,
                           std::span<const std::optional<double>> seconds);

}  // namespace headrace
