#include "analysis/page/sufficiency_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/answer/headlines.h"
#include "analysis/statistics/spread.h"
#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

std::string change_words(const SufficiencyFound& found) {
  if (found.ladder().is_number) return found.rung().overrides.front();
  return fmt::format("{} {:.0f} % faster", found.ladder().name, 100 * (found.rung().factor - 1));
}

std::string quoted(const std::string& word) {
  return word.find_first_of(" {}[]*'\"") == std::string::npos ? word : "'" + word + "'";
}

// Returns the call that repeats the run on the first of the seeds that confirm it.
std::string call_text(const SufficiencyFound& found, const std::string& file, const std::string& arm) {
  std::string text = "headrace run " + quoted(file) + " seed=" + std::to_string(found.seeds.front());
  for (const std::string& override : found.rung().overrides) text += " " + quoted(override);
  if (!arm.empty()) text += "   (and read arm " + arm + ")";
  return text;
}

std::int64_t reaching(const Headline& headline, const SufficiencyFound& found) {
  return std::count_if(found.confirmed.begin(), found.confirmed.end(),
                       [&](double value) { return reaches(headline, value, found.target); });
}

}  // namespace

std::string sufficiency_text(const Headline& headline, const SufficiencyFound& found, const std::string& file,
                             const std::string& arm) {
  const std::string target =
      fmt::format("{} {}{}", grouped(found.target), headline.unit,
                  found.asked ? "" : " (behind which more of the first cause gives less than 1 %)");
  if (found.met_already) return wrap("The scenario reaches " + target + " as it stands.");
  if (!found.change)
    return wrap("No single change of the first causes, up to 8 times as fast or as many, reaches " + target +
                ".");
  const Spread again = spread_of(found.confirmed);
  return wrap(fmt::format(
             "The smallest single change that reaches {}: {}, which gives {}. On seeds {} to {}, "
             "which had no part in finding it, it gives {} [{}, {}], and reaches the target in {} "
             "of {}. By hand:",
             target, change_words(found), grouped(found.change->value), found.seeds.front(),
             found.seeds.back(), grouped(again.mean), grouped(again.low), grouped(again.high),
             reaching(headline, found), found.confirmed.size())) +
         "  " + call_text(found, file, arm) + "\n";
}

nlohmann::ordered_json sufficiency_tree(const Headline& headline, const SufficiencyFound& found) {
  Json tree = {{"figure", headline.path()},
               {"target", found.target},
               {"target_is_asked", found.asked},
               {"met_already", found.met_already},
               {"change", Json()}};
  if (found.met_already || !found.change) return tree;
  const Spread again = spread_of(found.confirmed);
  tree["change"] = {{"what", found.ladder().name},
                    {"factor", found.rung().factor},
                    {"overrides", found.rung().overrides},
                    {"value", found.change->value},
                    {"seeds", found.seeds},
                    {"confirmed", found.confirmed},
                    {"mean", again.mean},
                    {"low_95", again.low},
                    {"high_95", again.high},
                    {"reached", reaching(headline, found)}};
  return tree;
}

}  // namespace headrace
