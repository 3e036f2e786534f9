#include "scenarios/loader/sweep/plan.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/sweep/sweep_reader.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/check.h"
#include "sim/units_text.h"

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

class PlanReader {
 public:
  PlanReader(const PlanSpec& spec, Places places, Problems& problems)
      : spec_(spec), places_(std::move(places)), problems_(problems) {}

  std::optional<Plan> read(const MergedScenario& merged, MergedScenario::Read base,
                           const std::vector<std::string>& words) {
    const bool base_is_right = !problems_.has_errors();
    if (spec_.targets.empty())
      problems_.add(place("plan"), "E0430", "the plan has no target")
          .with_help("say what a design must reach: targets: [jobs.train.au_percent >= 90]");
    if (spec_.axes.empty() && words.empty())
      problems_.add(place("plan"), "E0430", "the plan has nothing to choose from")
          .with_help("give the fields that may change and their values: axes: [key.path=4,8,16]");
    read_targets(base.scenario);
    if (spec_.axes.empty() && words.empty()) return std::nullopt;
    const Scenario scenario = base.scenario;
    // Whatever is wrong with the targets, the axes' values are tried on a scenario that is right.
    Problems of_axes;
    const auto parts = read_sweep_parts(merged.without({"plan"}), as_sweep(std::move(base)), words,
                                        base_is_right ? of_axes : problems_);
    problems_.absorb(of_axes, "");
    if (parts == nullptr) return std::nullopt;
    const Sweep designs(parts);
    axes_ = &designs.axes();
    std::vector<PlanCount> counts;
    for (std::size_t i = 0; i < spec_.costs.size(); ++i) {
      doubt_cost(i);
      counts.push_back(read_count(i, scenario));
    }
    std::vector<bool> better = read_better();
    if (problems_.has_errors()) return std::nullopt;
    Plan plan(spec_, designs, std::move(targets_), std::move(counts), std::move(better));
    check_limits(plan);
    return problems_.has_errors() ? std::nullopt : std::optional(std::move(plan));
  }

 private:
  Mark place(const std::string& path) const {
    const auto found = places_.find(path);
    if (found != places_.end()) return found->second;
    const auto plan = places_.find("plan");
    return plan == places_.end() ? Mark() : plan->second;
  }

  // Returns the plan's scenario as a sweep over the plan's axes, whose points are the designs, with the
  // places of its texts.
  MergedScenario::Read as_sweep(MergedScenario::Read base) const {
    SweepSpec sweep;
    sweep.axes = spec_.axes;
    sweep.constraints = spec_.constraints;
    base.scenario.sweep = std::move(sweep);
    base.scenario.plan.reset();
    base.places["sweep"] = place("plan");
    for (const auto& [path, mark] : places_)
      if (path.starts_with("plan.axes") || path.starts_with("plan.constraints"))
        base.places["sweep" + path.substr(4)] = mark;
    return base;
  }

  void read_targets(const Scenario& scenario) {
    for (std::size_t i = 0; i < spec_.targets.size(); ++i) {
      const std::string path = "plan.targets[" + std::to_string(i) + "]";
      const auto target = read_assertion(spec_.targets[i], place(path), scenario, path, problems_);
      if (!target) continue;
      if (target->comparison == "==")
        problems_
            .add(place(path), "E0431",
                 in_quotes(target->text) + " has no side on which it is met by more and more")
            .with_help("write >= or <=")
            .at(path);
      targets_.push_back(*target);
    }
  }

