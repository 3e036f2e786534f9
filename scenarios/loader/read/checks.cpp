#include "scenarios/loader/read/checks.h"

#include <algorithm>

#include "models/storage/stores.h"
#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

template <class T>
const T* find_named(const Named<T>& items, std::string_view name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == name; });
  return found == items.end() ? nullptr : &found->second;
}

template <class T>
std::vector<std::string_view> names_of(const Named<T>& items) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.first);
  return names;
}

const Mark* find_place(const Places& places, const std::string& path) {
  const auto found = places.find(path);
  return found == places.end() ? nullptr : &found->second;
}

void check_kind_of_store(const FileSystemSpec& system, const std::string& path, const Places& places,
                         Problems& problems) {
  const std::vector<std::string_view> given = system.given();
  if (given.empty()) {
    std::vector<std::string_view> kinds;
    for (const auto& kind : Store::table()) kinds.push_back(kind.name);
    problems.add(*find_place(places, path), "E0307", in_quotes(path) + " has no kind")
        .at(path)
        .with_help("its kinds are " + joined(kinds));
  } else if (given.size() > 1) {
    const Mark* second = find_place(places, path + "." + std::string(given[1]));
    if (second == nullptr) return;
    problems.add(*second, "E0307", in_quotes(path) + " has two kinds").at(path).with_help("give one");
  }
}

void check_file_systems(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, system] : scenario.platform.file_systems) {
    const std::string path = "platform.file_systems." + name;
    const Mark* place = find_place(places, path);
    if (place == nullptr) continue;
    check_kind_of_store(system, path, places, problems);
  }
}

// Warns where transfers are to be flows, but the scheduler of a file system says which request is next: there
// they stay requests.
void check_fidelity(const Scenario& scenario, const Places& places, Problems& problems) {
  const Mark* place = find_place(places, "measure.fidelity");
  if (place == nullptr || scenario.measure.fidelity != Fidelity::flow) return;
  for (const auto& [name, system] : scenario.platform.file_systems) {
    const StoreFacts facts = system.facts();
    if (facts.order.empty()) continue;
    problems
        .warn(*place, "W0013",
              "the " + std::string(facts.order) + " of " + in_quotes(name) +
                  " orders requests: its long transfers stay as many requests as they are")
        .at("measure.fidelity");
  }
}

// Warns of what is said of flows in a run that does not look at it; a scenario that is written out has its
// defaults.
void check_flow_fields(const Scenario& scenario, const Places& places, Problems& problems) {
  const Fidelity fidelity = scenario.measure.fidelity;
  const auto check = [&](const std::string& path, bool counts, const char* help) {
    const Mark* place = find_place(places, path);
    if (place == nullptr || counts) return;
    problems
        .warn(*place, "W0017",
              in_quotes(path) + " has no effect with fidelity " +
                  std::string(kFidelities[static_cast<std::size_t>(fidelity)]))
        .at(path)
        .with_help(help);
  };
  const FidelitySpec& spec = scenario.measure;
  const FidelitySpec usual;
  check("measure.flow_tolerance", spec.flows() || spec.flow_tolerance == usual.flow_tolerance,
        "measure: {fidelity: flow}, or auto");
  check("measure.flow_threshold",
        fidelity == Fidelity::automatic || spec.flow_threshold == usual.flow_threshold,
        "measure: {fidelity: auto}");
}

// Refuses a fault that happens to requests in a run that follows bulk data by flows.
void check_fidelity_of_faults(const Scenario& scenario, const Places& places, Problems& problems) {
  if (scenario.measure.fidelity == Fidelity::request || find_place(places, "platform") == nullptr) return;
  for (const auto& [name, fault] : scenario.disturbances.faults) {
    const std::string path = "faults." + name;
    const Mark* place = find_place(places, path + ".kind");
    if (place == nullptr || is_refused(path, problems)) continue;
    const Fault::Needs needs = fault.kind.make(Fault::Context())->needs();
    const bool stands = fault.at == Duration() && !fault.lasting && !fault.is_random();
    if (!needs.requests || (needs.loses_none && stands)) continue;
    problems
        .add(*place, "E0355",
             in_quotes(fault.kind.name()) + " happens to requests, and this run follows bulk data by flows")
        .at(path + ".kind")
        .with_help("measure: {fidelity: request}");
  }
}

