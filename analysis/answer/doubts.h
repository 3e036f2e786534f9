// Doubts: how much an answer hangs on numbers that nobody measured.
//
//   const DoubtDesign design(priors_of(scenario, places), scenario.seed, 19);
//   …run the scenario with design.runs()[i].overrides, each…
//   const DoubtedFigure doubted = doubts_of(design, headline, values);
//
// Runs are the scenario as it is, the same with other seeds, each prior at both ends of its range, and all
// priors drawn at once, each from a lognormal law that has nine tenths within its range. What no prior does
// by itself a few may do together: those of the farthest draw are looked for by more runs (decisive.h), and
// the draws are run again with what is worth measuring as it stands. Leaves out what priors have to do with
// each other: they are drawn apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/answer/headlines.h"
#include "scenarios/loader/priors.h"

namespace headrace {

struct DoubtRun {
  std::string name;  // "draw 7"
  std::vector<std::string> overrides;
};

class DoubtDesign {
 public:
  static constexpr std::size_t kSeeds = 4;  // Seeds beside the scenario's own.

  // `kept` are paths of priors that stay as they are, for no scenario may have both ends of their range.
  DoubtDesign(std::vector<Prior> priors, std::int64_t seed, std::int64_t draws,
              std::vector<std::string> kept = {});

  const std::vector<Prior>& priors() const { return priors_; }
  const std::vector<DoubtRun>& runs() const { return runs_; }
  const std::vector<std::string>& kept() const { return kept_; }
  std::int64_t draws_left_out() const { return draws_left_out_; }
  // Leaves out the draw at a place in the list of runs: it has a value that no field may have.
  void leave_out(std::size_t run) {
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(run));
    ++draws_left_out_;
  }

  // Places in the list of runs; the scenario as it is stands first.
  std::size_t first_end_of(std::size_t prior) const { return 1 + kSeeds + 2 * prior; }
  std::size_t first_draw() const { return first_end_of(priors_.size()); }

  // Returns the overrides of a draw for some of the priors alone, or for all but some.
  std::vector<std::string> of_draw(std::size_t run, std::span<const std::size_t> priors) const;
  std::vector<std::string> of_draw_without(std::size_t run, std::span<const std::size_t> priors) const;

 private:
  std::vector<Prior> priors_;
  std::vector<DoubtRun> runs_;
  std::vector<std::string> kept_;
  std::int64_t draws_left_out_ = 0;
};

// DoubtInterval: where a value of another draw would lie, with that probability.
struct DoubtInterval {
  double low = 0, high = 0, probability = 0;
};

// DoubtedPrior: the figure at both ends of a prior's range; absent: that run came to no end.
struct DoubtedPrior {
  std::size_t prior = 0;  // In the design.
  std::optional<double> at_low, at_high;
  double moves = 0;  // The greatest distance from the value without it.
};

// DoubtedDraw: a few values of a draw that make more than half of what it changes, alone.
struct DoubtedDraw {
  std::size_t run = 0;              // In the design.
  double value = 0;                 // The figure with the whole draw.
  std::vector<std::size_t> priors;  // In the design.
  double alone = 0;                 // The figure with these alone.
};

struct DoubtedFigure {
  Headline headline;
  double value = 0;  // With every prior as it stands.
  DoubtInterval by_seed;
  std::optional<DoubtInterval> by_priors;  // Absent: no draw has the figure.
  std::vector<DoubtedPrior> priors;        // The one that moves it most first.
  std::size_t missing = 0;                 // Runs without the figure.
  std::optional<DoubtedDraw> together;     // Present where priors do together what none does by itself.
  std::optional<DoubtInterval> if_known;   // By the draws, with what is to be measured first as it stands.

  // Tells whether a prior moves the figure by more than another seed does.
  bool matters(const DoubtedPrior& prior) const;
  // Returns the priors to be measured first; none where no few of them matter.
  std::vector<std::size_t> measure_first() const;
};

// `values` are the figure in the runs of the design, in their order. Nothing where the scenario as it is, or
// with each other seed, has none.
std::optional<DoubtedFigure> doubts_of(const DoubtDesign& design, const Headline& headline,
                                       std::span<const std::optional<double>> values);

// Returns the draw that is farthest from the value as it is, where that is more than twice as far as any
// prior by itself goes, or another seed.
std::optional<std::size_t> draw_beyond_priors(const DoubtDesign& design, const DoubtedFigure& doubted,
                                              std::span<const std::optional<double>> values);

// Returns the r-th least to the r-th greatest of n values with r as great as leaves (n + 1 - 2 r) / (n + 1)
// at nine tenths or more, and that share; r is at least 1. Of at least one value.
DoubtInterval order_interval(std::vector<double> values);

}  // namespace headrace