  // Returns the axis that a path, or the end of one, names.
  std::optional<std::size_t> axis_of(std::string_view name, bool& several) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < axes_->size(); ++i) {
      if ((*axes_)[i].path == name) return i;
      if (!is_end_of((*axes_)[i].path, name)) continue;
      several = several || found;
      found = i;
    }
    return found;
  }

  void doubt_cost(std::size_t cost) {
    double needs = 0;
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) needs += spec_.costs[cost][q];
    const std::string item = "plan.costs[" + std::to_string(cost) + "]", path = item + ".of";
    if (needs > 0 || is_refused(item, problems_)) return;
    problems_.warn(place(path), "W0060", in_quotes(spec_.costs[cost].of) + " costs nothing here")
        .at(path)
        .with_help("give it a price, a power, rack_units or drives, or leave it out");
  }

  PlanCount read_count(std::size_t cost, const Scenario& scenario) {
    PlanCount count;
    const std::string path = "plan.costs[" + std::to_string(cost) + "].of";
    std::string_view rest = spec_.costs[cost].of;
    while (true) {
      const std::size_t star = rest.find('*');
      if (auto factor = read_factor(trimmed(rest.substr(0, star)), scenario, path))
        count.factors.push_back(std::move(*factor));
      if (star == std::string_view::npos) return count;
      rest.remove_prefix(star + 1);
    }
  }

  std::optional<PlanCount::Factor> read_factor(std::string_view text, const Scenario& scenario,
                                               const std::string& path) {
    PlanCount::Factor factor;
    const std::size_t equals = text.find('=');
    const std::string_view name = trimmed(text.substr(0, equals));
    bool several = false;
    factor.axis = axis_of(name, several);
    if (several) {
      problems_
          .add(place(path), "E0432", in_quotes(name) + " is the end of several axes: write more of its path")
          .at(path);
      return std::nullopt;
    }
    if (equals != std::string_view::npos)
      return read_word(factor, name, trimmed(text.substr(equals + 1)), path);
    if (factor.axis) {
      for (const std::string& value : (*axes_)[*factor.axis].values) {
        if (number_of(value)) continue;
        problems_
            .add(place(path), "E0432",
                 in_quotes(name) + " is " + in_quotes(value) + ", and so cannot be counted")
            .with_help("count one where it is a word: " + std::string(name) + "=" + value)
            .at(path);
        return std::nullopt;
      }
      return factor;
    }
    return read_number(factor, name, scenario, path);
  }

  std::optional<PlanCount::Factor> read_word(PlanCount::Factor factor, std::string_view name,
                                             std::string_view word, const std::string& path) {
    if (!factor.axis) {
      problems_.add(place(path), "E0432", in_quotes(name) + " is no axis of the plan").at(path);
      return std::nullopt;
    }
    const std::vector<std::string>& values = (*axes_)[*factor.axis].values;
    if (std::find(values.begin(), values.end(), word) == values.end()) {
      const std::vector<std::string_view> words(values.begin(), values.end());
      problems_.add(place(path), "E0432", in_quotes(name) + " is never " + in_quotes(word))
          .hint(did_you_mean(nearest_word(word, words)))
          .with_help("its values are " + joined(values))
          .at(path);
      return std::nullopt;
    }
    factor.word = word;
    return factor;
  }

  std::optional<PlanCount::Factor> read_number(PlanCount::Factor factor, std::string_view name,
                                               const Scenario& scenario, const std::string& path) {
    if (numbers_.empty()) {
      Problems none;
      collect_numbers(parse_document(write_scenario(scenario), "resolved", none), {}, numbers_);
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
    for (const SweepAxis& axis : *axes_) known.push_back(axis.path);
    problems_
        .add(place(path), "E0432",
             found > 1
                 ? in_quotes(name) + " is the end of several numbers of the scenario: write more of its path"
                 : in_quotes(name) + " is neither an axis of the plan nor a number of the scenario")
        .hint(found > 1 ? "" : did_you_mean(nearest_end(name, known)))
        .at(path);
    return std::nullopt;
  }

  std::vector<bool> read_better() {
    std::vector<bool> better(axes_->size(), false);
    for (std::size_t i = 0; i < spec_.more_is_better.size(); ++i) {
      const std::string path = "plan.more_is_better[" + std::to_string(i) + "]";
      bool several = false;
      const auto axis = axis_of(spec_.more_is_better[i], several);
      if (axis && !several) {
        better[*axis] = true;
        continue;
      }
      std::vector<std::string> names;
      for (const SweepAxis& each : *axes_) names.push_back(each.path);
      problems_
          .add(place(path), "E0432",
               in_quotes(spec_.more_is_better[i]) +
                   (several ? " is the end of several axes" : " is no axis of the plan"))
          .with_help("its axes are " + joined(names))
          .at(path);
    }
    return better;
  }

  void check_limits(const Plan& plan) {
    PlanQuantities least{PlanLimits::kNone, PlanLimits::kNone, PlanLimits::kNone, PlanLimits::kNone};
    for (std::int64_t i = 0; i < plan.designs().size(); ++i) {
      const PlanQuantities needs = plan.needs(plan.designs().point(i));
      if (plan.is_within_limits(needs)) return;
      for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) least[q] = std::min(least[q], needs[q]);
    }
    std::string help;
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q)
      if (least[q] > spec_.limits[q])
        help += (help.empty() ? "no design has a " : ", or a ") + std::string(PlanQuantities::kNames[q]) +
                " below " + number_text(least[q]);
    problems_.add(place("plan.limits"), "E0433", "no design of the plan is within its limits")
        .with_help(help);
  }

  const PlanSpec& spec_;
  Places places_;
  Problems& problems_;
  const std::vector<SweepAxis>* axes_ = nullptr;
  std::vector<Assertion> targets_;
  std::vector<std::pair<std::string, double>> numbers_;
};

}  // namespace

