// Explanation: what an answer hangs on, by experiments: each part of the machine made faster by itself.
//
//   const ExplanationDesign design(parts_of(scenario, places), scenario.seed, 3);
//   …run the scenario with design.runs()[i].overrides, each…
//   const std::optional<Explanation> found = explanation_of(design, headline, values);
//
// A part is all times and rates of one place of the machine: the OSTs of a file system, the ports of a group
// of nodes, the host work on its cores. Each is made 10 % slower, 10 % and 50 % faster, on the same draws as
// the scenario as it stands; so is everything at once. The elasticity of a part is by how many percent the
// figure grows for each percent that the part is faster:
//
//   (ln f(10 % faster) - ln f(10 % slower)) / (2 ln 1.1)
//
// A machine that is faster throughout by a factor gives a rate times that factor, so the elasticities of all
// parts sum to 1, but for what is no part: the sum is a check. Numbers of things (servers, windows), of which
// one cannot have a percent more, are made half as large again and have no elasticity.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/answer/headlines.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/priors.h"

namespace headrace {

// Side: who would have to change a part.
enum class Side : std::uint8_t { accelerators, client, network, storage };
inline constexpr std::string_view kSides[] = {"accelerators", "client", "network", "storage"};
inline constexpr Side kEverySide[] = {Side::accelerators, Side::client, Side::network, Side::storage};

struct MachinePart {
  std::string name;  // "scratch: ost"
  Side side = Side::client;
  std::vector<Prior> speeds;  // Its times and rates; plain numbers are times, in seconds.
};

// MachineNumber: how many of something there are: servers, cores, threads of loaders, requests in a window.
struct MachineNumber {
  std::string path;  // "platform.file_systems.scratch.lustre.oss.count"
  Side side = Side::client;
  std::int64_t value = 1;

  // Returns half as many again, and one more at least.
  std::int64_t raised() const { return std::max(value + 1, (3 * value + 1) / 2); }
};

// Return the parts and numbers of a scenario, in the order of its fields.
std::vector<MachinePart> parts_of(const Scenario& scenario, const Places& places);
std::vector<MachineNumber> numbers_of(const Scenario& scenario, const Places& places);

struct ExplanationRun {
  std::string name;  // "seed 2, scratch: ost 10 % faster"
  std::vector<std::string> overrides;
};

class ExplanationDesign {
 public:
  enum Change : std::uint8_t { slower, faster, much_faster };
  static constexpr double kFactors[] = {1 / 1.1, 1.1, 1.5};  // Of the speed, by change.

  // Runs under so many seeds, from the scenario's own on; at least one.
  ExplanationDesign(std::vector<MachinePart> parts, std::int64_t seed, std::int64_t seeds,
                    std::vector<MachineNumber> numbers = {});

  const std::vector<MachinePart>& parts() const { return parts_; }
  const std::vector<MachineNumber>& numbers() const { return numbers_; }
  const std::vector<ExplanationRun>& runs() const { return runs_; }
  std::size_t seeds() const { return seeds_; }

  // Places in the list of runs.
  std::size_t as_it_is(std::size_t seed) const { return seed * each_seed(); }
  std::size_t all_faster(std::size_t seed) const { return seed * each_seed() + 1; }
  std::size_t changed(std::size_t seed, std::size_t part, Change change) const {
    return seed * each_seed() + 2 + part * std::size(kFactors) + change;
  }
  std::size_t raised(std::size_t seed, std::size_t number) const {
    return seed * each_seed() + 2 + parts_.size() * std::size(kFactors) + number;
  }

  // Returns the overrides that make a part so many times as fast.
  static std::vector<std::string> at_speed(const MachinePart& part, double factor);

 private:
  std::size_t each_seed() const { return 2 + parts_.size() * std::size(kFactors) + numbers_.size(); }

  std::vector<MachinePart> parts_;
  std::vector<MachineNumber> numbers_;
  std::vector<ExplanationRun> runs_;
  std::size_t seeds_;
};

// PartEffect: what a faster part gives, with an interval over seeds.
struct PartEffect {
  std::size_t part = 0;  // In the design.
  Spread tenth, half;  // What the figure gains by a part 10 % and 50 % faster, in percent; above 0 is better.
  Spread elasticity;
};

// NumberEffect: what half as many again of something gives.
struct NumberEffect {
  std::size_t number = 0;  // In the design.
  Spread gain;             // In percent; above 0 is better.
};

struct Explanation {
  Headline headline;
  Spread value;                       // As it stands.
  std::vector<PartEffect> effects;    // The largest elasticity first.
  std::vector<NumberEffect> numbers;  // The largest gain first.
  Spread all;                         // What it gains by everything 10 % faster, in percent.
  double sum = 0;                     // Elasticities of all parts together.
  bool scales =
      true;  // A machine that is faster throughout changes it: no percentage, and no number of things.

  // Returns the share that a side has in the elasticities above zero and in what none of them explains.
  double share(Side side, const ExplanationDesign& design) const;
  // Returns what no part explains of 1: a limit on numbers, or a clock of its own. 0 of figures that do not
  // scale: their elasticities sum to 0.
  double unexplained() const;
  // Returns the side with the largest share, and those that have nearly as much; none where no part matters,
  // or where more than that is unexplained.
  std::vector<Side> bound_by(const ExplanationDesign& design) const;
  // Returns the number that gains most, where no side binds and it gives a twentieth of what it grows by, or
  // more; null where there is none.
  const NumberEffect* bound_by_number(const ExplanationDesign& design) const;
};

// `values` are the figure in the runs of the design, in their order. Nothing where one of them has none, or
// none above zero.
std::optional<Explanation> explanation_of(const ExplanationDesign& design, const Headline& headline,
                                          std::span<const std::optional<double>> values);

}  // namespace headrace
