// ScaledAnswer: what is foreseen of a recorded job at other ranks, between what bounds.
//
//   const ScaledAnswer answer = scaled_answer(evidence, points);
//   answer.rows[2].seconds, answer.rows[2].low, answer.rows[2].high
//
// Evidence is the recording itself: the inferred workload is run at the recorded ranks and misses the
// recorded time by some share; alternatives of what was not sure that miss it by kBeyond more contradict the
// recording and are left out. Bounds hold all that remain, widened by the share that was missed and by
// kOfDoubling for each doubling of ranks or batch. Worked example: missed by 1 %, at four times the ranks 100
// s, an alternative 104 s: from 100 / e^(0.01 + 0.07) = 92.3 s to 104 e^0.08 = 112.7 s.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headrace {

// A time of one of the loaders that are tried: the inferred one first, then its alternatives.
struct ScaleEvidence {
  double recorded_seconds = 0;
  std::vector<std::string> loaders;  // Names; of the inferred one empty.
  std::vector<double> seconds;       // Of a run of each at the recorded ranks, measured as the recording is.
};

struct ScaledRow {
  std::int64_t ranks = 0, nodes = 0, files = 0, batch = 0;
  double seconds = 0, low = 0, high = 0;
  double samples_per_second = 0, utilisation_percent = 0;
};

// Figures of one point: of the inferred loader, and the times of all loaders that were not left out.
struct ScaledFigures {
  ScaledRow row;
  double doublings = 0;
  std::vector<double> seconds;
};

struct ScaledAnswer {
  // A model's own error at a distance from its evidence: at four times the ranks it is 7 %, the median error
  // of the seven validation rows of MLPerf Storage v3.0 [measured: `headrace validate`, the table in
  // README.md].
  static constexpr double kOfDoubling = 0.035;
  static constexpr double kBeyond = 0.05;  // [assumed]
  // Share that a trace does not hold: the begin of a program and the computation behind its last read.
  static constexpr double kLeast = 0.005;  // [assumed]
  // A workload that misses more than this does not explain the recording.
  static constexpr double kMostMissed = 0.2;  // [assumed]

  double missed = 0;              // Logarithm of the time of the inferred loader over the recorded one.
  std::vector<std::size_t> kept;  // Loaders that the recording does not contradict; 0 is always.
  std::vector<ScaledRow> rows;
};

// Tells whether the inferred loader explains the recording: else nothing follows from it.
bool explains(const ScaleEvidence& evidence);

// Returns the loaders that the recording does not contradict, by their places.
std::vector<std::size_t> loaders_that_fit(const ScaleEvidence& evidence);

// `points` have the times of the loaders that fit, in their order.
ScaledAnswer scaled_answer(const ScaleEvidence& evidence, const std::vector<ScaledFigures>& points);

}  // namespace headrace
