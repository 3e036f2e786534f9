// What disturbs a machine, held against it: only what knows the machine whole can tell that a place is there.

#include "models/cluster_spec.h"
#include "models/faults/disturbance_spec.h"

namespace headrace {
namespace {

constexpr Part kAllParts[] = {Part::ost, Part::oss, Part::mds, Part::target, Part::server, Part::node};

std::string_view word_of(Part part) { return kParts[static_cast<std::size_t>(part)]; }

bool has_servers(const StoreFacts& facts) { return facts.has_servers(); }
bool is_on_nodes(const StoreFacts& facts) { return facts.on_nodes.has_value(); }

// Tell which owners of a place could be meant by a name that there is not.
bool has_part(const FileSystemSpec& system, Part part) { return system.facts().count(part) > 0; }
bool has_drives(const FileSystemSpec& system, Part) { return is_on_nodes(system.facts()); }
bool any_group(const NodeSpec&, Part) { return true; }

// The place of one fault or one background load, on the machine of the scenario.
class PlaceCheck {
 public:
  PlaceCheck(Check& check, const PlaceSpec& place, std::int64_t count, const Fault::Needs& needs)
      : check_(check), place_(place), count_(count), needs_(needs) {}

  void run() {
    if (!names_one_place()) return;
    const Place place = place_.place();
    if (place.part == Part::node) return check_node(place);
    const FileSystemSpec* system =
        owner(check_.machine().file_systems, "file_system", place, "file system", "file_systems", has_part);
    if (system == nullptr) return;
    const StoreFacts facts = system->facts();
    if (facts.count(place.part) == 0) return refuse_part(facts, place);
    check_number(place, facts.count(place.part));
    check_server(facts, place);
  }

 private:
  std::string its_parts() const {
    std::vector<std::string_view> parts;
    for (const Part part : kAllParts)
      if (needs_.at(part)) parts.push_back(word_of(part));
    return joined(parts);
  }

  bool names_one_place() {
    const std::string path = in_quotes(check_.path());
    std::vector<std::string_view> named;
    for (const Part part : kAllParts) {
      if (!place_.names(part)) continue;
      named.push_back(word_of(part));
      if (needs_.at(part)) continue;
      check_.refuse(word_of(part), "E0350", path + " cannot be about " + in_quotes(named.back()),
                    "its kind is about: " + its_parts());
      return false;
    }
    if (named.empty()) {
      check_.refuse("kind", "E0350", path + " has no place", "its kind is about: " + its_parts());
    } else if (named.size() > 1) {
      check_.refuse(named[1], "E0350", path + " has " + std::to_string(named.size()) + " places",
                    "give one of " + joined(named) + ", and others an entry of their own");
    }
    return named.size() == 1;
  }

  // Returns the owner of a place; null, and told, where there is none. Those that fit may be meant.
  template <class T>
  const T* owner(const Named<T>& owners, std::string_view field, const Place& place, const std::string& what,
                 const std::string& group, bool (*fits)(const T& one, Part part)) {
    std::vector<std::string_view> names;
    for (const auto& [name, one] : owners) {
      if (name == place.owner)
        return check_.is_refused_at("platform." + group + "." + place.owner) ? nullptr : &one;
      if (fits(one, place.part)) names.push_back(name);
    }
    const std::string no = place.owner.empty()
                               ? in_quotes(check_.path()) + " does not say which " + what + " it is about"
                               : "the platform has no " + what + " " + in_quotes(place.owner);
    check_.error({.field = field,
                  .code = "E0351",
                  .sentence = no,
                  .help = names.empty() ? "the platform has none that this could be about"
                                        : in_quotes(field) + " is one of " + joined(names),
                  .or_at_spec = true,
                  .sought = place.owner,
                  .names = names});
    return nullptr;
  }

