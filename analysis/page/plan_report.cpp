#include "analysis/page/plan_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/answer/model_error.h"
#include "analysis/page/plan_answer.h"
#include "analysis/page/plan_words.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

// Returns the runs that were asked for: each design is run in each situation.
std::int64_t runs_of(const PlanAnswer& answer) {
  return answer.found.runs * static_cast<std::int64_t>(answer.plan.situations());
}

std::string percent(double share) {
  if (share <= 0) return "0 %";
  return share < 0.001 ? "less than 0.1 %" : fmt::format("{:.1f} %", 100 * share);
}

std::string settled_words(const CheapestResult& found, double risk) {
  const std::string sure = found.best ? "a cheaper one meets the targets" : "any design meets the targets";
  switch (found.end) {
    case SearchEnd::proven:
      return found.best ? "every cheaper design is known to miss a target, or fails with one that does"
                        : "every design is known to miss a target, or fails with one that does";
    case SearchEnd::believed:
      return "the probability that " + sure + " is believed to be at most " + percent(risk);
    case SearchEnd::exhausted:
      return "not settled: as many designs were run as plan.most_designs allows; the likeliest of the "
             "cheaper ones "
             "meets the targets with " +
             percent(found.risk_of_cheaper);
    case SearchEnd::stopped:
      return "interrupted: cheaper designs are not settled, and the answer is not confirmed";
  }
  return {};
}

// Says what ended the search, and which cheaper designs runs left open.
std::string end_words(const CheapestResult& found, double risk) {
  std::string text = settled_words(found, risk);
  if (found.best && found.unclear_cheaper > 0)
    text += fmt::format(
        "; but for {} that plan.most_replications runs did not settle",
        found.unclear_cheaper == 1 ? "one cheaper" : std::to_string(found.unclear_cheaper) + " cheaper");
  return text;
}

std::string needs_words(const PlanQuantities& needs, const std::string& currency) {
  std::string text = grouped(needs.price) + " " + currency;
  if (needs.power > 0) text += ", " + grouped(needs.power / 1000) + " kW";
  if (needs.rack_units > 0) text += ", " + grouped(needs.rack_units) + " rack units";
  if (needs.drives > 0) text += ", " + grouped(needs.drives) + " drives";
  if (needs.capacity > 0) text += fmt::format(", {:.1f} PB for data", needs.capacity / 1e15);
  return text;
}

Json needs_tree(const PlanQuantities& needs) {
  Json tree;
  for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) tree[PlanQuantities::kNames[q]] = needs[q];
  return tree;
}

Json target_tree(const PlanAnswer& answer, std::size_t number, const MarginEstimate& margin) {
  const PlanTarget& target = answer.targets[number];
  Json tree = estimate_tree(target, margin);
  tree["situation"] = answer.plan.situation(target.situation);
  tree["bound"] = target.bound;
  return tree;
}

// Adds the design's values by their axes.
void add_parameters(const PlanAnswer& answer, std::size_t point, Json& tree) {
  const SweepPoint& design = answer.designs[point];
  for (std::size_t i = 0; i < design.parameters.size(); ++i)
    if (i != answer.plan.situation_axis()) tree[design.parameters[i].path] = design.parameters[i].value;
}

Json design_tree(const PlanAnswer& answer, const KnownDesign& known) {
  const SweepPoint& design = answer.designs[known.point];
  Json tree;
  add_parameters(answer, known.point, tree["parameters"]);
  tree["needs"] = needs_tree(answer.plan.needs(design));
  tree["within_limits"] = known.within_limits;
  tree["meets_targets"] = known.meets;
  tree["targets"] = Json::array();
  for (std::size_t target = 0; target < known.margins.size(); ++target)
    tree["targets"].push_back(target_tree(answer, target, known.margins[target]));
  for (std::size_t situation = 0; situation < answer.plan.situations(); ++situation) {
    const PlanEvaluator::Note* const note = note_of(answer, known.point, situation);
    if (note == nullptr) continue;
    Json& of = situation == 0 ? tree : tree["situations"][answer.plan.situation(situation)];
    if (!note->limited_by.empty()) of["limited_by"] = note->limited_by;
    if (!note->failure.empty()) of["failure"] = note->failure;
  }
  return tree;
}

// Says which cheaper designs are beyond a limit of the plan: "3 cheaper: 2 too little capacity, 1 over
// power".
std::string ruled_out_words(const PlanAnswer& answer, double cost) {
  std::map<std::string, std::int64_t> by_limit;
  std::int64_t all = 0;
  for (std::size_t point = 0; point < answer.designs.size(); ++point) {
    if (answer.designs[point].parameters.empty()) continue;
    const PlanQuantities needs = answer.plan.needs(answer.designs[point]);
    if (needs.price >= cost || answer.plan.is_within_limits(needs)) continue;
    ++by_limit[over_words(answer, point)];
    ++all;
  }
  if (all == 0) return {};
  std::string text = fmt::format("{} cheaper {} ruled out:", all, all == 1 ? "design is" : "designs are");
  const char* separator = " ";
  for (const auto& [limit, count] : by_limit) {
    text += fmt::format("{}{} {}", separator, count, limit);
    separator = ", ";
  }
  return text;
}

