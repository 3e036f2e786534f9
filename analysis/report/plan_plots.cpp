#include "analysis/report/plan_plots.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/page/plan_report.h"
#include "analysis/page/plan_words.h"

namespace headrace {

namespace {

constexpr double kPercent = 100;

PlotColumn price_column(const PlanAnswer& answer) { return {"price", answer.plan.spec().currency}; }

// Returns the points of the Pareto set of a target: no cheaper design has as much.
std::set<std::size_t> pareto_points(const PlanAnswer& answer, std::size_t target) {
  std::set<std::size_t> points;
  for (const KnownDesign& design : pareto_set(answer.found.known, target)) points.insert(design.point);
  return points;
}

// Names a target for a label: "au_percent", "drive_lost: au_percent".
std::string short_target(const PlanAnswer& answer, std::size_t number) {
  const PlanTarget& target = answer.targets[number];
  return (target.situation > 0 ? answer.plan.situation(target.situation) + ": " : "") + metric_word(target);
}

// Says of a design what it is, and the target that is nearest to its bound: "12 appliances: drive_lost:
// au_percent 80.5, limited by lustre: OST devices".
std::string label_of(const PlanAnswer& answer, const KnownDesign& design) {
  const std::size_t nearest = nearest_target(answer, design);
  const PlanTarget& target = answer.targets[nearest];
  std::string text = design_words(answer, design.point) + ": " + short_target(answer, nearest) + " " +
                     figure_text(target, design.margins[nearest]);
  const PlanEvaluator::Note* const note = note_of(answer, design.point, target.situation);
  if (note != nullptr && !note->limited_by.empty())
    text += ", limited by " + without_details(note->limited_by);
  return text;
}

Plot price_plot(const PlanAnswer& answer, std::size_t number) {
  const PlanTarget& target = answer.targets[number];
  Plot plot{
      "pareto-" + plot_word(target.metric),
      "What a price buys: " + target.text,
      "A point each design that was run. Of the Pareto set no cheaper one has as much; its label names the "
      "target that is nearest to its bound, and what limits there.",
      PlotKind::scatter,
      {{"designs", ""}, {"design", ""}, price_column(answer), {metric_word(target), ""}},
      {}};
  const std::set<std::size_t> pareto = pareto_points(answer, number);
  for (const KnownDesign& design : answer.found.known) {
    if (!std::isfinite(design.margins[number].mean)) continue;
    std::string group = state_words(answer, design);
    if (group != "chosen" && pareto.contains(design.point)) group = "Pareto set, " + group;
    plot.rows.push_back({group, label_of(answer, design), design.cost,
                         value_with_margin(target, design.margins[number].mean)});
  }
  return plot;
}

Plot margin_plot(const PlanAnswer& answer) {
  Plot plot{
      "nearest-target",
      "How far each design is from missing a target",
      "By how much of its bound a design meets the target that is nearest to it, in any situation; below "
      "zero it misses it.",
      PlotKind::scatter,
      {{"designs", ""}, {"design", ""}, price_column(answer), {"margin", "% of the bound"}},
      {}};
  for (const KnownDesign& design : answer.found.known) {
    const std::size_t nearest = nearest_target(answer, design);
    const double margin = relative_margin(answer.targets[nearest], design.margins[nearest]);
    if (!std::isfinite(margin)) continue;
    plot.rows.push_back(
        {state_words(answer, design), label_of(answer, design), design.cost, kPercent * margin});
  }
  return plot;
}

Plot target_map(const PlanAnswer& answer) {
  Plot plot{
      "targets",
      "Which target binds where",
      "By how much of its bound each design that was run meets each target, the cheapest first; below zero "
      "it misses it. More than 100 % is written as 100 %.",
      PlotKind::heat,
      {{"design", ""}, {"target", ""}, {"margin", "% of the bound"}},
      {}};
  std::vector<KnownDesign> designs = answer.found.known;
  std::stable_sort(designs.begin(), designs.end(),
                   [](const KnownDesign& a, const KnownDesign& b) { return a.cost < b.cost; });
  for (const KnownDesign& design : designs)
    for (std::size_t i = 0; i < answer.targets.size(); ++i) {
      const double margin = kPercent * relative_margin(answer.targets[i], design.margins[i]);
      if (std::isfinite(margin))
        plot.rows.push_back({design_words(answer, design.point), short_target(answer, i),
                             std::clamp(margin, -kPercent, kPercent)});
    }
  return plot;
}

}  // namespace

std::vector<Plot> plan_plots(const PlanAnswer& answer) {
  std::vector<Plot> plots;
  for (std::size_t i = 0; i < answer.targets.size(); ++i)
    if (answer.targets[i].situation == 0) plots.push_back(price_plot(answer, i));
  plots.push_back(margin_plot(answer));
  plots.push_back(target_map(answer));
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  return plots;
}

ReportPart plan_part(const PlanAnswer& answer, const std::string& text) {
  ReportPart part;
  part.title = answer.plan.designs().name();
  part.question = answer.plan.designs().base().question;
  ReportAnswer said;
  said.sentence = plan_sentence(answer);
  for (const PlanNote& note : plan_notes(answer)) said.notes.push_back(note.about + ": " + note.text);
  part.answers.push_back(std::move(said));
  part.plots = plan_plots(answer);
  part.provenance = {{"database", answer.database}, {"designs", answer.plan.designs().hash()}};
  part.scenario_text = text;
  return part;
}

}  // namespace headrace
