#include "analysis/answer/sufficient_change.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

constexpr double kLadder[] = {1.1, 1.25, 1.5, 2, 3, 4, 6, 8};
constexpr std::size_t kMostOfEach = 3;
constexpr double kLeastGain = 0.5;  // Percent, by a tenth more speed or half as many again.
constexpr double kPlateau = 1.01;

Ladder ladder_of(const MachinePart& part) {
  Ladder ladder{part.name, false, {}};
  for (const double factor : kLadder)
    ladder.rungs.push_back({factor, ExplanationDesign::at_speed(part, factor)});
  return ladder;
}

Ladder ladder_of(const MachineNumber& number) {
  Ladder ladder{number.path, true, {}};
  std::int64_t last = number.value;
  for (const double factor : kLadder) {
    const auto next = static_cast<std::int64_t>(std::ceil(static_cast<double>(number.value) * factor - 1e-9));
    if (next == last) continue;
    last = next;
    ladder.rungs.push_back({static_cast<double>(next) / static_cast<double>(number.value),
                            {number.path + "=" + std::to_string(next)}});
  }
  return ladder;
}

}  // namespace

std::vector<Ladder> ladders_of(const ExplanationDesign& design, const Explanation& found) {
  std::vector<Ladder> ladders;
  for (const PartEffect& effect : found.effects) {
    if (ladders.size() == kMostOfEach || effect.tenth.mean < kLeastGain) break;
    ladders.push_back(ladder_of(design.parts()[effect.part]));
  }
  const std::size_t parts = ladders.size();
  for (const NumberEffect& effect : found.numbers) {
    if (ladders.size() == parts + kMostOfEach || effect.gain.mean < kLeastGain) break;
    ladders.push_back(ladder_of(design.numbers()[effect.number]));
  }
  return ladders;
}

bool reaches(const Headline& headline, double value, double target) {
  return headline.better == Better::less ? value <= target : value >= target;
}

double plateau_of(const Headline& headline, std::span<const double> values) {
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const double ratio = values[i + 1] / values[i];
    const double gain = headline.better == Better::less ? 1 / ratio : ratio;
    if (gain < kPlateau) return values[i];
  }
  return values.back();
}

std::optional<SufficientChange> smallest_of(std::span<const Ladder> ladders, const Headline& headline,
                                            double target, std::span<const std::vector<double>> values) {
  std::optional<SufficientChange> smallest;
  for (std::size_t l = 0; l < ladders.size(); ++l) {
    for (std::size_t r = 0; r < ladders[l].rungs.size(); ++r) {
      if (std::isnan(values[l][r]) || !reaches(headline, values[l][r], target)) continue;
      const bool is_smaller =
          !smallest || ladders[l].rungs[r].factor < ladders[smallest->ladder].rungs[smallest->rung].factor;
      if (is_smaller) smallest = SufficientChange{l, r, values[l][r]};
      break;
    }
  }
  return smallest;
}

}  // namespace headrace