// Lists designs with their figures as planned, and of those in all situations with the one that is nearest to
// its bound, or furthest beyond.
Table design_table(const PlanAnswer& answer, const std::vector<KnownDesign>& designs) {
  const bool has_situations = answer.plan.situations() > 1;
  std::vector<std::string> headings = {"design", "price"};
  for (const PlanTarget& target : answer.targets)
    if (target.situation == 0) headings.push_back(metric_word(target));
  if (has_situations) headings.emplace_back("nearest to its bound");
  headings.emplace_back("targets");
  headings.emplace_back("limited by");
  Table table(headings);
  for (const KnownDesign& design : designs) {
    std::vector<std::string> cells = {design_words(answer, design.point), grouped(design.cost)};
    for (std::size_t i = 0; i < design.margins.size(); ++i)
      if (answer.targets[i].situation == 0)
        cells.push_back(figure_text(answer.targets[i], design.margins[i]));
    const std::size_t nearest = nearest_target(answer, design);
    const PlanTarget& target = answer.targets[nearest];
    if (has_situations)
      cells.push_back(answer.plan.situation(target.situation) + ": " + metric_word(target) + " " +
                      figure_text(target, design.margins[nearest]));
    cells.push_back(state_words(answer, design));
    const PlanEvaluator::Note* const note = note_of(answer, design.point, target.situation);
    cells.push_back(
        note == nullptr ? "" : without_details(note->failure.empty() ? note->limited_by : note->failure));
    table.add(std::move(cells));
  }
  return table;
}

// Returns what was run next to the answer in price: three cheaper, the answer, three dearer.
std::vector<KnownDesign> around(const CheapestResult& found) {
  std::vector<KnownDesign> designs = found.known;
  std::stable_sort(designs.begin(), designs.end(),
                   [](const auto& a, const auto& b) { return a.cost < b.cost; });
  std::size_t at = designs.size();
  for (std::size_t i = 0; i < designs.size(); ++i)
    if (found.best && designs[i].point == found.best->point) at = i;
  const std::size_t from = at - std::min<std::size_t>(at, 3);
  const std::size_t to = std::min(designs.size(), at + 4);
  return {designs.begin() + static_cast<std::ptrdiff_t>(from),
          designs.begin() + static_cast<std::ptrdiff_t>(to)};
}

std::string binding_words(const PlanAnswer& answer) {
  const Binding& binding = *answer.found.binding;
  const PlanTarget& target = answer.targets[binding.target];
  if (!binding.cheaper_point) return "no cheaper design was run";
  std::string text = target_words(answer, binding.target) + ": the next cheaper that was run (" +
                     design_words(answer, *binding.cheaper_point) + ") ";
  for (const KnownDesign& design : answer.found.known) {
    if (design.point != *binding.cheaper_point) continue;
    const bool misses = !(design.margins[binding.target].mean >= 0);
    text += (misses ? "misses it with " : "is not sure to meet it, with ") +
            figure_text(target, design.margins[binding.target]);
  }
  const PlanEvaluator::Note* const note = note_of(answer, *binding.cheaper_point, target.situation);
  if (note != nullptr && !note->limited_by.empty()) text += ", limited by " + note->limited_by;
  return text;
}

// Says which targets every design missed that was run, and how near one came to each:
// "jobs.save.checkpoint_write_seconds <= 5 was missed by all that were run, with 6.70 at best; "
std::string out_of_reach(const PlanAnswer& answer) {
  std::string text;
  for (std::size_t i = 0; i < answer.targets.size(); ++i) {
    const MarginEstimate* best = nullptr;
    for (const KnownDesign& design : answer.found.known) {
      if (i >= design.margins.size() || !std::isfinite(design.margins[i].mean)) continue;
      if (best == nullptr || design.margins[i].mean > best->mean) best = &design.margins[i];
    }
    const PlanTarget& target = answer.targets[i];
    if (best != nullptr && best->mean < 0)
      text += target_words(answer, i) + " was missed by all that were run, with " +
              figure_text(target, *best) + " at best; ";
  }
  return text;
}

}  // namespace

std::string plan_sentence(const PlanAnswer& answer) {
  const CheapestResult& found = answer.found;
  if (!found.best && found.end == SearchEnd::stopped)
    return fmt::format("interrupted before a design was found that meets every target: {} of {} are known",
                       found.known.size(), count_noun(answer.plan.size(), "design"));
  if (!found.best)
    return "no design was found that meets every target: " + out_of_reach(answer) +
           end_words(found, answer.plan.spec().risk);
  return design_words(answer, found.best->point) + " is the cheapest design that meets every target, for " +
         grouped(found.best->cost) + " " + answer.plan.spec().currency;
}

