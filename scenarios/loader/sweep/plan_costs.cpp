#include "scenarios/loader/sweep/plan_costs.h"

#include <algorithm>

#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

std::optional<double> number_of(const std::string& text) {
  Tree tree;
  tree.kind = Tree::Kind::scalar;
  tree.scalar = text;
  double value = 0;
  if (read_scalar(tree, value)) return std::nullopt;
  return value;
}

// Numbers of the scenario by their paths.
void collect_numbers(const Tree& tree, const std::string& path,
                     std::vector<std::pair<std::string, double>>& numbers) {
  if (tree.kind == Tree::Kind::scalar && !tree.quoted) {
    if (const auto number = number_of(tree.scalar)) numbers.emplace_back(path, *number);
  }
  for (const Tree::Entry& entry : tree.entries)
    collect_numbers(entry.value, path.empty() ? entry.key : path + "." + entry.key, numbers);
}

bool is_end_of(std::string_view path, std::string_view end) {
  return path == end ||
         (path.size() > end.size() && path.ends_with(end) && path[path.size() - end.size() - 1] == '.');
}

// Returns the nearest end of a path, of as many parts as the name has: "oss.count" for "osss.count".
std::string nearest_end(std::string_view name, std::vector<std::string_view> paths) {
  for (std::string_view& path : paths) {
    std::size_t begin = path.size();
    for (auto dots = std::count(name.begin(), name.end(), '.') + 1; dots > 0 && begin > 0; --dots)
      begin = path.rfind('.', begin - 1) == std::string_view::npos ? 0 : path.rfind('.', begin - 1);
    path.remove_prefix(begin == 0 ? 0 : begin + 1);
  }
  return nearest_word(name, paths);
}

}  // namespace

std::optional<AxisName> find_axis(const std::vector<SweepAxis>& axes, std::string_view name, bool& several) {
  std::optional<AxisName> found;
  const auto take = [&](const std::string& path, AxisName axis) {
    if (path != name && !is_end_of(path, name)) return false;
    several = path != name && (several || found);
    found = axis;
    return path == name;
  };
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (take(axes[i].path, {i, 1})) return found;
    for (const UnitPart& part : axes[i].parts)
      if (take(part.path, {i, static_cast<double>(part.each)})) return found;
  }
  return found;
}

class PlanCosts::Reader {
 public:
  Reader(const PlanSpec& spec, const std::vector<SweepAxis>& axes, const Scenario& scenario,
         const Places& places, Problems& problems)
      : spec_(spec), axes_(axes), scenario_(scenario), places_(places), problems_(problems) {}

  std::vector<Cost> read() {
    std::vector<Cost> all;
    for (std::size_t i = 0; i < spec_.costs.size(); ++i) {
      Cost& cost = all.emplace_back();
      cost.each = price_of(i).needs(spec_.ownership);
      doubt_cost(i, cost.each);
      cost.factors = read_factors(i);
    }
    return all;
  }

 private:
  // Returns what one is in the price book, with what the cost itself says in its place.
  PriceSpec price_of(std::size_t cost) {
    const PlanCost& own = spec_.costs[cost];
    if (own.item.empty()) return static_cast<const PriceSpec&>(own);
    const auto found = std::find_if(spec_.prices.begin(), spec_.prices.end(),
                                    [&](const auto& named) { return named.first == own.item; });
    if (found == spec_.prices.end()) {
      const std::string path = "plan.costs[" + std::to_string(cost) + "].item";
      std::vector<std::string> names;
      for (const auto& [name, price] : spec_.prices) names.push_back(name);
      const std::vector<std::string_view> known(names.begin(), names.end());
      problems_.add(place_in(places_, path), "E0434", "the plan's prices have no " + in_quotes(own.item))
          .at(path)
          .hint(did_you_mean(nearest_word(own.item, known)))
          .with_help(names.empty() ? "give it one: prices: {" + own.item + ": {price: 1000}}"
                                   : "they have " + joined(names));
      return static_cast<const PriceSpec&>(own);
    }
    PriceSpec price = found->second;
    for (double PriceSpec::* const field : {&PriceSpec::price, &PriceSpec::support, &PriceSpec::power,
                                            &PriceSpec::rack_units, &PriceSpec::drives})
      if (own.*field > 0) price.*field = own.*field;
    if (own.capacity > Bytes()) price.capacity = own.capacity;
    if (own.usable < 1) price.usable = own.usable;
    return price;
  }

