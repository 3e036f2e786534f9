#include "analysis/page/explanation_page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/page/blame_page.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLittle = 0.005;    // Elasticity below which a part hardly matters.
constexpr double kLittleGain = 0.2;  // Percent; likewise of half as many again of something.

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

std::string gain_text(const Spread& gain) {
  if (gain.count < 2 || gain.high - gain.low < 0.05) return fmt::format("{:+.1f}", gain.mean);
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", gain.mean, gain.low, gain.high);
}

// Names the number of things that binds where no part does.
std::string binding_text(const ExplanationDesign& design, const NumberEffect& effect) {
  const MachineNumber& number = design.numbers()[effect.number];
  return fmt::format("bound by a number, of the {}: {}={}; {} gives {} %",
                     kSides[static_cast<std::size_t>(number.side)], number.path, number.value,
                     number.raised(), gain_text(effect.gain));
}

std::string verdict_text(const ExplanationDesign& design, const Explanation& found) {
  const std::vector<Side> bound = found.bound_by(design);
  if (const NumberEffect* const number = found.bound_by_number(design))
    return wrap(binding_text(design, *number) +
                    ". Of what a machine that is faster throughout would gain: " + sides_text(design, found),
                "  ", 4);
  const std::string by = bound.empty() ? "what binds is no time and no rate of a part, but a limit on "
                                         "numbers (requests a second, windows, "
                                         "workers), or a clock"
                                       : "bound by " + words_of(bound);
  return wrap(by + ". Of what a machine that is faster throughout would gain: " + sides_text(design, found),
              "  ", 4);
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

// Lists the numbers of things of which half as many again change the figure.
std::string numbers_text(const ExplanationDesign& design, const Explanation& found) {
  Table table({"number", "side", "from", "to", "gain, %"});
  std::int64_t quiet = 0;
  for (const NumberEffect& effect : found.numbers) {
    const MachineNumber& number = design.numbers()[effect.number];
    if (std::abs(effect.gain.mean) < kLittleGain) {
      ++quiet;
      continue;
    }
    table.add({number.path, std::string(kSides[static_cast<std::size_t>(number.side)]),
               std::to_string(number.value), std::to_string(number.raised()), gain_text(effect.gain)});
  }
  const bool any = quiet < static_cast<std::int64_t>(found.numbers.size());
  std::string text = any ? table.text() : "";
  if (quiet > 0)
    text += "  half as many again of " + count_noun(quiet, any ? "other number" : "number") + " of things " +
            (quiet == 1 ? "gives" : "give each") + fmt::format(" less than {} %\n", kLittleGain);
  return text;
}

nlohmann::ordered_json tree_over_seeds(const Spread& spread) {
  return {{"mean", spread.mean}, {"low_95", spread.low}, {"high_95", spread.high}, {"seeds", spread.count}};
}

}  // namespace

std::string explanation_text(const ExplanationDesign& design, const Explanation& found, const Blame* blame,
                             const Style& style, bool all) {
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
  Table table({"part", "side", "10 % faster, %", "50 % faster, %", "elasticity", "critical path, %"});
  std::int64_t quiet = 0;
  for (const PartEffect& effect : found.effects) {
    const MachinePart& part = design.parts()[effect.part];
    if (!all && std::abs(effect.elasticity.mean) < kLittle) {
      ++quiet;
      continue;
    }
    table.add({part.name, std::string(kSides[static_cast<std::size_t>(part.side)]), gain_text(effect.tenth),
               gain_text(effect.half), fmt::format("{:+.3f}", effect.elasticity.mean),
               blame == nullptr ? "" : fmt::format("{:.1f}", 100 * blame->share(blame->of(part.name)))});
  }
  text += table.text();
  if (quiet > 0)
    text +=
        "  " + count_noun(quiet, "other part") + (quiet == 1 ? " hardly matters" : " hardly matter") + "\n";
  text += numbers_text(design, found) + check_text(found) + "\n";
  if (blame != nullptr) text += blame_text(*blame) + "\n";
  return text + first_to_change(design, found);
}

nlohmann::ordered_json explanation_tree(const ExplanationDesign& design, const Explanation& found,
                                        const Blame* blame) {
  Json parts = Json::array(), shares = Json::object();
  for (const PartEffect& effect : found.effects) {
    const MachinePart& part = design.parts()[effect.part];
    Json fields = Json::array();
    for (const Prior& speed : part.speeds) fields.push_back(speed.path);
    parts.push_back(
        {{"part", part.name},
         {"side", kSides[static_cast<std::size_t>(part.side)]},
         {"gain_percent_10", tree_over_seeds(effect.tenth)},
         {"gain_percent_50", tree_over_seeds(effect.half)},
         {"elasticity", tree_over_seeds(effect.elasticity)},
         {"critical_path_share", blame == nullptr ? Json() : Json(blame->share(blame->of(part.name)))},
         {"fields", std::move(fields)}});
  }
  Json numbers = Json::array();
  for (const NumberEffect& effect : found.numbers) {
    const MachineNumber& number = design.numbers()[effect.number];
    numbers.push_back({{"number", number.path},
                       {"side", kSides[static_cast<std::size_t>(number.side)]},
                       {"from", number.value},
                       {"to", number.raised()},
                       {"gain_percent", tree_over_seeds(effect.gain)}});
  }
  for (const Side side : kEverySide)
    shares[std::string(kSides[static_cast<std::size_t>(side)])] = found.share(side, design);
  const NumberEffect* const number = found.bound_by_number(design);
  Json bound = Json::array();
  for (const Side side : found.bound_by(design)) bound.push_back(kSides[static_cast<std::size_t>(side)]);
  return {{"figure", found.headline.path()},
          {"unit", found.headline.unit},
          {"value", tree_over_seeds(found.value)},
          {"bound_by", std::move(bound)},
          {"bound_by_number", number == nullptr ? Json() : Json(design.numbers()[number->number].path)},
          {"shares", std::move(shares)},
          {"scales", found.scales},
          {"sum_of_elasticities", found.sum},
          {"gain_percent_all_10", tree_over_seeds(found.all)},
          {"critical_path", blame == nullptr ? Json() : blame_tree(*blame)},
          {"parts", std::move(parts)},
          {"numbers", std::move(numbers)}};
}

}  // namespace headrace
