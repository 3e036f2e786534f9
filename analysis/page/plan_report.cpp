#include "analysis/page/plan_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/answer/model_error.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

std::string last_name(const std::string& path) {
  // Two words are enough to tell a count from another: "oss.count".
  const std::size_t last = path.rfind('.');
  const std::size_t before = last == std::string::npos ? last : path.rfind('.', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

std::string design_words(const SweepPoint& design) {
  std::string text;
  for (const SweepParameter& parameter : design.parameters)
    text += (text.empty() ? "" : ", ") + last_name(parameter.path) + "=" + parameter.value;
  return text;
}

std::string percent(double share) {
  if (share <= 0) return "0 %";
  return share < 0.001 ? "less than 0.1 %" : fmt::format("{:.1f} %", 100 * share);
}

// Writes the figure with half of its 95 % interval, by twice the standard error.
std::string figure_text(const Assertion& target, const MarginEstimate& margin) {
  if (!std::isfinite(margin.mean)) return "none";
  std::string text = grouped(value_with_margin(target, margin.mean));
  if (margin.standard_error > 0) text += fmt::format(" +- {:.2g}", 2 * margin.standard_error);
  return text;
}

std::string end_words(const CheapestResult& found, double risk) {
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

std::string needs_words(const PlanQuantities& needs, const std::string& currency) {
  std::string text = grouped(needs.price) + " " + currency;
  if (needs.power > 0) text += ", " + grouped(needs.power / 1000) + " kW";
  if (needs.rack_units > 0) text += ", " + grouped(needs.rack_units) + " rack units";
  if (needs.drives > 0) text += ", " + grouped(needs.drives) + " drives";
  return text;
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json needs_tree(const PlanQuantities& needs) {
  Json tree;
  for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) tree[PlanQuantities::kNames[q]] = needs[q];
  return tree;
}

Json estimate_tree(const Assertion& target, const MarginEstimate& margin) {
  return {{"target", target.text},
          {"value", number_or_null(value_with_margin(target, margin.mean))},
          {"standard_error", number_or_null(margin.standard_error)},
          {"replications", margin.count},
          {"margin", number_or_null(margin.mean)},
          {"probability_met", margin.probability_met()}};
}

Json design_tree(const PlanAnswer& answer, const KnownDesign& known) {
  const SweepPoint& design = answer.designs[known.point];
  Json tree;
  for (const SweepParameter& parameter : design.parameters)
    tree["parameters"][parameter.path] = parameter.value;
  tree["needs"] = needs_tree(answer.plan.needs(design));
  tree["within_limits"] = known.within_limits;
  tree["meets_targets"] = known.meets;
  tree["targets"] = Json::array();
  for (std::size_t target = 0; target < known.margins.size(); ++target)
    tree["targets"].push_back(estimate_tree(answer.plan.targets()[target], known.margins[target]));
  const auto note = answer.notes.find(known.point);
  if (note == answer.notes.end()) return tree;
  if (!note->second.limited_by.empty()) tree["limited_by"] = note->second.limited_by;
  if (!note->second.failure.empty()) tree["failure"] = note->second.failure;
  return tree;
}

Table design_table(const PlanAnswer& answer, const std::vector<KnownDesign>& designs) {
  std::vector<std::string> headings = {"design", "price"};
  for (const Assertion& target : answer.plan.targets()) headings.push_back(last_name(target.metric));
  headings.emplace_back("targets");
  Table table(headings);
  for (const KnownDesign& design : designs) {
    std::vector<std::string> cells = {design_words(answer.designs[design.point]), grouped(design.cost)};
    for (std::size_t target = 0; target < design.margins.size(); ++target)
      cells.push_back(figure_text(answer.plan.targets()[target], design.margins[target]));
    const bool chosen = answer.found.best && answer.found.best->point == design.point;
    cells.emplace_back(chosen                  ? "chosen"
                       : !design.within_limits ? "over a limit"
                       : design.meets          ? "met"
                                               : "missed");
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
  const Assertion& target = answer.plan.targets()[binding.target];
  if (!binding.cheaper_point) return "no cheaper design was run";
  std::string text = target.text + ": the next cheaper that was run (" +
                     design_words(answer.designs[*binding.cheaper_point]) + ") misses it";
  for (const KnownDesign& design : answer.found.known)
    if (design.point == *binding.cheaper_point)
      text += " with " + figure_text(target, design.margins[binding.target]);
  const auto note = answer.notes.find(*binding.cheaper_point);
  if (note != answer.notes.end() && !note->second.limited_by.empty())
    text += ", limited by " + note->second.limited_by;
  return text;
}

// Says which targets every design missed that was run, and how near one came to each:
// "jobs.save.checkpoint_write_seconds <= 5 was missed by all that were run, with 6.70 at best; "
std::string out_of_reach(const PlanAnswer& answer) {
  std::string text;
  for (std::size_t i = 0; i < answer.plan.targets().size(); ++i) {
    const MarginEstimate* best = nullptr;
    for (const KnownDesign& design : answer.found.known) {
      if (i >= design.margins.size() || !std::isfinite(design.margins[i].mean)) continue;
      if (best == nullptr || design.margins[i].mean > best->mean) best = &design.margins[i];
    }
    const Assertion& target = answer.plan.targets()[i];
    if (best != nullptr && best->mean < 0)
      text +=
          target.text + " was missed by all that were run, with " + figure_text(target, *best) + " at best; ";
  }
  return text;
}

}  // namespace

std::string plan_sentence(const PlanAnswer& answer) {
  const CheapestResult& found = answer.found;
  if (!found.best && found.end == SearchEnd::stopped)
    return fmt::format("interrupted before a design was found that meets every target: {} of {} are known",
                       found.known.size(), count_noun(answer.plan.designs().size(), "design"));
  if (!found.best)
    return "no design was found that meets every target: " + out_of_reach(answer) +
           end_words(found, answer.plan.spec().risk);
  return design_words(answer.designs[found.best->point]) +
         " is the cheapest design that meets every target, for " + grouped(found.best->cost) + " " +
         answer.plan.spec().currency;
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

// Says of each target that is a utilisation how often the model would be right that it is met.
std::string model_lines(const PlanAnswer& answer, const KnownDesign& best) {
  std::string text;
  for (std::size_t i = 0; i < best.margins.size(); ++i) {
    const Assertion& target = answer.plan.targets()[i];
    const std::string sure =
        how_sure_of_target(target.metric, value_with_margin(target, best.margins[i].mean), target.bound);
    if (!sure.empty()) text += wrap(target.text + ": " + sure, "  model    ", 11);
  }
  return text;
}

}  // namespace

std::string plan_text(const PlanAnswer& answer, const Style& style) {
  const CheapestResult& found = answer.found;
  std::string text = style.bold(answer.plan.designs().name()) + "\n" + wrap(plan_sentence(answer)) + "\n";
  if (found.best) {
    const PlanQuantities needs = answer.plan.needs(answer.designs[found.best->point]);
    text += wrap(needs_words(needs, answer.plan.spec().currency), "  needs    ", 11);
    text += wrap(binding_words(answer), "  binding  ", 11);
    text += wrap(sure_words(found, answer.plan.spec().risk), "  sure     ", 11);
    if (!answer.plan.designs().base().calibration) text += model_lines(answer, *found.best);
  }
  for (const std::size_t target : found.not_monotone)
    text += wrap("more of an axis made " + answer.plan.targets()[target].text +
                     " worse somewhere, so more_is_better was not relied on for it",
                 "  note     ", 11);
  if (!found.known.empty()) {
    text += "\n" +
            std::string(found.best ? "Designs around it, by price" : "The dearest designs that were run") +
            "\n" + design_table(answer, around(found)).text();
    text += "\nPareto set: what each price can buy of " + answer.plan.targets().front().metric +
            ", of what was run\n" + design_table(answer, pareto_set(found.known, 0)).text();
  }
  text += fmt::format("\n  {} of {} designs were run, {} runs, {} of them found in {}\n", found.known.size(),
                      answer.plan.designs().size(), found.runs, answer.reused, answer.database);
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
               {"designs", answer.plan.designs().size()},
               {"designs_run", found.designs_run},
               {"runs", found.runs},
               {"runs_reused", answer.reused},
               {"database", answer.database}};
  tree["chosen"] = found.best ? design_tree(answer, *found.best) : Json(nullptr);
  if (found.binding) {
    tree["binding"]["target"] = answer.plan.targets()[found.binding->target].text;
    if (found.binding->cheaper_point)
      for (const SweepParameter& parameter : answer.designs[*found.binding->cheaper_point].parameters)
        tree["binding"]["cheaper"][parameter.path] = parameter.value;
  }
  tree["pareto"] = Json::array();
  for (const KnownDesign& design : pareto_set(found.known, 0))
    tree["pareto"].push_back(design_tree(answer, design));
  tree["known"] = Json::array();
  for (const KnownDesign& design : found.known) tree["known"].push_back(design_tree(answer, design));
  return tree;
}

std::string largest_sentence(const LargestAnswer& answer) {
  const LargestResult& found = answer.found;
  const std::string kind = answer.accelerator.empty() ? "accelerators" : "x " + answer.accelerator;
  if (!found.largest && found.stopped) return "interrupted before it was known how many are fed";
  const bool by_nodes = answer.raised == Raised::nodes;
  if (!found.largest)
    return std::string("not even one ") + (by_nodes ? "node" : "accelerator a node") + " meets " +
           answer.target.text;
  const std::string where =
      by_nodes
          ? fmt::format("{} on each of {}", answer.each, count_noun(*found.largest, "node"))
          : fmt::format("{} on {}", *found.largest,
                        answer.each == 1 ? "the node" : fmt::format("each of the {} nodes", answer.each));
  std::string text = fmt::format("{} {} are fed, {}: the most with {}", *found.largest * answer.each, kind,
                                 where, answer.target.text);
  if (found.at_the_end) return text + ", and as many as were asked for";
  const auto above = answer.notes.find(static_cast<std::size_t>(*found.largest + 1));
  if (above != answer.notes.end() && !above->second.limited_by.empty())
    text += "; then limited by " + above->second.limited_by;
  return text;
}

namespace {

// "the nodes' cores" of "the nodes' cores, for which the loaders queue (…)": what fits a table.
std::string without_details(const std::string& limit) {
  return limit.substr(0, std::min(limit.find(", "), limit.find(" (")));
}

}  // namespace

std::string largest_text(const LargestAnswer& answer, const Style& style) {
  std::string text = style.bold(answer.name) + "\n" + wrap(largest_sentence(answer)) + "\n";
  Table table({answer.raised == Raised::nodes ? "nodes" : "a node", "accelerators",
               last_name(answer.target.metric), "runs", "target", "limited by"});
  for (const CountMargin& one : answer.found.curve) {
    const auto note = answer.notes.find(static_cast<std::size_t>(one.count));
    std::string by = note == answer.notes.end() ? "" : without_details(note->second.limited_by);
    if (note != answer.notes.end() && !note->second.failure.empty()) by = note->second.failure;
    table.add({std::to_string(one.count), std::to_string(one.count * answer.each),
               figure_text(answer.target, one.margin), std::to_string(one.margin.count),
               std::string(one.meets ? "met" : "missed") + (one.clear ? "" : "?"), by});
  }
  text += table.text();
  if (!answer.sure.empty()) text += "\n" + wrap("With the largest count " + answer.sure + ".", "  ", 4);
  if (!answer.found.is_monotone) text += "\n  Not monotone: a count met the target above one that did not.\n";
  if (answer.found.stopped) text += "\n  Interrupted: the edge was not found.\n";
  text +=
      fmt::format("\n  {} runs, {} of them found in {}\n", answer.found.runs, answer.reused, answer.database);
  return text;
}

Json largest_tree(const LargestAnswer& answer) {
  const LargestResult& found = answer.found;
  const auto accelerators = [&](const std::optional<std::int64_t>& count) {
    return count ? Json(*count * answer.each) : Json(nullptr);
  };
  const bool by_nodes = answer.raised == Raised::nodes;
  Json tree = {{"schema", "headrace.plan/1"},
               {"scenario", answer.name},
               {"answer", largest_sentence(answer)},
               {"job", answer.job},
               {"raised", by_nodes ? "nodes" : "accelerators_per_node"},
               {"target", answer.target.text},
               {"largest_accelerators", accelerators(found.largest)},
               {"surely", accelerators(found.surely)},
               {"surely_not", accelerators(found.surely_not)},
               {"at_the_end", found.at_the_end},
               {"monotone", found.is_monotone},
               {"stopped", found.stopped},
               {"runs", found.runs},
               {"runs_reused", answer.reused},
               {"database", answer.database}};
  tree["how_sure"] = answer.sure;
  tree["curve"] = Json::array();
  for (const CountMargin& one : found.curve) {
    Json row = {{"nodes", by_nodes ? one.count : answer.each},
                {"accelerators", one.count * answer.each},
                {"meets", one.meets},
                {"clear", one.clear}};
    row["figure"] = estimate_tree(answer.target, one.margin);
    const auto note = answer.notes.find(static_cast<std::size_t>(one.count));
    if (note != answer.notes.end()) {
      row["limited_by"] = note->second.limited_by;
      if (!note->second.failure.empty()) row["failure"] = note->second.failure;
    }
    tree["curve"].push_back(std::move(row));
  }
  return tree;
}

}  // namespace headrace
