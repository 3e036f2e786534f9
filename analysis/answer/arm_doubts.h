// ArmDoubts: how far the arms of a scenario can be relied on, and whether their order hangs on numbers that
// nobody measured.
//
//   const ArmDoubts doubts = arm_doubts_of(design, headline, {"lru", "sieve"}, values);   // [arm][run]
//   doubts.order->holds;   // 93, of doubts.order->draws
//
// Every run of the design is made of each arm, so that they are compared under the same draws and the same
// seeds. An arm is ahead of another by more than 0.05 %; less is called even. Leaves out arms without the
// figure as they stand.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/answer/doubts.h"

namespace headrace {

struct DoubtedArm {
  std::string name;
  std::size_t place = 0;  // Among all arms.
  DoubtedFigure figure;
};

// ArmLead: by how much the arm ahead is better than another, in percent of that, or in points of percentages.
struct ArmLead {
  std::size_t behind = 0;  // In ArmDoubts::arms.
  double lead = 0;         // As they stand.
  std::optional<DoubtInterval> by_priors;
  std::size_t ahead = 0, even = 0, draws = 0;  // Draws; of those that have both figures.
};

// TurningPrior: what by itself, at an end of its range, puts another arm ahead.
struct TurningPrior {
  std::size_t prior = 0;  // In the design.
  bool at_high = false;
  std::size_t ahead = 0;  // The arm ahead then, in ArmDoubts::arms.
};

// ArmOrder: which arm is ahead as they stand, and how often it is.
struct ArmOrder {
  std::size_t ahead = 0;               // In ArmDoubts::arms; the first of those that are even.
  bool is_even = false;                // Another one is even with it.
  std::vector<ArmLead> leads;          // Over the others, in their order.
  std::size_t draws = 0, holds = 0;    // Draws that have all figures; those in which it leads all others.
  std::size_t seeds = 0, by_seed = 0;  // Likewise, of the seeds with every prior as it stands.
  std::vector<TurningPrior> turning;
};

struct ArmDoubts {
  Headline headline;
  std::vector<DoubtedArm> arms;
  std::vector<std::string> without;  // Arms that lack the figure as they stand, or with another seed.
  std::optional<ArmOrder> order;     // Absent: fewer than two arms have the figure.
};

// `values` are the figure of each arm in the runs of the design.
ArmDoubts arm_doubts_of(const DoubtDesign& design, const Headline& headline,
                        std::span<const std::string> names,
                        std::span<const std::vector<std::optional<double>>> values);

}  // namespace headrace
