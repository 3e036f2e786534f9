#include <algorithm>
#include <set>

#include "models/storage/local/local_spec.h"
#include "models/storage/tiers/tiers_spec.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// The stores of a machine that stand on others, and those.
class Tiers {
 public:
  Tiers(const Scenario& scenario, const Places& places, Problems& problems)
      : systems_(scenario.platform.file_systems), places_(places), problems_(problems) {}

  void check(const std::string& name, const TiersSpec& tiers) {
    const bool all_there = is_there(name, "above", tiers.above) && is_there(name, "below", tiers.below);
    if (!all_there) return;
    if (tiers.above == tiers.below)
      return refuse(name, "below", "E0381", "the upper and the lower tier are the same file system");
    for (const char* side : {"above", "below"}) {
      const std::string& other = side == std::string_view("above") ? tiers.above : tiers.below;
      std::set<std::string> seen;
      if (stands_on(other, name, seen))
        return refuse(name, side, "E0381", in_quotes(name) + " stands on itself");
    }
    if (!is_node_local(tiers.above) && is_node_local(tiers.below))
      return refuse(name, "below", "E0382", "a tier that all nodes share has nodes' own drives below it");
    check_capacity(name, tiers);
  }

 private:
  static std::string path_of(const std::string& name, const std::string& field) {
    return "platform.file_systems." + name + ".tiers." + field;
  }
  const FileSystemSpec* find(const std::string& name) const {
    for (const auto& [own, system] : systems_)
      if (own == name) return &system;
    return nullptr;
  }
  const TiersSpec* tiers_of(const std::string& name) const {
    const FileSystemSpec* const system = find(name);
    return system == nullptr ? nullptr : system->find<TiersSpec>();
  }
  void refuse(const std::string& name, const std::string& field, const char* code,
              const std::string& sentence) {
    const auto place = places_.find(path_of(name, field));
    if (place != places_.end()) problems_.add(place->second, code, sentence).at(path_of(name, field));
  }
  // False also where the text has no such field.
  bool is_there(const std::string& name, const std::string& field, const std::string& other) {
    const auto place = places_.find(path_of(name, field));
    if (place == places_.end()) return false;
    if (find(other) != nullptr) return true;
    std::vector<std::string_view> names;
    for (const auto& system : systems_) names.push_back(system.first);
    problems_.add(place->second, "E0380", "the platform has no file system " + in_quotes(other))
        .at(path_of(name, field))
        .hint(did_you_mean(nearest_word(other, names)))
        .with_help("its file systems are " + joined(names));
    return false;
  }
  bool stands_on(const std::string& name, const std::string& sought, std::set<std::string>& seen) const {
    if (name == sought) return true;
    const TiersSpec* const tiers = tiers_of(name);
    if (tiers == nullptr || !seen.insert(name).second) return false;
    return stands_on(tiers->above, sought, seen) || stands_on(tiers->below, sought, seen);
  }
  bool is_node_local(const std::string& name) const {
    std::set<std::string> seen;
    const FileSystemSpec* system = find(name);
    while (system != nullptr && system->find<LocalSpec>() == nullptr) {
      const TiersSpec* const tiers = system->find<TiersSpec>();
      const bool goes_on = tiers != nullptr && seen.insert(tiers->below).second;
      system = goes_on ? find(tiers->below) : nullptr;
    }
    return system != nullptr;
  }
  void check_capacity(const std::string& name, const TiersSpec& tiers) {
    const auto* const drives = find(tiers.above)->find<LocalSpec>();
    if (drives == nullptr || tiers.capacity <= drives->capacity) return;
    const std::string field = places_.contains(path_of(name, "capacity")) ? "capacity" : "above";
    refuse(name, field, "E0322",
           "a tier of " + text_of(tiers.capacity) + " is larger than the drives of " +
               in_quotes(tiers.above) + ", which hold " + text_of(drives->capacity));
  }

  const Named<FileSystemSpec>& systems_;
  const Places& places_;
  Problems& problems_;
};

}  // namespace

void check_tiers(const Scenario& scenario, const Places& places, Problems& problems) {
  Tiers all(scenario, places, problems);
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (const auto* tiers = system.find<TiersSpec>()) all.check(name, *tiers);
}

}  // namespace headrace
