#include "analysis/page/arm_doubts_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/page/doubts_page.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

bool in_points(const ArmDoubts& doubts) { return doubts.headline.figure.ends_with("_percent"); }

std::string interval_text(const std::optional<DoubtInterval>& interval) {
  return interval ? grouped(interval->low) + " to " + grouped(interval->high) : "-";
}

std::string arm_table(const ArmDoubts& doubts) {
  Table table({"arm", "as it stands", "by seeds", "by all priors at once"});
  for (const DoubtedArm& arm : doubts.arms)
    table.add({arm.name, grouped(arm.figure.value), interval_text(arm.figure.by_seed),
               interval_text(arm.figure.by_priors)});
  return table.text();
}

std::string lead_text(const ArmDoubts& doubts, double lead) {
  return fmt::format("{:.2f} {}", lead, in_points(doubts) ? "points" : "%");
}

// "5.30 points ahead of sharded; with all priors drawn at once -2.10 to 9.00, ahead in 93 of 100"
std::string lead_line(const ArmDoubts& doubts, const ArmLead& lead) {
  std::string text = lead_text(doubts, lead.lead) + " ahead of " + doubts.arms[lead.behind].name;
  if (!lead.by_priors) return text;
  text += fmt::format("; with all priors drawn at once {:.2f} to {:.2f}, ahead in {} of {}",
                      lead.by_priors->low, lead.by_priors->high, lead.ahead, lead.draws);
  if (lead.even > 0) text += fmt::format(" and even in {}", lead.even);
  return text;
}

std::string turning_text(const DoubtDesign& design, const ArmDoubts& doubts) {
  if (doubts.order->turning.empty())
    return wrap("No prior by itself, at an end of its range, puts another arm ahead.");
  std::vector<std::string> named;
  for (const TurningPrior& turning : doubts.order->turning) {
    const Prior& prior = design.priors()[turning.prior];
    named.push_back(prior.path + "=" + prior.text(turning.at_high ? prior.factor : 1 / prior.factor) + " (" +
                    doubts.arms[turning.ahead].name + "; it stands at " + prior.text() + ", " + prior.source +
                    ")");
  }
  return wrap("By itself each of these puts another arm ahead, so measure it first: " + joined(named) + ".");
}

std::string order_text(const DoubtDesign& design, const ArmDoubts& doubts) {
  if (!doubts.order) return wrap("Fewer than two arms have the figure, so none is ahead.");
  const ArmOrder& order = *doubts.order;
  std::string text = doubts.arms[order.ahead].name;
  text += order.is_even ? " is not ahead of all as they stand" : " is ahead as they stand";
  if (order.draws > 0)
    text += fmt::format(", and ahead of all others in {} of {} draws", order.holds, order.draws);
  text = wrap(text + fmt::format("; by seeds alone in {} of {}.", order.by_seed, order.seeds));
  for (const ArmLead& lead : order.leads) text += wrap(lead_line(doubts, lead), "  ", 4);
  return text + turning_text(design, doubts);
}

Json interval_tree(const std::optional<DoubtInterval>& interval) {
  if (!interval) return nullptr;
  return {{"low", interval->low}, {"high", interval->high}, {"probability", interval->probability}};
}

Json order_tree(const DoubtDesign& design, const ArmDoubts& doubts) {
  if (!doubts.order) return nullptr;
  const ArmOrder& order = *doubts.order;
  Json leads = Json::array(), turning = Json::array();
  for (const ArmLead& lead : order.leads)
    leads.push_back({{"over", doubts.arms[lead.behind].name},
                     {"lead", lead.lead},
                     {"by_priors", interval_tree(lead.by_priors)},
                     {"ahead_in", lead.ahead},
                     {"even_in", lead.even},
                     {"draws", lead.draws}});
  for (const TurningPrior& one : order.turning) {
    const Prior& prior = design.priors()[one.prior];
    turning.push_back({{"path", prior.path},
                       {"value", prior.text(one.at_high ? prior.factor : 1 / prior.factor)},
                       {"ahead", doubts.arms[one.ahead].name}});
  }
  return {{"ahead", doubts.arms[order.ahead].name},
          {"even", order.is_even},
          {"unit", in_points(doubts) ? "points" : "percent"},
          {"ahead_in", order.holds},
          {"draws", order.draws},
          {"ahead_by_seed", order.by_seed},
          {"seeds", order.seeds},
          {"leads", std::move(leads)},
          {"turned_by", std::move(turning)}};
}

}  // namespace

std::string arm_doubts_text(const DoubtDesign& design, const ArmDoubts& doubts, const Style& style,
                            bool all) {
  const std::string& unit = doubts.headline.unit;
  std::string text =
      style.bold(doubts.headline.path()) +
      fmt::format("{}: {}, {}, {}\n\n", unit == doubts.headline.figure ? "" : ", " + unit,
                  count_noun(static_cast<std::int64_t>(doubts.arms.size() + doubts.without.size()), "arm"),
                  count_noun(static_cast<std::int64_t>(design.priors().size()), "prior"),
                  count_noun(static_cast<std::int64_t>(design.runs().size() - design.first_draw()), "draw"));
  text += arm_table(doubts) + "\n";
  if (!doubts.without.empty())
    text += wrap("Without the figure, and left out: " + joined(doubts.without) + ".");
  text += left_out_text(design) + order_text(design, doubts);
  if (all)
    for (const DoubtedArm& arm : doubts.arms)
      text += "\n" + style.bold(arm.name) + "\n" + doubts_text(design, arm.figure, style, all);
  return text;
}

Json arm_doubts_tree(const DoubtDesign& design, const ArmDoubts& doubts) {
  Json arms = Json::object();
  for (const DoubtedArm& arm : doubts.arms) arms[arm.name] = doubts_tree(design, arm.figure);
  return {{"figure", doubts.headline.path()},
          {"unit", doubts.headline.unit},
          {"arms", std::move(arms)},
          {"without", doubts.without},
          {"order", order_tree(design, doubts)}};
}

}  // namespace headrace