// Checks a job's node group, and how many of its nodes and of their accelerators the job takes.
void check_nodes(const Scenario& scenario, const std::string& path, const JobSpec& job, const Places& places,
                 Problems& problems) {
  const Mark* named = find_place(places, path + ".nodes.group");
  if (named == nullptr) return;
  const NodeSpec* group = find_named(scenario.platform.nodes, job.nodes.group);
  if (group == nullptr) {
    const auto names = names_of(scenario.platform.nodes);
    problems.add(*named, "E0302", "the platform has no node group " + in_quotes(job.nodes.group))
        .at(path + ".nodes.group")
        .hint(did_you_mean(nearest_word(job.nodes.group, names)))
        .with_help("its node groups are " + joined(names));
    return;
  }
  if (is_refused("platform.nodes." + job.nodes.group, problems)) return;
  const std::int64_t count = job.nodes.count;
  if (const Mark* place = find_place(places, path + ".nodes.count"); place != nullptr && count == 0) {
    problems.add(*place, "E0303", "a job on 0 nodes never starts").at(path + ".nodes.count");
  } else if (place != nullptr && count > group->count) {
    problems
        .add(*place, "E0303",
             "the job wants " + std::to_string(count) + " nodes; " + in_quotes(job.nodes.group) + " has " +
                 std::to_string(group->count))
        .at(path + ".nodes.count");
  }
  if (job.facts().processes_on_node > 0) return;
  const std::int64_t ranks = job.accelerators_per_node;
  const Mark* place = find_place(places, path + ".accelerators_per_node");
  const std::string field = path + ".accelerators_per_node";
  if (place != nullptr && ranks == 0) {
    problems.add(*place, "E0304", "a job without accelerators never starts").at(field);
  } else if (place != nullptr && ranks > group->accelerators) {
    problems
        .add(*place, "E0304",
             "the job wants " + std::to_string(ranks) + " accelerators of a node; a node of " +
                 in_quotes(job.nodes.group) + " has " + std::to_string(group->accelerators))
        .at(field);
  } else if (ranks < 0 && group->accelerators == 0) {
    problems.add(*named, "E0304", "the nodes of " + in_quotes(job.nodes.group) + " have no accelerators")
        .at(field);
  }
}

// Returns the file system that a field names; nullptr where it names none, or one that does not exist.
const FileSystemSpec* named_file_system(const Scenario& scenario, const std::string& field,
                                        const std::string& name, const Places& places, Problems& problems) {
  const Mark* named = find_place(places, field);
  if (named == nullptr) return nullptr;
  const FileSystemSpec* system = find_named(scenario.platform.file_systems, name);
  if (system != nullptr) return system;
  const auto names = names_of(scenario.platform.file_systems);
  problems.add(*named, "E0305", "the platform has no file system " + in_quotes(name))
      .at(field)
      .hint(did_you_mean(nearest_word(name, names)))
      .with_help("its file systems are " + joined(names));
  return nullptr;
}

// Returns the kinds of stores that lie on the drives of nodes: "local".
std::string kinds_on_nodes() {
  return kinds_of_stores([](const StoreFacts& facts) { return facts.on_nodes.has_value(); });
}

void check_local_storage(const Scenario& scenario, const std::string& path, const JobSpec& job,
                         const Places& places, Problems& problems) {
  const std::string field = path + ".local_storage";
  const FileSystemSpec* system = named_file_system(scenario, field, job.local_storage, places, problems);
  if (system == nullptr || system->facts().on_nodes) return;
  problems
      .add(*find_place(places, field), "E0332",
           in_quotes(job.local_storage) + " is not on the drives of the nodes")
      .at(field)
      .with_help("local_storage names a file system of the platform whose kind is " + kinds_on_nodes());
}

// Checks that a pool begins on a target that there is.
void check_pool(const FileSystemSpec& system, const std::string& path, const LayoutSpec& layout,
                const Places& places, Problems& problems) {
  const std::int64_t targets = system.facts().count(Part::ost);
  if (targets == 0 || !layout.pool || layout.pool->first < targets) return;
  const std::string field = path + ".pool.first";
  problems
      .add(*find_place(places, field), "E0315",
           "the pool begins at target " + std::to_string(layout.pool->first) + ", and there are " +
               std::to_string(targets))
      .at(field)
      .with_help("targets are counted from 0");
}

// Tells whether a job has files for which it names no place of their own.
bool needs_storage(const JobSpec& job) {
  const Purposes uses = job.uses();
  for (std::size_t i = 0; i < kPurposeCount; ++i)
    if (uses.has(purpose_at(i)) && job.keeps_at_storage(purpose_at(i))) return true;
  return false;
}

