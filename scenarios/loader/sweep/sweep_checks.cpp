#include "scenarios/loader/sweep/sweep_checks.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/sweep/sweep_units.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::size_t kMostTried = 256;  // Values of a range.

// Says whether one path leads into what the other changes.
bool meets(const std::string& a, const std::string& b) {
  const std::string& shorter = a.size() < b.size() ? a : b;
  const std::string& longer = a.size() < b.size() ? b : a;
  if (!longer.starts_with(shorter)) return false;
  return longer.size() == shorter.size() || longer[shorter.size()] == '.' || longer[shorter.size()] == '[';
}

std::string why_they_meet(const SweepAxis& first, const SweepAxis& second, const std::string& field) {
  if (&first == &second) return in_quotes(first.path) + " sets " + in_quotes(field) + " twice";
  if (first.path == second.path) return in_quotes(second.path) + " is an axis already";
  return "the axes " + in_quotes(first.path) + " and " + in_quotes(second.path) + " change the same field";
}

// Says what every point shares, and what to do instead.
const char* instead_of(std::string_view path) {
  const std::string_view key = path.substr(0, path.find_first_of(".["));
  if (key == "seed") return "all points draw from the same seed; 'measure.replications' gives more of them";
  if (path == "measure.replications") return "'sweep.precision' gives each point as many as it needs";
  if (path == "measure.alone" || path == "measure.separately") return "a sweep runs the jobs as they stand";
  constexpr std::string_view kOfAll[] = {"schema",    "name",   "question", "compare",
                                         "published", "assert", "sweep",    "plan"};
  const bool of_all = std::find(std::begin(kOfAll), std::end(kOfAll), key) != std::end(kOfAll);
  return of_all ? "an axis changes the platform, the jobs, faults, background or the measure" : nullptr;
}

void refuse_points(const SweepParts& parts, const Places& places, Problems& problems) {
  const bool sampled = parts.design().traits.is_sampled;
  const std::string name = in_quotes(parts.design().name);
  if (sampled && parts.spec.points == 0)
    problems
        .add(place_in(places, places.contains("sweep.design") ? "sweep.design" : "sweep"), "E0408",
             "the design " + name + " needs 'points'")
        .at("sweep.points");
  if (!sampled && parts.spec.points > 0)
    problems
        .add(place_in(places, "sweep.points"), "E0408",
             "the design " + name + " has as many points as its axes give, so it takes no 'points'")
        .at("sweep.points")
        .with_help("random, latin_hypercube and sobol take as many as one wants");
}

