#include "analysis/page/explanation_page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace headrace {

namespace {

constexpr double kLittle = 0.005;  // Elasticity below which a part hardly matters.

// Names sides: "the client and the storage".
std::string words_of(const std::vector<Side>& sides) {
  std::string text;
  for (const Side side : sides)
    text += (text.empty() ? "the " : " and the ") + std::string(kSides[static_cast<std::size_t>(side)]);
  return sides == std::vector<Side>{Side::accelerators} ? text + ": neither the client nor the storage"
                                                        : text;
}

std::string sides_text(const ExplanationDesign& design, const Explanation& found) {
  std::string text;
  double all = 0;
  for (const Side side : kEverySide) {
    const double share = found.share(side, design);
    all += share;
    if (share < kLittle) continue;
    text += (text.empty() ? "" : ", ") + std::string(kSides[static_cast<std::size_t>(side)]) +
            fmt::format(" {:.0f} %", 100 * share);
  }
  if (1 - all >= kLittle && all > 0) text += fmt::format(", no part {:.0f} %", 100 * (1 - all));
  return text;
}

std::string verdict_text(const ExplanationDesign& design, const Explanation& found) {
  const std::vector<Side> bound = found.bound_by(design);
  const std::string by = bound.empty() ? "what binds is no time and no rate of a part, but a limit on "
                                         "numbers (requests a second, windows, "
                                         "workers), or a clock"
                                       : "bound by " + words_of(bound);
  return wrap(by + ". Of what a machine that is faster throughout would gain: " + sides_text(design, found),
              "  ", 4);
}

std::string gain_text(const Spread& gain) {
  if (gain.count < 2 || gain.high - gain.low < 0.05) return fmt::format("{:+.1f}", gain.mean);
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", gain.mean, gain.low, gain.high);
}

// Says what the figure gains by the part that matters most, also where no part binds.
std::string first_to_change(const ExplanationDesign& design, const Explanation& found) {
  const PartEffect& first = found.effects.front();
  const std::string lead =
      found.bound_by(design).empty() ? "No part helps much; most does " : "What would help first: ";
  return wrap(fmt::format("{}{}. 10 % faster it gives {} %, 50 % faster {} %, as runs show.", lead,
                          design.parts()[first.part].name, gain_text(first.tenth), gain_text(first.half)));
}

std::string check_text(const Explanation& found) {
  return wrap(
      fmt::format("elasticities sum to {:.2f}, and everything 10 % faster gives {} %: {} where all that "
                  "takes time is a part, and nothing has a clock of its own",
                  found.sum, gain_text(found.all), found.scales ? "1 and +10" : "0 and 0"),
      "  ", 4);
}

nlohmann::ordered_json tree_over_seeds(const Spread& spread) {
  return {{"mean", spread.mean}, {"low_95", spread.low}, {"high_95", spread.high}, {"seeds", spread.count}};
}

}  // namespace

std::string explanation_text(const ExplanationDesign& design, const Explanation& found, const Style& style,
                             bool all) {
  std::string text =
      style.bold(found.headline.path()) + ": " + grouped(found.value.mean) + " " + found.headline.unit;
  if (found.value.count > 1)
    text += fmt::format(" [{}, {}] over {}", grouped(found.value.low), grouped(found.value.high),
                        count_noun(static_cast<std::int64_t>(found.value.count), "seed"));
  text += "\n";
  if (found.effects.empty() || found.effects.front().elasticity.mean <= 0)
    return text + "No part of the machine would make it better by being faster.\n";
  text += verdict_text(design, found);
  text += "\n";
  Table table({"part", "side", "10 % faster, %", "50 % faster, %", "elasticity"});
  std::int64_t quiet = 0;
  for (const PartEffect& effect : found.effects) {
    const MachinePart& part = design.parts()[effect.part];
    if (!all && std::abs(effect.elasticity.mean) < kLittle) {
      ++quiet;
      continue;
    }
    table.add({part.name, std::string(kSides[static_cast<std::size_t>(part.side)]), gain_text(effect.tenth),
               gain_text(effect.half), fmt::format("{:+.3f}", effect.elasticity.mean)});
  }
  text += table.text();
  if (quiet > 0)
    text +=
        "  " + count_noun(quiet, "other part") + (quiet == 1 ? " hardly matters" : " hardly matter") + "\n";
  return text + check_text(found) + "\n" + first_to_change(design, found);
}

nlohmann::ordered_json explanation_tree(const ExplanationDesign& design, const Explanation& found) {
  using Json = nlohmann::ordered_json;
  Json parts = Json::array(), shares = Json::object();
  for (const PartEffect& effect : found.effects) {
    const MachinePart& part = design.parts()[effect.part];
    Json fields = Json::array();
    for (const Prior& speed : part.speeds) fields.push_back(speed.path);
    parts.push_back({{"part", part.name},
                     {"side", kSides[static_cast<std::size_t>(part.side)]},
                     {"gain_percent_10", tree_over_seeds(effect.tenth)},
                     {"gain_percent_50", tree_over_seeds(effect.half)},
                     {"elasticity", tree_over_seeds(effect.elasticity)},
                     {"fields", std::move(fields)}});
  }
  for (const Side side : kEverySide)
    shares[std::string(kSides[static_cast<std::size_t>(side)])] = found.share(side, design);
  Json bound = Json::array();
  for (const Side side : found.bound_by(design)) bound.push_back(kSides[static_cast<std::size_t>(side)]);
  return {{"figure", found.headline.path()},
          {"unit", found.headline.unit},
          {"value", tree_over_seeds(found.value)},
          {"bound_by", std::move(bound)},
          {"shares", std::move(shares)},
          {"scales", found.scales},
          {"sum_of_elasticities", found.sum},
          {"gain_percent_all_10", tree_over_seeds(found.all)},
          {"parts", std::move(parts)}};
}

}  // namespace headrace
