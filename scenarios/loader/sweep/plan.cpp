#include "scenarios/loader/sweep/plan.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/sweep/sweep_reader.h"
#include "scenarios/loader/sweep/sweep_units.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

std::string size_text(double bytes) { return human_text(Bytes::count(static_cast<std::int64_t>(bytes))); }

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
    PlanCosts costs(spec_, designs.axes(), scenario, places_, problems_);
    std::vector<bool> better = read_better();
    if (problems_.has_errors()) return std::nullopt;
    Plan plan(spec_, designs, std::move(targets_), std::move(costs), std::move(better));
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
    sweep.units = spec_.units;
    sweep.choices = spec_.choices;
    sweep.constraints = spec_.constraints;
    base.scenario.sweep = std::move(sweep);
    base.scenario.plan.reset();
    base.places["sweep"] = place("plan");
    for (const auto& [path, mark] : places_)
      for (const char* const part : {"plan.axes", "plan.constraints", "plan.units", "plan.choices"})
        if (path.starts_with(part)) base.places["sweep" + path.substr(4)] = mark;
    if (!spec_.situations.empty()) add_situations(base);
    return base;
  }

  // Adds the situations as one more axis, whose words stand for what is different in each.
  void add_situations(MergedScenario::Read& base) const {
    SweepSpec& sweep = *base.scenario.sweep;
    const std::string axis = Plan::kSituation, path = "sweep.choices." + axis;
    ChoiceSpec choice;
    choice.of.emplace_back(Plan::kAsPlanned, ChoiceSpec::Word());
    std::string values = Plan::kAsPlanned;
    for (const auto& [name, situation] : spec_.situations) {
      choice.of.emplace_back(name, ChoiceSpec::Word{situation.overrides});
      values += "," + name;
    }
    base.places[path] = place("plan.situations");
    base.places["sweep.axes[" + std::to_string(sweep.axes.size()) + "]"] = place("plan.situations");
    const std::string from = "plan.situations.";
    for (const auto& [each, mark] : places_)
      if (each.starts_with(from)) base.places[path + ".of." + each.substr(from.size())] = mark;
    sweep.axes.push_back(axis + "=" + values);
    sweep.choices.emplace_back(axis, std::move(choice));
  }

  // Reads the targets of the design as it is planned, then those of each situation.
  void read_targets(const Scenario& scenario) {
    read_targets(spec_.targets, "plan.targets", 0, scenario);
    std::size_t number = 0;
    for (const auto& [name, situation] : spec_.situations) {
      const std::string path = "plan.situations." + name;
      read_targets(situation.targets, path + ".targets", ++number, scenario);
      if (situation.targets.empty() && !is_refused(path, problems_))
        problems_.add(place(path), "E0430", "the situation " + in_quotes(name) + " has no target")
            .with_help("say what a design must reach then: targets: [jobs.train.au_percent >= 70]");
    }
  }

  void read_targets(const std::vector<std::string>& texts, const std::string& of, std::size_t situation,
                    const Scenario& scenario) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string path = of + "[" + std::to_string(i) + "]";
      const auto target = read_assertion(texts[i], place(path), scenario, path, problems_);
      if (!target) continue;
      if (target->comparison == "==")
        problems_
            .add(place(path), "E0431",
                 in_quotes(target->text) + " has no side on which it is met by more and more")
            .with_help("write >= or <=")
            .at(path);
      targets_.push_back({*target, situation});
    }
  }

  std::vector<bool> read_better() {
    std::vector<bool> better(axes_->size(), false);
    for (std::size_t i = 0; i < spec_.more_is_better.size(); ++i) {
      const std::string path = "plan.more_is_better[" + std::to_string(i) + "]";
      bool several = false;
      const auto axis = find_axis(*axes_, spec_.more_is_better[i], several);
      if (axis && !several) {
        better[axis->axis] = true;
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
    PlanQuantities least, most;
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) least[q] = PlanLimits::kNone;
    for (std::int64_t i = 0; i < plan.designs().size(); ++i) {
      const PlanQuantities needs = plan.needs(plan.designs().point(i));
      if (plan.is_within_limits(needs)) return;
      for (std::size_t q = 0; q < PlanQuantities::kCount; ++q) {
        least[q] = std::min(least[q], needs[q]);
        most[q] = std::max(most[q], needs[q]);
      }
    }
    std::string help;
    for (std::size_t q = 0; q < PlanQuantities::kCount; ++q)
      if (least[q] > spec_.limits[q])
        help += (help.empty() ? "no design has a " : ", or a ") + std::string(PlanQuantities::kNames[q]) +
                " below " + number_text(least[q]);
    const double needed = spec_.capacity.needed(spec_.ownership);
    if (most.capacity < needed)
      help += (help.empty() ? "no design holds more than " : "; none holds more than ") +
              size_text(most.capacity) + ", and " + size_text(needed) + " are needed";
    problems_.add(place("plan.limits"), "E0433", "no design of the plan is within its limits")
        .with_help(help);
  }

  const PlanSpec& spec_;
  Places places_;
  Problems& problems_;
  const std::vector<SweepAxis>* axes_ = nullptr;
  std::vector<PlanTarget> targets_;
};

}  // namespace

const char* Plan::over(const PlanQuantities& needs) const {
  for (std::size_t q = 0; q < PlanQuantities::kCount; ++q)
    if (needs[q] > spec_.limits[q]) return PlanQuantities::kNames[q];
  return needs.capacity < spec_.capacity.needed(spec_.ownership) ? "capacity" : nullptr;
}

const std::string& Plan::situation(std::size_t number) const {
  static const std::string as_planned = kAsPlanned;
  return number == 0 ? as_planned : spec_.situations[number - 1].first;
}

std::size_t Plan::situation_axis() const {
  const std::vector<SweepAxis>& axes = designs_.axes();
  const auto found =
      std::find_if(axes.begin(), axes.end(), [](const SweepAxis& axis) { return axis.path == kSituation; });
  return static_cast<std::size_t>(found - axes.begin());
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
  const std::vector<std::string> of_units = take_unit_words(text, fixed);
  axes.insert(axes.end(), of_units.begin(), of_units.end());
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
  if (base.scenario.plan) {
    std::vector<std::string> known = axes;
    known.insert(known.end(), base.scenario.plan->axes.begin(), base.scenario.plan->axes.end());
    const std::vector<std::string> more = fixed_axes(fixed, known);
    axes.insert(axes.end(), more.begin(), more.end());
    read.plan = plan_of(*merged, std::move(base), axes, read.problems);
  }
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
