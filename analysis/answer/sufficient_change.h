// SufficientChange: the smallest change of one part or number that reaches a target, and how it does on other
// seeds.
//
//   const std::vector<Ladder> ladders = ladders_of(design, found);
//   …run each rung of each ladder on the scenario's seed…
//   const double target = asked ? *asked : plateau_of(found.headline, values[0]);
//   const std::optional<SufficientChange> change = smallest_of(ladders, found.headline, target, values);
//   …run it on seeds that nobody has used, and judge the target there…
//
// Candidates are the first causes of an explanation. A speed goes up a geometric ladder, a number to so many
// times itself in whole steps. The size of a change is its factor: what it costs, prices say (headrace plan).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/answer/explanation.h"

namespace headrace {

struct Rung {
  double factor = 1;
  std::vector<std::string> overrides;
};

struct Ladder {
  std::string name;         // "scratch: ost", or the path of a number.
  bool is_number = false;   // Rungs are numbers, not speeds.
  std::vector<Rung> rungs;  // The smallest factor first.
};

struct SufficientChange {
  std::size_t ladder = 0, rung = 0;
  double value = 0;  // On the seed on which it was found.
};

// SufficiencyFound: what was found for one figure.
struct SufficiencyFound {
  double target = 0;
  bool asked = false;        // Else the target is the plateau of the first ladder.
  bool met_already = false;  // By the scenario as it stands.
  std::vector<Ladder> ladders;
  std::optional<SufficientChange> change;  // Nothing where none of the ladders reaches the target.
  std::vector<std::int64_t> seeds;         // On which the change was run again, and its values there.
  std::vector<double> confirmed;

  const Ladder& ladder() const { return ladders[change->ladder]; }
  const Rung& rung() const { return ladder().rungs[change->rung]; }
};

// Returns the ladders of the parts and numbers that gain most, at most three of each; none of what gains less
// than half a percent.
std::vector<Ladder> ladders_of(const ExplanationDesign& design, const Explanation& found);

// Tells whether a value is as good as the target.
bool reaches(const Headline& headline, double value, double target);

// Returns the value of the first rung behind which the next one gains less than a percent; of the last rung
// where none is. `values` are those of a ladder.
double plateau_of(const Headline& headline, std::span<const double> values);

// Returns the rung with the smallest factor that reaches the target; nothing where none does. `values` are by
// ladder and rung; the first ladder counts first among equals.
std::optional<SufficientChange> smallest_of(std::span<const Ladder> ladders, const Headline& headline,
                                            double target, std::span<const std::vector<double>> values);

}  // namespace headrace
