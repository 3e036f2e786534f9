#include "scenarios/loader/read/arms.h"

#include <algorithm>

#include "scenarios/loader/read/estimate.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

Mark place_of(const Places& places, const std::string& path) {
  const auto found = places.find(path);
  return found == places.end() ? Mark() : found->second;
}

// Says what an arm may change; all else is what makes arms comparable.
bool is_changeable(const Override& change) {
  const std::string& first = change.path.front().key;
  return first == "platform" || first == "jobs" || first == "faults" || first == "background";
}

std::vector<Override> overrides_of(const std::string& path, const ArmSpec& spec, const Places& places,
                                   Problems& problems) {
  std::vector<Override> changes;
  for (std::size_t i = 0; i < spec.overrides.size(); ++i) {
    const std::string item = path + ".overrides[" + std::to_string(i) + "]";
    std::optional<Override> change = parse_override_at(spec.overrides[i], place_of(places, item), problems);
    if (!change) continue;
    if (is_changeable(*change)) {
      changes.push_back(std::move(*change));
      continue;
    }
    problems
        .add(change->path.front().mark, "E0312",
             "an arm changes the platform, the jobs, faults or background, not " +
                 in_quotes(change->path.front().key))
        .at(item)
        .with_help("the seed, the measure and the assertions are the same for all arms");
  }
  return changes;
}

// Writes the text of an arm as if it were called like the others.
std::string nameless_text(Scenario arm) {
  arm.name = "arm";
  arm.question.clear();
  return write_scenario(arm);
}

void check_differences(const Scenario& scenario, const Places& places, Problems& problems) {
  std::vector<std::string> texts;
  for (const Scenario& arm : scenario.arms) {
    texts.push_back(nameless_text(arm));
    for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
      if (texts[i] != texts.back()) continue;
      const std::string path = "compare." + arm.arm;
      problems
          .warn(place_of(places, path), "W0008",
                "the arms " + in_quotes(scenario.arms[i].arm) + " and " + in_quotes(arm.arm) +
                    " are the same scenario")
          .at(path);
      break;
    }
  }
}

// Refuses comparisons and interference of jobs that are run one by one: nobody stands beside a job that has
// the machine to itself.
void check_separately(const Scenario& scenario, const Places& places, Problems& problems) {
  if (!scenario.measure.separately) return;
  for (const std::string path : {"compare", "measure.alone"}) {
    const bool asked = path == "compare" ? places.contains(path) : scenario.measure.alone;
    if (asked)
      problems.add(place_of(places, path), "E0372", "jobs that are run one by one take no " + in_quotes(path))
          .at(path)
          .with_help("leave out 'measure.separately' to run them together");
  }
}

// Warns where a job is to run alone as well, and is the only one: there is nobody to interfere.
void check_alone(const Scenario& scenario, const Places& places, Problems& problems) {
  if (!scenario.measure.alone || scenario.jobs.size() != 1) return;
  problems
      .warn(place_of(places, "measure.alone"), "W0010",
            "the scenario has one job, which runs alone in any case: nothing more is run")
      .at("measure.alone");
}

}  // namespace

std::vector<Scenario> jobs_by_themselves(const Scenario& scenario) {
  std::vector<Scenario> all;
  for (const auto& [name, job] : scenario.jobs) {
    Scenario alone = scenario;
    alone.arms.clear();
    alone.alone.clear();
    alone.compare.clear();
    alone.assertion_texts.clear();
    alone.assertions.clear();
    alone.measure.alone = false;
    alone.arm = "alone:" + name;
    alone.name += " [" + alone.arm + "]";
    alone.jobs = {{name, job}};
    std::erase_if(alone.no_effect, [&](const NoEffect& key) { return key.job != name; });
    all.push_back(std::move(alone));
  }
  return all;
}

void read_arms(Scenario& scenario, const Places& places, const ReadArm& read_arm, Problems& problems) {
  check_alone(scenario, places, problems);
  check_separately(scenario, places, problems);
  if (!places.contains("compare")) return;
  // An arm that took another's name is told of where it stands.
  const auto all = problems.all();
  const bool is_doubled =
      std::any_of(all.begin(), all.end(), [](const Problem& problem) { return problem.code == "E0006"; });
  if (scenario.compare.size() < 2 && !is_doubled) {
    problems.add(places.at("compare"), "E0313", "a comparison needs at least two arms")
        .at("compare")
        .with_help("the arm of the scenario as it stands is written 'name: {overrides: []}'");
  }
  for (const auto& [name, spec] : scenario.compare) {
    const std::string path = "compare." + name;
    if (!places.contains(path) || problems.is_full()) continue;
    const std::size_t errors_before = problems.errors();
    const std::vector<Override> changes = overrides_of(path, spec, places, problems);
    Problems of_arm;
    std::optional<Scenario> arm = read_arm(changes, of_arm);
    problems.absorb(of_arm, "in the arm " + in_quotes(name));
    if (!arm || problems.errors() != errors_before) continue;
    arm->arm = name;
    arm->name += " [" + name + "]";
    if (!spec.question.empty()) arm->question = spec.question;
    scenario.arms.push_back(std::move(*arm));
  }
  check_differences(scenario, places, problems);
}

std::vector<std::string> assertions_of_arm(const Scenario& scenario, const std::string& arm) {
  std::vector<std::string> texts;
  const std::string own = "arms." + arm + ".";
  for (const Assertion& assertion : scenario.assertions) {
    std::string text = assertion.text;
    if (assertion.metric.starts_with(own))
      text.erase(text.find(own), own.size());
    else if (assertion.metric.starts_with("arms."))
      continue;
    texts.push_back(std::move(text));
  }
  return texts;
}

void share_fidelity(Scenario& scenario) {
  if (scenario.measure.fidelity != Fidelity::automatic) return;
  const Fidelity shared = fidelity_of(scenario).flows() ? Fidelity::flow : Fidelity::request;
  for (std::vector<Scenario>* const all : {&scenario.arms, &scenario.alone})
    for (Scenario& one : *all) {
      one.measure.fidelity = shared;
      for (Scenario& alone : one.alone) alone.measure.fidelity = shared;
    }
}

void add_jobs_alone(Scenario& scenario) {
  const auto add_alone = [](Scenario& one) {
    if (one.jobs.size() > 1) one.alone = jobs_by_themselves(one);
  };
  if (!scenario.measure.alone) return;
  for (Scenario& arm : scenario.arms) add_alone(arm);
  if (scenario.arms.empty()) add_alone(scenario);
}

}  // namespace headrace