// Checks that a job with files says where they are. A field of it that was refused may be that one.
void expect_storage(const std::string& path, const JobSpec& job, const Places& places, Problems& problems) {
  const Mark* const named = find_place(places, path);
  if (named == nullptr || !job.storage.empty() || !needs_storage(job) || is_refused(path, problems)) return;
  problems.add(*named, "E0102", in_quotes(path) + " has no 'storage'")
      .at(path + ".storage")
      .with_help("'storage' is required of a job that has files: a file system of the platform");
}

// Checks a file system that a job names, and the layout of files there, which stands beside the name.
void check_storage(const Scenario& scenario, const std::string& path, const JobPlace& place,
                   const Places& places, Problems& problems) {
  const FileSystemSpec* system =
      named_file_system(scenario, path + ".storage", place.storage, places, problems);
  if (system == nullptr) return;
  check_pool(*system, path + ".layout", place.layout, places, problems);
  const Mark* stripes = find_place(places, path + ".layout.stripe_count");
  const std::int64_t targets = system->facts().count(Part::ost);
  if (stripes == nullptr || targets == 0 || place.layout.overstriping || place.layout.stripe_count <= targets)
    return;
  problems
      .warn(*stripes, "W0001",
            "stripe count " + std::to_string(place.layout.stripe_count) + " > " + std::to_string(targets) +
                " OSTs: files are spread over all of them, no further")
      .at(path + ".layout.stripe_count");
}

void check_kind(const std::string& path, const JobSpec& job, const Places& places, Problems& problems) {
  std::vector<std::string> kinds;
  for (const std::string& field : fields_of_work())
    if (find_place(places, path + "." + field) != nullptr) kinds.push_back(field);
  const Mark* overrides = find_place(places, path + ".overrides");
  if (kinds.size() > 1) {
    const bool spells_out = kinds[0] == "dlio" && kinds[1] == "workload";
    problems
        .add(*find_place(places, path + "." + kinds[1]), "E0306",
             "the job has " + a_field_of_work(kinds[0]) + " and " + a_field_of_work(kinds[1]))
        .at(path)
        .with_help(spells_out ? "give one; 'overrides' change what a DLIO file says"
                              : "give one: a job is of one kind");
  } else if (overrides != nullptr && !job.overrides.empty() && kinds.size() == 1 && kinds[0] != "dlio") {
    problems
        .add(*overrides, "E0306",
             "'overrides' are for a 'dlio' file, and this job has " + a_field_of_work(kinds[0]))
        .at(path);
  }
}

}  // namespace

void check_platform(const Scenario& scenario, const Places& places, Problems& problems) {
  const Mark* nodes = find_place(places, "platform.nodes");
  if (nodes != nullptr && scenario.platform.nodes.empty()) {
    problems.add(*nodes, "E0301", "the platform has no nodes").at("platform.nodes");
  }
  const Mark* systems = find_place(places, "platform.file_systems");
  if (systems != nullptr && scenario.platform.file_systems.empty()) {
    problems.add(*systems, "E0301", "the platform has no file system").at("platform.file_systems");
  }
  check_file_systems(scenario, places, problems);
  check_fidelity(scenario, places, problems);
  check_fidelity_of_faults(scenario, places, problems);
  check_flow_fields(scenario, places, problems);
}

void check_jobs(const Scenario& scenario, const Places& places, Problems& problems) {
  const Mark* jobs = find_place(places, "jobs");
  if (jobs != nullptr && scenario.jobs.empty()) {
    problems.add(*jobs, "E0301", "the scenario has no job").at("jobs");
  }
  const bool platform_read = find_place(places, "platform") != nullptr;
  for (const auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    check_kind(path, job, places, problems);
    expect_storage(path, job, places, problems);
    if (!platform_read) continue;
    check_nodes(scenario, path, job, places, problems);
    check_storage(scenario, path, {job.storage, job.layout}, places, problems);
    for (std::size_t i = 0; i < kPurposeCount; ++i)
      if (job.places && job.places->find(purpose_at(i)) != nullptr)
        check_storage(scenario, path + ".places." + std::string(word(purpose_at(i))),
                      job.place(purpose_at(i)), places, problems);
    if (job.places)
      for (const auto& [set, place] : job.places->datasets)
        check_storage(scenario, path + ".places.datasets." + set, {place.storage, place.layout}, places,
                      problems);
    check_local_storage(scenario, path, job, places, problems);
  }
}

}  // namespace headrace