  void doubt_cost(std::size_t cost, const PlanQuantities& each) {
    double needs = 0;
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) needs += each[q];
    const std::string item = "plan.costs[" + std::to_string(cost) + "]", path = item + ".of";
    if (needs > 0 || is_refused(item, problems_)) return;
    problems_.warn(place_in(places_, path), "W0060", in_quotes(spec_.costs[cost].of) + " costs nothing here")
        .at(path)
        .with_help("give it a price, a power, rack_units, drives or a capacity, or leave it out");
  }

  std::vector<Factor> read_factors(std::size_t cost) {
    std::vector<Factor> factors;
    const std::string path = "plan.costs[" + std::to_string(cost) + "].of";
    std::string_view rest = spec_.costs[cost].of;
    while (true) {
      const std::size_t star = rest.find('*');
      if (auto factor = read_factor(trimmed(rest.substr(0, star)), path))
        factors.push_back(std::move(*factor));
      if (star == std::string_view::npos) return factors;
      rest.remove_prefix(star + 1);
    }
  }

  std::optional<Factor> read_factor(std::string_view text, const std::string& path) {
    Factor factor;
    const std::size_t equals = text.find('=');
    const std::string_view name = trimmed(text.substr(0, equals));
    bool several = false;
    if (const auto found = find_axis(axes_, name, several)) {
      factor.axis = found->axis;
      factor.number = found->each;
    }
    if (several) {
      problems_
          .add(place_in(places_, path), "E0432",
               in_quotes(name) + " is the end of several axes: write more of its path")
          .at(path);
      return std::nullopt;
    }
    if (equals != std::string_view::npos)
      return read_word(factor, name, trimmed(text.substr(equals + 1)), path);
    if (factor.axis) {
      for (const std::string& value : axes_[*factor.axis].values) {
        if (number_of(value)) continue;
        problems_
            .add(place_in(places_, path), "E0432",
                 in_quotes(name) + " is " + in_quotes(value) + ", and so cannot be counted")
            .with_help("count one where it is a word: " + std::string(name) + "=" + value)
            .at(path);
        return std::nullopt;
      }
      return factor;
    }
    return read_number(factor, name, path);
  }

  std::optional<Factor> read_word(Factor factor, std::string_view name, std::string_view word,
                                  const std::string& path) {
    if (!factor.axis) {
      problems_.add(place_in(places_, path), "E0432", in_quotes(name) + " is no axis of the plan").at(path);
      return std::nullopt;
    }
    const std::vector<std::string>& values = axes_[*factor.axis].values;
    if (std::find(values.begin(), values.end(), word) == values.end()) {
      const std::vector<std::string_view> words(values.begin(), values.end());
      problems_.add(place_in(places_, path), "E0432", in_quotes(name) + " is never " + in_quotes(word))
          .hint(did_you_mean(nearest_word(word, words)))
          .with_help("its values are " + joined(values))
          .at(path);
      return std::nullopt;
    }
    factor.word = word;
    return factor;
  }

  std::optional<Factor> read_number(Factor factor, std::string_view name, const std::string& path) {
    if (numbers_.empty()) {
      Problems none;
      collect_numbers(parse_document(write_scenario(scenario_), "resolved", none), {}, numbers_);
    }
    if (const auto number = number_of(std::string(name))) {
      factor.number = *number;
      return factor;
    }
    std::vector<std::string_view> known;
    std::size_t found = 0;
    for (const auto& [of, number] : numbers_) {
      known.push_back(of);
      if (of == name) {
        factor.number = number;
        return factor;
      }
      if (!is_end_of(of, name)) continue;
      ++found;
      factor.number = number;
    }
    if (found == 1) return factor;
    for (const SweepAxis& axis : axes_) known.push_back(axis.path);
    problems_
        .add(place_in(places_, path), "E0432",
             found > 1
                 ? in_quotes(name) + " is the end of several numbers of the scenario: write more of its path"
                 : in_quotes(name) + " is neither an axis of the plan nor a number of the scenario")
        .hint(found > 1 ? "" : did_you_mean(nearest_end(name, known)))
        .at(path);
    return std::nullopt;
  }

  const PlanSpec& spec_;
  const std::vector<SweepAxis>& axes_;
  const Scenario& scenario_;
  const Places& places_;
  Problems& problems_;
  std::vector<std::pair<std::string, double>> numbers_;
};

PlanCosts::PlanCosts(const PlanSpec& spec, const std::vector<SweepAxis>& axes, const Scenario& scenario,
                     const Places& places, Problems& problems)
    : costs_(Reader(spec, axes, scenario, places, problems).read()) {}

PlanQuantities PlanCosts::needs(const SweepPoint& design) const {
  PlanQuantities needs;
  for (const Cost& cost : costs_) {
    double count = 1;
    for (const Factor& factor : cost.factors) {
      if (!factor.axis) {
        count *= factor.number;
        continue;
      }
      const std::string& value = design.parameters[*factor.axis].value;
      count *= factor.word ? (value == *factor.word ? 1 : 0) : factor.number * number_of(value).value_or(0);
    }
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) needs[q] += count * cost.each[q];
  }
  return needs;
}

}  // namespace headrace