  void refuse_part(const StoreFacts& facts, const Place& place) {
    const std::string owner = in_quotes(place.owner);
    if (!facts.has_servers())
      return check_.refuse(
          word_of(place.part), "E0352", owner + " has no servers of its own",
          "only a file system whose kind is " + check_.kinds_of_stores(has_servers) + " has");
    std::vector<std::string_view> parts;
    for (const Part part : kAllParts)
      if (needs_.at(part) && facts.count(part) > 0) parts.push_back(word_of(part));
    check_.refuse(word_of(place.part), "E0352", owner + " has no " + in_quotes(word_of(place.part)),
                  parts.empty() ? "no part of it is one that this could be about"
                                : "this could be about its " + joined(parts));
  }

  void check_node(const Place& place) {
    const NodeSpec* group = owner(check_.machine().nodes, "nodes", place, "node group", "nodes", any_group);
    if (group != nullptr) check_number(place, group->count);
    if (needs_.drives) check_drives(place);
  }

  void check_drives(Place place) {
    place.owner = place.store;
    const FileSystemSpec* system =
        owner(check_.machine().file_systems, "file_system", place, "file system", "file_systems", has_drives);
    if (system == nullptr || is_on_nodes(system->facts())) return;
    check_.refuse("file_system", "E0358", in_quotes(place.owner) + " does not lie on the drives of nodes",
                  "a file system whose kind is " + check_.kinds_of_stores(is_on_nodes) + " does");
  }

  void check_number(const Place& place, std::int64_t there) {
    if (place.number < there && count_ <= there - place.number) return;
    const std::string_view word = word_of(place.part);
    check_.refuse(place.number < there ? "count" : word, "E0352",
                  in_quotes(place.owner) + " has " + std::to_string(there) + " " + std::string(word) +
                      ", and " + in_quotes(check_.path()) + " is about number " +
                      std::to_string(place.number + count_ - 1),
                  "numbers begin at 0");
  }

  void check_server(const StoreFacts& facts, const Place& place) {
    if (needs_.partner && facts.count(place.part) < 2)
      check_.refuse(
          "failover_time", "E0356", in_quotes(place.owner) + " has no second server that could take over",
          "leave 'failover_time' out, or give the file system another " + std::string(word_of(place.part)));
    if (needs_.array && facts.drives != "disk_array")
      check_.refuse("kind", "E0357",
                    "the targets of " + in_quotes(place.owner) + " are of kind " + in_quotes(facts.drives) +
                        ", which does not rebuild",
                    "a disk_array does");
  }

  Check& check_;
  const PlaceSpec& place_;
  std::int64_t count_;
  Fault::Needs needs_;
};

void check_times(Check& check, const FaultSpec& fault, const Fault::Needs& needs) {
  const bool repaired = fault.mean_time_to_repair > Duration();
  if (fault.is_random() && fault.lasting) {
    check.refuse("lasting", "E0353", "a fault with mean_time_between lasts as mean_time_to_repair says",
                 "leave 'lasting' out, or the mean times");
  } else if (fault.is_random() != repaired) {
    const char* one = repaired ? "mean_time_to_repair" : "mean_time_between";
    const char* other = repaired ? "mean_time_between" : "mean_time_to_repair";
    check.refuse(one, "E0353", in_quotes(one) + " needs " + in_quotes(other),
                 "a fault at random has both; one at a given time has 'at' and 'lasting'");
  } else if (needs.end && !fault.is_random() && !fault.lasting) {
    check.refuse("kind", "E0354",
                 in_quotes(check.path()) + " never ends: what waits for it would wait for ever",
                 "'lasting' says for how long");
  }
}

}  // namespace

void FaultSpec::check(Check& check) const {
  if (check.is_refused()) return;
  const Fault::Needs needs = kind.make(Fault::Context())->needs();
  PlaceCheck(check, *this, count, needs).run();
  check_times(check, *this, needs);
}

void BackgroundSpec::check(Check& check) const {
  if (check.is_refused()) return;
  Fault::Needs anywhere;
  for (const Part part : kAllParts) anywhere.add(part);
  PlaceCheck(check, *this, count, anywhere).run();
}

}  // namespace headrace
