#include <algorithm>
#include <memory>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

template <class T>
const T* find_named(const Named<T>& items, const std::string& name) {
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

std::string_view word_of(Part part) { return kParts[static_cast<std::size_t>(part)]; }

// One fault or one background load. What was not read well is not looked at.
class DisturbanceCheck {
 public:
  DisturbanceCheck(const Scenario& scenario, std::string path, const PlaceSpec& place, std::int64_t count,
                   const Fault::Needs& needs, const Places& places, Problems& problems)
      : scenario_(scenario),
        path_(std::move(path)),
        place_(place),
        count_(count),
        needs_(needs),
        places_(places),
        problems_(problems) {}

  void run() {
    if (!names_one_place()) return;
    const Place place = place_.place();
    if (place.part == Part::node) return check_node(place);
    const FileSystemSpec* system =
        owner(scenario_.platform.file_systems, "file_system", place, "file system", "file_systems");
    if (system == nullptr) return;
    const StoreFacts facts = system->facts();
    if (facts.count(place.part) == 0) {
      add(std::string(word_of(place.part)), "E0352", in_quotes(place.owner) + " has no servers of its own")
          .with_help("only a file system whose kind is " + kinds_with_servers() + " has");
      return;
    }
    check_number(place, facts.count(place.part), in_quotes(place.owner));
    check_server(facts, place);
  }

  void check_times(const FaultSpec& fault) {
    const bool repaired = fault.mean_time_to_repair > Duration();
    if (fault.is_random() && fault.lasting) {
      add("lasting", "E0353", "a fault with mean_time_between lasts as mean_time_to_repair says")
          .with_help("leave 'lasting' out, or the mean times");
    } else if (fault.is_random() != repaired) {
      const char* one = repaired ? "mean_time_to_repair" : "mean_time_between";
      const char* other = repaired ? "mean_time_between" : "mean_time_to_repair";
      add(one, "E0353", in_quotes(one) + " needs " + in_quotes(other))
          .with_help("a fault at random has both; one at a given time has 'at' and 'lasting'");
    } else if (needs_.end && !fault.is_random() && !fault.lasting) {
      add("kind", "E0354", in_quotes(path_) + " never ends: what waits for it would wait for ever")
          .with_help("'lasting' says for how long");
    }
    if (needs_.requests && scenario_.measure.fidelity != Fidelity::request)
      add("kind", "E0355",
          in_quotes(fault.kind.name()) + " happens to requests, and this run follows bulk data by flows")
          .with_help("measure: {fidelity: request}");
  }

 private:
  // At the field where the text has it, else at the entry.
  Problem& add(const std::string& field, const char* code, std::string sentence) {
    auto found = places_.find(path_ + "." + field);
    if (found == places_.end()) found = places_.find(path_);
    Problem& problem =
        problems_.add(found == places_.end() ? Mark() : found->second, code, std::move(sentence));
    problem.at(path_ + "." + field);
    return problem;
  }

  std::string its_parts() const {
    std::vector<std::string_view> parts;
    for (const Part part : {Part::ost, Part::oss, Part::mds, Part::node})
      if (needs_.at(part)) parts.push_back(word_of(part));
    return joined(parts);
  }

  bool names_one_place() {
    std::vector<std::string_view> named;
    for (const Part part : {Part::ost, Part::oss, Part::mds, Part::node}) {
      if (!place_.names(part)) continue;
      named.push_back(word_of(part));
      if (needs_.at(part)) continue;
      add(std::string(word_of(part)), "E0350",
          in_quotes(path_) + " cannot be about an " + in_quotes(named.back()))
          .with_help("its kind is about: " + its_parts());
      return false;
    }
    if (named.empty()) {
      add("kind", "E0350", in_quotes(path_) + " has no place").with_help("its kind is about: " + its_parts());
    } else if (named.size() > 1) {
      add(std::string(named[1]), "E0350",
          in_quotes(path_) + " has " + std::to_string(named.size()) + " places")
          .with_help("give one of " + joined(named) + ", and others an entry of their own");
    }
    return named.size() == 1;
  }

  template <class T>
  const T* owner(const Named<T>& owners, const std::string& field, const Place& place,
                 const std::string& what, const std::string& group) {
    if (const T* found = find_named(owners, place.owner)) {
      return is_refused("platform." + group + "." + place.owner, problems_) ? nullptr : found;
    }
    const auto names = names_of(owners);
    const std::string no = place.owner.empty()
                               ? in_quotes(path_) + " does not say which " + what + " it is about"
                               : "the platform has no " + what + " " + in_quotes(place.owner);
    add(field, "E0351", no)
        .hint(place.owner.empty() ? "" : did_you_mean(nearest_word(place.owner, names)))
        .with_help(in_quotes(field) + " is one of " + joined(names));
    return nullptr;
  }

  void check_node(const Place& place) {
    const NodeSpec* group = owner(scenario_.platform.nodes, "nodes", place, "node group", "nodes");
    if (group != nullptr) check_number(place, group->count, in_quotes(place.owner));
    if (needs_.drives) check_drives(place);
  }

  void check_drives(Place place) {
    place.owner = place.store;
    const FileSystemSpec* system =
        owner(scenario_.platform.file_systems, "file_system", place, "file system", "file_systems");
    if (system == nullptr || system->facts().on_nodes) return;
    add("file_system", "E0358", in_quotes(place.owner) + " does not lie on the drives of nodes")
        .with_help("a file system whose kind is " + kinds_on_nodes() + " does");
  }

  void check_number(const Place& place, std::int64_t there, const std::string& owner) {
    if (place.number < there && count_ <= there - place.number) return;
    const std::string field = place.number < there ? "count" : std::string(word_of(place.part));
    add(field, "E0352",
        owner + " has " + std::to_string(there) + " " + std::string(word_of(place.part)) + ", and " +
            in_quotes(path_) + " is about number " + std::to_string(place.number + count_ - 1))
        .with_help("numbers begin at 0");
  }

  void check_server(const StoreFacts& facts, const Place& place) {
    if (needs_.partner && facts.count(place.part) < 2)
      add("failover_time", "E0356", in_quotes(place.owner) + " has no second server that could take over")
          .with_help("leave 'failover_time' out, or give the file system another " +
                     std::string(word_of(place.part)));
    if (needs_.array && facts.drives != "disk_array")
      add("kind", "E0357",
          "the targets of " + in_quotes(place.owner) + " are of kind " + in_quotes(facts.drives) +
              ", which does not rebuild")
          .with_help("a disk_array does");
  }

  const Scenario& scenario_;
  std::string path_;
  const PlaceSpec& place_;
  std::int64_t count_;
  Fault::Needs needs_;
  const Places& places_;
  Problems& problems_;
};

}  // namespace

void check_disturbances(const Scenario& scenario, const Places& places, Problems& problems) {
  const bool platform_read = places.contains("platform");
  for (const auto& [name, fault] : scenario.disturbances.faults) {
    const std::string path = "faults." + name;
    if (!platform_read || is_refused(path, problems)) continue;
    const Fault::Needs needs = fault.kind.make(Fault::Context())->needs();
    DisturbanceCheck check(scenario, path, fault, fault.count, needs, places, problems);
    check.run();
    check.check_times(fault);
  }
  const Fault::Needs anywhere = Fault::Needs().add(Part::ost).add(Part::oss).add(Part::mds).add(Part::node);
  for (const auto& [name, load] : scenario.disturbances.background) {
    const std::string path = "background." + name;
    if (!platform_read || is_refused(path, problems)) continue;
    DisturbanceCheck(scenario, path, load, load.count, anywhere, places, problems).run();
  }
}

}  // namespace headrace