namespace {

// Says how sure the cheapest design is. Of a single run nothing is known of how runs differ.
std::string sure_words(const CheapestResult& found, double risk) {
  const bool once = !found.best->margins.empty() && found.best->margins.front().count < 2;
  const std::string chosen =
      once ? "its single run meets every target, and others may differ (measure.replications); "
           : "it misses a target with " + percent(found.risk_of_missing) + " by its runs; ";
  return chosen + end_words(found, risk);
}

}  // namespace

std::vector<PlanNote> plan_notes(const PlanAnswer& answer) {
  const CheapestResult& found = answer.found;
  std::vector<PlanNote> notes;
  if (found.best) {
    const PlanQuantities needs = answer.plan.needs(answer.designs[found.best->point]);
    notes.push_back({"needs", needs_words(needs, answer.plan.spec().currency)});
    notes.push_back({"binding", binding_words(answer)});
    if (std::string limits = ruled_out_words(answer, found.best->cost); !limits.empty())
      notes.push_back({"limits", std::move(limits)});
    notes.push_back({"sure", sure_words(found, answer.plan.spec().risk)});
    for (std::size_t i = 0; i < answer.targets.size() && !answer.plan.designs().base().calibration; ++i) {
      // A utilisation alone has a model error: the share of systems on which its target is met.
      const PlanTarget& target = answer.targets[i];
      const std::string sure =
          how_sure_of_target(target.metric, value_with_margin(target, found.best->margins[i].mean),
                             answer.plan.targets()[i].bound);
      if (!sure.empty()) notes.push_back({"model", target_words(answer, i) + ": " + sure});
    }
  }
  for (const std::size_t target : found.not_monotone)
    notes.push_back({"note", "more of an axis made " + target_words(answer, target) +
                                 " worse somewhere, so more_is_better was not relied on for it"});
  return notes;
}

std::string plan_text(const PlanAnswer& answer, const Style& style) {
  const CheapestResult& found = answer.found;
  std::string text = style.bold(answer.plan.designs().name()) + "\n" + wrap(plan_sentence(answer)) + "\n";
  for (const PlanNote& note : plan_notes(answer))
    text += wrap(note.text, fmt::format("  {:<9}", note.about), 11);
  if (!found.known.empty()) {
    text += "\n" +
            std::string(found.best ? "Designs around it, by price" : "The dearest designs that were run") +
            "\n" + design_table(answer, around(found)).text();
    text += "\nPareto set: what each price can buy of " + answer.targets.front().metric +
            ", of what was run\n" + design_table(answer, pareto_set(found.known, 0)).text();
  }
  text += fmt::format("\n  {} of {} designs were run, {} runs, {} of them found in {}\n", found.known.size(),
                      answer.plan.size(), runs_of(answer), answer.reused, answer.database);
  return text;
}

Json plan_tree(const PlanAnswer& answer) {
  constexpr const char* kEnds[] = {"proven", "believed", "exhausted", "stopped"};
  const CheapestResult& found = answer.found;
  Json tree = {{"schema", "headrace.plan/1"},
               {"scenario", answer.plan.designs().name()},
               {"sweep_hash", answer.plan.designs().hash()},
               {"answer", plan_sentence(answer)},
               {"currency", answer.plan.spec().currency},
               {"end", kEnds[static_cast<std::size_t>(found.end)]},
               {"risk", answer.plan.spec().risk},
               {"risk_of_missing", found.risk_of_missing},
               {"risk_of_cheaper", found.risk_of_cheaper},
               {"risk_of_any_cheaper", found.risk_of_any_cheaper},
               {"designs", answer.plan.size()},
               {"designs_run", found.designs_run},
               {"runs", runs_of(answer)},
               {"runs_reused", answer.reused},
               {"database", answer.database}};
  tree["chosen"] = found.best ? design_tree(answer, *found.best) : Json(nullptr);
  if (found.binding) {
    const PlanTarget& target = answer.targets[found.binding->target];
    tree["binding"]["target"] = target.text;
    tree["binding"]["situation"] = answer.plan.situation(target.situation);
    if (found.binding->cheaper_point)
      add_parameters(answer, *found.binding->cheaper_point, tree["binding"]["cheaper"]);
  }
  tree["pareto"] = Json::array();
  for (const KnownDesign& design : pareto_set(found.known, 0))
    tree["pareto"].push_back(design_tree(answer, design));
  tree["known"] = Json::array();
  for (const KnownDesign& design : found.known) tree["known"].push_back(design_tree(answer, design));
  return tree;
}

}  // namespace headrace
