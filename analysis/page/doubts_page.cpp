#include "analysis/page/doubts_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/answer/point_axes.h"
#include "analysis/page/json.h"

namespace headrace {

namespace {

std::string interval_text(const DoubtInterval& interval) {
  return grouped(interval.low) + " to " + grouped(interval.high);
}

// Names the priors: "device.latency".
std::vector<std::string> names_of(const std::vector<Prior>& priors) {
  std::vector<std::string> paths;
  for (const Prior& prior : priors) paths.push_back(prior.path);
  return short_names(paths, 2);
}

// Changes of percentages are told in points, and of anything else in percent of the value.
bool in_points(const DoubtedFigure& doubted) { return doubted.headline.figure.ends_with("_percent"); }

std::string change_text(const DoubtedFigure& doubted, const std::optional<double>& value) {
  if (!value || (!in_points(doubted) && doubted.value == 0)) return "-";
  const double change = *value - doubted.value;
  return fmt::format("{:+.2f}", in_points(doubted) ? change : 100 * change / doubted.value);
}

// Names what a few values of the farthest draw do together: "x=12 GB/s in place of 30 GB/s".
std::string said_of_draw(const DoubtDesign& design, const DoubtedFigure& doubted) {
  if (!doubted.together) return "";
  const DoubtedDraw& draw = *doubted.together;
  std::vector<std::string> values;
  for (const std::string& drawn : design.of_draw(draw.run, draw.priors)) {
    const Prior& prior = design.priors()[draw.priors[values.size()]];
    values.push_back(drawn + " in place of " + prior.text());
  }
  return wrap(fmt::format(
      "The farthest draw has {}, more than twice as far off as any prior goes by itself within its range. {} "
      "of it {} {} with the others as they stand: {}.",
      grouped(draw.value), count_noun(static_cast<std::int64_t>(values.size()), "value"),
      values.size() == 1 ? "gives" : "give", grouped(draw.alone), joined(values)));
}

std::string first_to_measure(const DoubtDesign& design, const DoubtedFigure& doubted) {
  const std::vector<std::size_t> first = doubted.measure_first();
  if (first.empty()) return wrap("No prior by itself moves it by more than another seed does.");
  std::vector<std::string> named;
  for (const std::size_t number : first) {
    const Prior& prior = design.priors()[number];
    named.push_back(prior.path + " (" + prior.text() + "; " + prior.source + ")");
  }
  std::string text = "To know it better, measure first: " + joined(named) + ".";
  if (doubted.if_known)
    text += fmt::format(" With {} known to be as {} the draws give {}.", first.size() == 1 ? "it" : "them",
                        first.size() == 1 ? "it stands" : "they stand", interval_text(*doubted.if_known));
  return wrap(text);
}

nlohmann::ordered_json interval_tree(const DoubtInterval& interval) {
  return {{"low", interval.low}, {"high", interval.high}, {"probability", interval.probability}};
}

std::vector<std::string> paths_of(const DoubtDesign& design, const std::vector<std::size_t>& priors) {
  std::vector<std::string> paths;
  for (const std::size_t prior : priors) paths.push_back(design.priors()[prior].path);
  return paths;
}

nlohmann::ordered_json together_tree(const DoubtDesign& design, const DoubtedFigure& doubted) {
  if (!doubted.together) return nullptr;
  const DoubtedDraw& draw = *doubted.together;
  return {{"draw", design.runs()[draw.run].name},
          {"value", draw.value},
          {"alone", draw.alone},
          {"overrides", design.of_draw(draw.run, draw.priors)}};
}

}  // namespace

std::string left_out_text(const DoubtDesign& design) {
  std::string text;
  if (design.draws_left_out() > 0)
    text +=
        wrap(count_noun(design.draws_left_out(), "draw") + (design.draws_left_out() == 1 ? " has" : " have") +
                 " a value that no field may have, and " + (design.draws_left_out() == 1 ? "is" : "are") +
                 " left out",
             "  ", 4);
  if (!design.kept().empty())
    text += wrap(count_noun(static_cast<std::int64_t>(design.kept().size()), "prior") +
                     (design.kept().size() == 1 ? " stays as it is" : " stay as they are") +
                     ", for no scenario may have both ends of " +
                     (design.kept().size() == 1 ? "its" : "their") + " range: " + joined(design.kept()),
                 "  ", 4);
  return text;
}

std::string doubts_text(const DoubtDesign& design, const DoubtedFigure& doubted, const Style& style,
                        bool all) {
  std::string text = style.bold(doubted.headline.path()) + ": " + grouped(doubted.value) + " " +
                     doubted.headline.unit + "\n";
  text += wrap(
      fmt::format("by seeds alone, {} seeds: {}", DoubtDesign::kSeeds + 1, interval_text(doubted.by_seed)),
      "  ", 4);
  if (doubted.by_priors)
    text += wrap(
        fmt::format("by all {} at once, {}: {} (a draw more lies within with {:.0f} %)",
                    count_noun(static_cast<std::int64_t>(design.priors().size()), "prior"),
                    count_noun(static_cast<std::int64_t>(design.runs().size() - design.first_draw()), "draw"),
                    interval_text(*doubted.by_priors), 100 * doubted.by_priors->probability),
        "  ", 4);
  if (doubted.missing > 0)
    text += wrap(count_noun(static_cast<std::int64_t>(doubted.missing), "run") +
                     (doubted.missing == 1 ? " lacks it and is" : " lack it and are") + " left out",
                 "  ", 4);
  text += left_out_text(design);
  text += "\n";
  const std::string change = in_points(doubted) ? "change in points" : "change in %";
  Table table({"prior, " + change, "thought to be", "if low", "if high"});
  const std::vector<std::string> names = names_of(design.priors());
  std::int64_t quiet = 0;
  for (const DoubtedPrior& moved : doubted.priors) {
    if (!all && !doubted.matters(moved)) {
      ++quiet;
      continue;
    }
    const Prior& prior = design.priors()[moved.prior];
    table.add({names[moved.prior], prior.range(), change_text(doubted, moved.at_low),
               change_text(doubted, moved.at_high)});
  }
  if (!table.empty()) text += table.text();
  if (quiet > 0)
    text += wrap(count_noun(quiet, table.empty() ? "prior" : "other prior") +
                     (quiet == 1 ? " moves" : " move") + " it by no more than another seed does",
                 "  ", 4);
  return text + "\n" + said_of_draw(design, doubted) + first_to_measure(design, doubted);
}

nlohmann::ordered_json doubts_tree(const DoubtDesign& design, const DoubtedFigure& doubted) {
  nlohmann::ordered_json priors = nlohmann::ordered_json::array();
  for (const DoubtedPrior& moved : doubted.priors) {
    const Prior& prior = design.priors()[moved.prior];
    priors.push_back({{"path", prior.path},
                      {"source", prior.source},
                      {"value", prior.text()},
                      {"low", prior.text(1 / prior.factor)},
                      {"high", prior.text(prior.factor)},
                      {"at_low", value_or_null(moved.at_low)},
                      {"at_high", value_or_null(moved.at_high)},
                      {"matters", doubted.matters(moved)}});
  }
  return {{"figure", doubted.headline.path()},
          {"unit", doubted.headline.unit},
          {"value", doubted.value},
          {"by_seed", interval_tree(doubted.by_seed)},
          {"by_priors", doubted.by_priors ? interval_tree(*doubted.by_priors) : nlohmann::ordered_json()},
          {"together", together_tree(design, doubted)},
          {"measure_first", paths_of(design, doubted.measure_first())},
          {"if_known", doubted.if_known ? interval_tree(*doubted.if_known) : nlohmann::ordered_json()},
          {"runs_missing", doubted.missing},
          {"priors", std::move(priors)}};
}

}  // namespace headrace
