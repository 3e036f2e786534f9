#include "analysis/answer/explanation.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "models/jobs/figures.h"

namespace headrace {

namespace {

constexpr double kNearly = 0.8;          // Of the largest share: a side with as much binds, too.
constexpr double kLeastOfNumber = 0.05;  // Of what a number grows by: what one that binds gives.
constexpr int kDigits = 8;               // Of changed values: 10 % more is to be 10 % more.

// Tells rates, of bytes and of requests, which are whole numbers.
bool is_rate(const Prior& quantity) {
  const std::string_view path = quantity.path;
  return std::holds_alternative<Bandwidth>(quantity.value) ||
         (quantity.is_whole() && (path.ends_with("_per_second") || path.ends_with("_iops")));
}
bool is_time(const Prior& quantity) {
  return std::holds_alternative<Duration>(quantity.value) ||
         std::holds_alternative<Distribution>(quantity.value);
}

// Steps along the names of a path: "platform.nodes.dgx.nic.bandwidth".
class PathSteps {
 public:
  explicit PathSteps(std::string_view path) : rest_(path) {}
  std::string_view next() {
    const std::size_t dot = rest_.find('.');
    const std::string_view step = rest_.substr(0, dot);
    rest_ = dot == std::string_view::npos ? std::string_view() : rest_.substr(dot + 1);
    return step;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct PlaceOfPart {
  std::string name;
  Side side;
};

PlaceOfPart part_of_nodes(std::string_view group, std::string_view what) {
  const std::string of(group);
  if (what == "nic" || what == "peer_nic") return {of + ": ports", Side::network};
  if (what == "host_work" || what == "time_slice")
    return {of + ": work of software on the cores", Side::client};
  if (what == "pcie") return {of + ": links to the accelerators", Side::client};
  return {of + ": memory", Side::client};
}

PlaceOfPart part_of_file_system(PathSteps& path) {
  const std::string name(path.next());
  path.next();  // Its kind.
  const std::string_view what = path.next();
  if (path.rest().empty()) return {name, Side::storage};
  if (what == "client") return {name + ": client", Side::client};
  if (what == "lnet") return {name + ": routers", Side::network};
  return {name + ": " + std::string(what), Side::storage};
}

// Returns nothing for times of a job that are no speed of anything, such as how long it lasts.
std::optional<PlaceOfPart> part_of_job(PathSteps& path) {
  const std::string name(path.next());
  const std::string_view rest = path.rest();
  if (rest == "workload.training.computation_time")
    return PlaceOfPart{name + ": compute", Side::accelerators};
  if (rest.starts_with("inference.service")) return PlaceOfPart{name + ": service", Side::accelerators};
  if (rest.starts_with("collectives.")) return PlaceOfPart{name + ": gradients", Side::network};
  if (rest == "workload.loader.preprocess_time") return PlaceOfPart{name + ": preprocessing", Side::client};
  if (rest == "workload.loader.pin_bandwidth" || rest.starts_with("feed."))
    return PlaceOfPart{name + ": copies to the accelerators", Side::client};
  if (rest.starts_with("host.")) return PlaceOfPart{name + ": host", Side::client};
  if (rest.starts_with("checkpointing.")) return PlaceOfPart{name + ": making of checkpoints", Side::client};
  return std::nullopt;
}

std::optional<PlaceOfPart> place_of(const std::string& full) {
  PathSteps path(full);
  if (path.next() == "jobs") return part_of_job(path);
  const std::string_view what = path.next();
  if (what == "file_systems") return part_of_file_system(path);
  if (what == "network") return PlaceOfPart{"network", Side::network};
  if (what != "nodes") return std::nullopt;
  const std::string_view group = path.next();
  return part_of_nodes(group, path.next());
}

// Tells numbers of things of which a machine or a loader may have more, by the last words of their paths.
bool counts_things(std::string_view path) {
  constexpr std::string_view kOfMachine[] = {".count",
                                             ".threads",
                                             ".max_rpcs_in_flight",
                                             ".metadata_max_rpcs_in_flight",
                                             ".requests_in_flight",
                                             ".peer_credits",
                                             ".nconnect",
                                             ".connections",
                                             ".streams",
                                             ".cores",
                                             ".ports",
                                             ".devices",
                                             ".parallelism"};
  constexpr std::string_view kOfLoader[] = {".read_threads", ".fetch_threads", ".computation_threads",
                                            ".prefetch_batches", ".num_parallel_calls"};
  const auto ends = [&](std::string_view word) { return path.ends_with(word); };
  if (path.starts_with("jobs.")) return std::any_of(std::begin(kOfLoader), std::end(kOfLoader), ends);
  if (path.starts_with("platform.nodes.") && path.ends_with(".count")) return false;  // Of another size.
  return std::any_of(std::begin(kOfMachine), std::end(kOfMachine), ends);
}

// Returns the side of a number; the loaders' are the client's.
Side side_of_number(const std::string& path) {
  if (path.starts_with("jobs.")) return Side::client;
  const std::optional<PlaceOfPart> place = place_of(path);
  return place ? place->side : Side::client;
}

// Returns the logarithm of how many times better one value is than another.
double log_gain(const Headline& headline, double value, double than) {
  const double grown = std::log(value / than);
  return headline.better == Better::less ? -grown : grown;
}

double percent(double log_gain) { return 100 * std::expm1(log_gain); }

// Adds what a step of jobs computes whose workload is a DLIO file: a number of seconds in an override.
void add_compute_of_dlio(const Scenario& scenario, std::vector<MachinePart>& parts) {
  for (const auto& [name, job] : scenario.jobs) {
    const WorkloadSpec* const work = job.dlio.empty() ? nullptr : job.workload();
    if (work == nullptr || !work->training.enabled) continue;
    const Distribution& compute = work->training.computation_time;
    if (compute.law() != Law::constant && compute.law() != Law::normal) continue;
    MachinePart part{name + ": compute", Side::accelerators, {}};
    const auto add = [&](const char* key, Duration time) {
      if (time > Duration())
        part.speeds.push_back(
            {"jobs." + name + ".overrides+=++workload.train." + key, "", 1, time.in_seconds()});
    };
    add("computation_time", compute.mean());
    if (compute.law() == Law::normal) add("computation_time_stdev", compute.spread());
    if (!part.speeds.empty()) parts.push_back(std::move(part));
  }
}

}  // namespace

std::vector<MachinePart> parts_of(const Scenario& scenario, const Places& places) {
  std::vector<MachinePart> parts;
  for (Prior& quantity : quantities_of(scenario, places)) {
    if (!is_rate(quantity) && !is_time(quantity)) continue;
    const std::optional<PlaceOfPart> place = place_of(quantity.path);
    if (!place) continue;
    auto part = std::find_if(parts.begin(), parts.end(),
                             [&](const MachinePart& other) { return other.name == place->name; });
    if (part == parts.end()) {
      parts.push_back({place->name, place->side, {}});
      part = parts.end() - 1;
    }
    part->speeds.push_back(std::move(quantity));
  }
  add_compute_of_dlio(scenario, parts);
  return parts;
}

std::vector<MachineNumber> numbers_of(const Scenario& scenario, const Places& places) {
  std::vector<MachineNumber> numbers;
  for (const Prior& quantity : quantities_of(scenario, places)) {
    if (!quantity.is_whole() || is_rate(quantity) || !counts_things(quantity.path)) continue;
    numbers.push_back(
        {quantity.path, side_of_number(quantity.path), static_cast<std::int64_t>(quantity.size())});
  }
  for (const auto& [name, job] : scenario.jobs) {
    const WorkloadSpec* const work = job.dlio.empty() ? nullptr : job.workload();
    if (work != nullptr && work->training.enabled && work->loader.read_threads > 0)
      numbers.push_back({"jobs." + name + ".overrides+=++workload.reader.read_threads", Side::client,
                         work->loader.read_threads});
  }
  return numbers;
}

std::vector<std::string> ExplanationDesign::at_speed(const MachinePart& part, double factor) {
  std::vector<std::string> overrides;
  for (const Prior& speed : part.speeds)
    overrides.push_back(speed.path + "=" + speed.text(is_rate(speed) ? factor : 1 / factor, kDigits));
  return overrides;
}

ExplanationDesign::ExplanationDesign(std::vector<MachinePart> parts, std::int64_t seed, std::int64_t seeds,
                                     std::vector<MachineNumber> numbers)
    : parts_(std::move(parts)), numbers_(std::move(numbers)), seeds_(static_cast<std::size_t>(seeds)) {
  constexpr const char* kWords[] = {"10 % slower", "10 % faster", "50 % faster"};
  for (std::int64_t i = 0; i < seeds; ++i) {
    const std::string word = std::to_string(seed + i);
    const auto add = [&](const std::string& name, std::vector<std::string> overrides) {
      overrides.insert(overrides.begin(), "seed=" + word);
      runs_.push_back({"seed " + word + ", " + name, std::move(overrides)});
    };
    std::vector<std::string> all;
    for (const MachinePart& part : parts_)
      for (std::string& change : at_speed(part, kFactors[faster])) all.push_back(std::move(change));
    add("as it is", {});
    add("everything 10 % faster", std::move(all));
    for (const MachinePart& part : parts_)
      for (const Change change : {slower, faster, much_faster})
        add(part.name + " " + kWords[change], at_speed(part, kFactors[change]));
    for (const MachineNumber& number : numbers_) {
      const std::string changed = number.path + "=" + std::to_string(number.raised());
      add(changed, {changed});
    }
  }
}

double Explanation::unexplained() const { return scales ? std::max(0.0, 1 - sum) : 0; }

double Explanation::share(Side side, const ExplanationDesign& design) const {
  double total = unexplained(), own = 0;
  for (const PartEffect& effect : effects) {
    const double elasticity = std::max(0.0, effect.elasticity.mean);
    total += elasticity;
    if (design.parts()[effect.part].side == side) own += elasticity;
  }
  return total > 0 ? own / total : 0;
}

std::vector<Side> Explanation::bound_by(const ExplanationDesign& design) const {
  double most = 0, explained = 0;
  for (const Side side : kEverySide) {
    most = std::max(most, share(side, design));
    explained += share(side, design);
  }
  std::vector<Side> bound;
  if (most == 0 || 1 - explained > most) return bound;
  for (const Side side : kEverySide)
    if (share(side, design) >= kNearly * most) bound.push_back(side);
  return bound;
}

const NumberEffect* Explanation::bound_by_number(const ExplanationDesign& design) const {
  if (numbers.empty() || !bound_by(design).empty()) return nullptr;
  const NumberEffect& first = numbers.front();
  const MachineNumber& number = design.numbers()[first.number];
  const double grown = static_cast<double>(number.raised()) / static_cast<double>(number.value) - 1;
  return first.gain.mean >= 100 * grown * kLeastOfNumber ? &first : nullptr;
}

std::optional<Explanation> explanation_of(const ExplanationDesign& design, const Headline& headline,
                                          std::span<const std::optional<double>> values) {
  for (const std::optional<double>& value : values)
    if (!value || !(*value > 0)) return std::nullopt;
  const auto spread = [&](auto&& of_seed) {
    std::vector<double> all;
    for (std::size_t seed = 0; seed < design.seeds(); ++seed) all.push_back(of_seed(seed));
    return spread_of(all);
  };
  const auto gain = [&](std::size_t run, std::size_t than) {
    return log_gain(headline, *values[run], *values[than]);
  };
  Explanation found;
  found.headline = headline;
  const FigureRow* const row = find_figure_row(headline.figure);
  const std::string_view unit = row == nullptr ? std::string_view() : row->unit;
  found.scales = unit != "percent" && unit != "fraction" && unit != "ratio" && unit != "count" && unit != "B";
  found.value = spread([&](std::size_t seed) { return *values[design.as_it_is(seed)]; });
  found.all =
      spread([&](std::size_t seed) { return percent(gain(design.all_faster(seed), design.as_it_is(seed))); });
  for (std::size_t part = 0; part < design.parts().size(); ++part) {
    const auto place = [&](std::size_t seed, ExplanationDesign::Change change) {
      return design.changed(seed, part, change);
    };
    PartEffect& effect = found.effects.emplace_back();
    effect.part = part;
    effect.tenth = spread([&](std::size_t seed) {
      return percent(gain(place(seed, ExplanationDesign::faster), design.as_it_is(seed)));
    });
    effect.half = spread([&](std::size_t seed) {
      return percent(gain(place(seed, ExplanationDesign::much_faster), design.as_it_is(seed)));
    });
    effect.elasticity = spread([&](std::size_t seed) {
      return gain(place(seed, ExplanationDesign::faster), place(seed, ExplanationDesign::slower)) /
             (2 * std::log(ExplanationDesign::kFactors[ExplanationDesign::faster]));
    });
    found.sum += effect.elasticity.mean;
  }
  std::stable_sort(found.effects.begin(), found.effects.end(), [](const PartEffect& a, const PartEffect& b) {
    return a.elasticity.mean > b.elasticity.mean;
  });
  for (std::size_t number = 0; number < design.numbers().size(); ++number) {
    NumberEffect& effect = found.numbers.emplace_back();
    effect.number = number;
    effect.gain = spread(
        [&](std::size_t seed) { return percent(gain(design.raised(seed, number), design.as_it_is(seed))); });
  }
  std::stable_sort(found.numbers.begin(), found.numbers.end(),
                   [](const NumberEffect& a, const NumberEffect& b) { return a.gain.mean > b.gain.mean; });
  return found;
}

}  // namespace headrace