PlanQuantities Plan::needs(const SweepPoint& design) const {
  PlanQuantities needs;
  for (std::size_t cost = 0; cost < counts_.size(); ++cost) {
    double count = 1;
    for (const PlanCount::Factor& factor : counts_[cost].factors) {
      if (!factor.axis) {
        count *= factor.number;
        continue;
      }
      const std::string& value = design.parameters[*factor.axis].value;
      count *= factor.word ? (value == *factor.word ? 1 : 0) : number_of(value).value_or(0);
    }
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) needs[q] += count * spec_.costs[cost][q];
  }
  return needs;
}

bool Plan::is_within_limits(const PlanQuantities& needs) const {
  for (std::size_t q = 0; q < PlanQuantities::kCount; ++q)
    if (needs[q] > spec_.limits[q]) return false;
  return true;
}

std::optional<Plan> plan_of(const MergedScenario& merged, MergedScenario::Read base,
                            const std::vector<std::string>& axes, Problems& problems) {
  if (!base.scenario.plan) return std::nullopt;
  const PlanSpec spec = *base.scenario.plan;
  Places places = base.places;
  return PlanReader(spec, std::move(places), problems).read(merged, std::move(base), axes);
}

PlanRead read_plan(std::string_view text, const std::string& file, const std::vector<std::string>& words) {
  PlanRead read;
  std::vector<std::string> fixed, axes;
  for (const std::string& word : words) (is_axis(word) ? axes : fixed).push_back(word);
  const std::vector<Override> changes = parse_overrides(fixed, read.problems);
  FileFinder files(FileFinder::Disk::yes);
  const auto merged = MergedScenario::parse(text, file, changes, files, read.problems);
  if (!merged) return read;
  MergedScenario::Read base = merged->read({}, read.problems);
  if (!read.problems.has_errors() && !base.scenario.plan)
    read.problems
        .add(Mark{std::make_shared<const SourceText>(SourceText{file, {}})}, "E0430",
             "the scenario has no 'plan'")
        .with_help("say in it what may be chosen, what must be reached and what things cost");
  if (base.scenario.plan) read.plan = plan_of(*merged, std::move(base), axes, read.problems);
  read.problems.sort_by_position();
  if (read.problems.has_errors()) read.plan.reset();
  return read;
}

PlanRead read_plan_file(const std::string& path, const std::vector<std::string>& words) {
  PlanRead read;
  const auto file = FileFinder::read(path, read.problems);
  return file ? read_plan(file->text, file->path, words) : read;
}

}  // namespace headrace