const Tree* value_at(const Tree& root, const Override& path) {
  const Tree* at = &root;
  for (const Override::Step& step : path.path) {
    if (step.key.empty()) {
      at = step.index < at->items.size() ? &at->items[step.index] : nullptr;
    } else {
      const Tree::Entry* entry = at->find(step.key);
      at = entry == nullptr ? nullptr : &entry->value;
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

}  // namespace

void check_beside_sweep(const Scenario& base, const Places& places, Problems& problems) {
  const auto refuse = [&](const std::string& path, const char* help) {
    problems.add(place_in(places, path), "E0412", "a sweep takes no " + in_quotes(path))
        .at(path)
        .with_help(help);
  };
  if (places.contains("compare")) refuse("compare", "make the policy an axis: key.path=lru,belady");
  if (places.contains("published")) refuse("published", "figures of arms are held against what is published");
  if (base.measure.alone) refuse("measure.alone", "a sweep runs the jobs as they stand");
  if (base.measure.separately) refuse("measure.separately", "a sweep runs the jobs as they stand");
}

void check_axes(const std::vector<AxisText>& axes, Problems& problems) {
  std::vector<std::pair<const SweepAxis*, std::string>> all;  // Fields that axes before have changed.
  for (const AxisText& text : axes) {
    const SweepAxis& axis = text.axis;
    for (const std::string& field : fields_of(axis)) {
      if (const char* help = instead_of(field); help != nullptr)
        problems.add(text.mark, "E0406", in_quotes(field) + " is the same at all points of a sweep")
            .with_help(help);
      for (const auto& [other, changed] : all) {
        if (!meets(changed, field)) continue;
        problems.add(text.mark, "E0407", why_they_meet(*other, axis, field));
      }
      all.emplace_back(&axis, field);
    }
    std::vector<std::string> seen;
    for (std::size_t v = 0; v < axis.values.size() && axis.values.size() <= kMostTried; ++v) {
      const bool twice = std::any_of(seen.begin(), seen.end(), [&](const std::string& other) {
        return is_same_value(other, axis.values[v]);
      });
      if (twice && !axis.is_range)
        problems.add(text.values[v], "E0409",
                     in_quotes(axis.values[v]) + " is on the axis " + in_quotes(axis.path) + " already");
      seen.push_back(axis.values[v]);
    }
  }
}

void check_design(SweepParts& parts, const std::vector<AxisText>& texts, const Places& places,
                  Problems& problems) {
  refuse_points(parts, places, problems);
  const Design& design = parts.design();
  const std::string name = in_quotes(design.name);
  for (std::size_t i = 0; i < parts.axes.size(); ++i) {
    SweepAxis& axis = parts.axes[i];
    if (!axis.is_range || design.traits.is_sampled) continue;
    const std::string range = axis.values[0] + ".." + axis.values[1];
    if (!axis.range.whole || axis.range.log) {
      problems.add(texts[i].values[0], "E0405", "the design " + name + " needs the range's step, or values")
          .with_help(
              "the designs random, latin_hypercube, sobol, morris and saltelli take ranges as they are");
      continue;
    }
    if (const auto steps = parse_range(range + ":1", true, texts[i].values[0], problems)) {
      axis.values = steps->values;
      axis.is_range = false;
      set_numbers(axis);
    }
  }
  if (!parts.constraints.empty() && design.traits.is_whole)
    problems.add(place_in(places, "sweep.constraints[0]"), "E0417",
                 "the design " + name + " needs all of its points, so none may be left out");
  if (problems.has_errors() || parts.axes.empty()) return;
  for (std::size_t i = 1; i < parts.axes.size() && design.name == "list"; ++i) {
    const std::size_t first = parts.axes[0].values.size(), own = parts.axes[i].values.size();
    if (own == first) continue;
    problems
        .add(texts[i].mark, "E0410",
             in_quotes(parts.axes[i].path) + " has " + std::to_string(own) + " values, and " +
                 in_quotes(parts.axes[0].path) + " has " + std::to_string(first))
        .with_help("the design 'list' takes the values of all axes together, one by one");
  }
  const std::int64_t size = design.size(setting_of(parts));
  if (size > kMostPoints)
    problems
        .add(place_in(places, "sweep"), "E0411",
             "the sweep has more than " + std::to_string(kMostPoints) + " points")
        .with_help("the designs random, latin_hypercube and sobol take as many of them as one wants");
}

void check_precision(const Scenario& base, const SweepSpec& spec, const Places& places, Problems& problems) {
  if (!spec.precision || is_refused("measure", problems)) return;
  // As an assertion about the figure.
  Scenario asked = base;
  asked.assertions.clear();
  asked.compare.clear();
  asked.assertion_texts = {spec.precision->figure + " >= 0"};
  Places at = places;
  at["assert[0]"] = place_in(places, "sweep.precision.figure");
  const std::size_t errors_before = problems.errors();
  parse_assertions(asked, at, problems);
  if (problems.errors() == errors_before) check_assertions(asked, at, problems);
}

void try_values(const SweepParts& parts, const std::vector<AxisText>& texts, Problems& problems) {
  for (const AxisText& text : texts) {
    const SweepAxis& axis = text.axis;
    const auto try_value = [&](std::size_t v) {
      SweepPoint point;
      point.parameters.push_back({axis.path, axis.values[v]});
      Problems of_value;
      read_point(parts, point, {text.values[v]}, of_value);
      if (of_value.has_errors())
        problems.absorb(of_value, "with " + in_quotes(axis.path + "=" + axis.values[v]) + " of the sweep");
    };
    const std::size_t values = axis.values.size();
    const std::size_t stride = 1 + (values - 1) / kMostTried;
    for (std::size_t v = 0; v < values && !problems.is_full(); v += stride) try_value(v);
    if (stride > 1 && !problems.is_full()) try_value(values - 1);
  }
}

DesignSetting setting_of(const SweepParts& parts) {
  DesignSetting setting;
  for (const SweepAxis& axis : parts.axes) {
    setting.names.push_back(axis.path);
    setting.values.push_back(axis.is_range ? 0 : static_cast<std::int64_t>(axis.values.size()));
  }
  setting.points = parts.spec.points;
  setting.seed = static_cast<std::uint64_t>(parts.base.seed);
  return setting;
}

void find_base_values(SweepParts& parts, Problems& problems) {
  const Tree root = parse_document(write_scenario(parts.base), "the scenario", problems);
  for (std::size_t i = 0; i < parts.axes.size(); ++i) {
    const std::string& path = parts.axes[i].path;
    const auto change = parse_override_for(path + "=0", parts.marks[i], parts.marks[i], problems);
    const Tree* value = change ? value_at(root, *change) : nullptr;
    if (value == nullptr || value->kind != Tree::Kind::scalar) {
      problems.add(parts.marks[i], "E0418", "the scenario itself has no value for " + in_quotes(path))
          .with_help(
              parts.axes[i].is_field()
                  ? "the design 'one_at_a_time' begins at the scenario as it stands: give it one there"
                  : "the design 'one_at_a_time' begins at the scenario as it stands, which has neither "
                    "units nor choices: take the design 'grid'");
      continue;
    }
    parts.base_values.push_back(value->scalar);
  }
}

bool is_same_value(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto first = parse_amount(a), second = parse_amount(b);
  return first && second && first->kind == second->kind && first->value() == second->value();
}

}  // namespace headrace
