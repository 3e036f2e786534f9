#include "analysis/answer/arm_doubts.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

constexpr double kLeastLead = 0.05;  // Percent; less is called even.

using Values = std::vector<std::optional<double>>;

// Compares the arms that have the figure, run by run.
class OrderFinder {
 public:
  OrderFinder(const DoubtDesign& design, const Headline& headline, std::vector<const Values*> arms)
      : design_(design), headline_(headline), arms_(std::move(arms)) {}

  ArmOrder find() const {
    ArmOrder order;
    order.ahead = best_of(0).value_or(0);
    order.is_even = !leads_all(order.ahead, 0);
    for (std::size_t other = 0; other < arms_.size(); ++other)
      if (other != order.ahead) order.leads.push_back(lead_over(other, order.ahead));
    for (std::size_t run = 0; run <= DoubtDesign::kSeeds; ++run)
      count(run, order.ahead, order.seeds, order.by_seed);
    for (std::size_t run = design_.first_draw(); run < runs(); ++run)
      count(run, order.ahead, order.draws, order.holds);
    for (std::size_t prior = 0; prior < design_.priors().size(); ++prior)
      for (const bool high : {false, true}) {
        const auto best = best_of(design_.first_end_of(prior) + (high ? 1 : 0));
        if (best && *best != order.ahead) order.turning.push_back({prior, high, *best});
      }
    return order;
  }

 private:
  std::size_t runs() const { return design_.runs().size(); }
  const std::optional<double>& value(std::size_t arm, std::size_t run) const { return (*arms_[arm])[run]; }

  // Returns by how much one arm is better than another in a run; nothing where one has no figure.
  std::optional<double> lead(std::size_t arm, std::size_t other, std::size_t run) const {
    if (!value(arm, run) || !value(other, run)) return std::nullopt;
    const double sign = headline_.better == Better::less ? -1 : 1;
    const double more = sign * (*value(arm, run) - *value(other, run));
    if (headline_.figure.ends_with("_percent")) return more;
    const double of = std::abs(*value(other, run));
    return of > 0 ? 100 * more / of : 100 * more;
  }

  bool has_all(std::size_t run) const {
    return std::all_of(arms_.begin(), arms_.end(),
                       [&](const Values* arm) { return (*arm)[run].has_value(); });
  }

  bool leads_all(std::size_t arm, std::size_t run) const {
    for (std::size_t other = 0; other < arms_.size(); ++other)
      if (other != arm && lead(arm, other, run).value_or(0) <= kLeastLead) return false;
    return true;
  }

  // Returns the arm that is ahead in a run, the first of those that are even with the best of all; nothing
  // where one has no figure.
  std::optional<std::size_t> best_of(std::size_t run) const {
    if (!has_all(run)) return std::nullopt;
    std::size_t best = 0;
    for (std::size_t arm = 1; arm < arms_.size(); ++arm)
      if (*lead(arm, best, run) > 0) best = arm;
    for (std::size_t arm = 0; arm < best; ++arm)
      if (*lead(best, arm, run) <= kLeastLead) return arm;
    return best;
  }

  void count(std::size_t run, std::size_t arm, std::size_t& all, std::size_t& ahead) const {
    if (!has_all(run)) return;
    ++all;
    if (leads_all(arm, run)) ++ahead;
  }

  ArmLead lead_over(std::size_t other, std::size_t arm) const {
    ArmLead found;
    found.behind = other;
    found.lead = lead(arm, other, 0).value_or(0);
    std::vector<double> leads;
    for (std::size_t run = design_.first_draw(); run < runs(); ++run) {
      const auto drawn = lead(arm, other, run);
      if (!drawn) continue;
      leads.push_back(*drawn);
      if (*drawn > kLeastLead) ++found.ahead;
      if (std::abs(*drawn) <= kLeastLead) ++found.even;
    }
    found.draws = leads.size();
    if (!leads.empty()) found.by_priors = order_interval(std::move(leads));
    return found;
  }

  const DoubtDesign& design_;
  const Headline& headline_;
  std::vector<const Values*> arms_;
};

}  // namespace

ArmDoubts arm_doubts_of(const DoubtDesign& design, const Headline& headline,
                        std::span<const std::string> names, std::span<const Values> values) {
  ArmDoubts doubts;
  doubts.headline = headline;
  std::vector<const Values*> with_figure;
  for (std::size_t arm = 0; arm < names.size(); ++arm) {
    auto figure = doubts_of(design, headline, values[arm]);
    if (!figure) {
      doubts.without.push_back(names[arm]);
      continue;
    }
    doubts.arms.push_back({names[arm], arm, *std::move(figure)});
    with_figure.push_back(&values[arm]);
  }
  if (with_figure.size() > 1) doubts.order = OrderFinder(design, headline, std::move(with_figure)).find();
  return doubts;
}

}  // namespace headrace
