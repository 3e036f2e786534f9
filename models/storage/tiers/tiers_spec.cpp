#include "models/storage/tiers/tiers_spec.h"

#include <algorithm>
#include <set>

#include "models/cache/foresight.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// The file systems of a machine, for a store that stands on two of them.
class Machine {
 public:
  explicit Machine(const Named<StoreFacts>& stores) : stores_(stores) {}

  const StoreFacts* find(std::string_view name) const {
    const auto found =
        std::find_if(stores_.begin(), stores_.end(), [&](const auto& store) { return store.first == name; });
    return found == stores_.end() ? nullptr : &found->second;
  }
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names;
    for (const auto& store : stores_) names.push_back(store.first);
    return names;
  }
  bool stands_on(const std::string& name, std::string_view sought) const {
    std::set<std::string> seen;
    return stands_on(name, sought, seen);
  }
  // Tells whether it, or what lies below it in the end, is on the drives of each node.
  bool is_node_local(const std::string& name) const {
    std::set<std::string> seen;
    const StoreFacts* store = find(name);
    while (store != nullptr && !store->on_nodes)
      store = !store->below.empty() && seen.insert(store->below).second ? find(store->below) : nullptr;
    return store != nullptr;
  }

 private:
  bool stands_on(const std::string& name, std::string_view sought, std::set<std::string>& seen) const {
    if (name == sought) return true;
    const StoreFacts* const store = find(name);
    if (store == nullptr || store->below.empty() || !seen.insert(name).second) return false;
    return stands_on(store->above, sought, seen) || stands_on(store->below, sought, seen);
  }

  const Named<StoreFacts>& stores_;
};

// Tells whether the text names a file system that there is.
bool is_there(Check& check, const Machine& machine, std::string_view side, const std::string& other) {
  if (!check.says(side)) return false;
  if (machine.find(other) != nullptr) return true;
  std::string names;
  for (const std::string_view name : machine.names())
    names += (names.empty() ? "" : ", ") + std::string(name);
  check.error({.field = side,
               .code = "E0380",
               .sentence = "the platform has no file system " + in_quotes(other),
               .help = "its file systems are " + names,
               .sought = other,
               .names = machine.names()});
  return false;
}

}  // namespace

StoreFacts TiersSpec::facts() const {
  StoreFacts facts;
  facts.above = above;
  facts.below = below;
  facts.events_of_request = 1.4;  // Of a MiB, copies between the tiers among them: measured, as the others.
  return facts;
}

void TiersSpec::check(Check& check) const {
  refuse_foresight(check, "eviction.policy", policy);
  const Machine machine(check.stores());
  const bool upper = is_there(check, machine, "above", above),
             lower = is_there(check, machine, "below", below);
  if (!upper || !lower) return;
  const auto refuse = [&](std::string_view field, std::string_view code, std::string sentence) {
    check.error({.field = field, .code = code, .sentence = std::move(sentence)});
  };
  if (above == below)
    return refuse("below", "E0381", "the upper and the lower tier are the same file system");
  for (const bool is_above : {true, false})
    if (machine.stands_on(is_above ? above : below, check.name()))
      return refuse(is_above ? "above" : "below", "E0381", in_quotes(check.name()) + " stands on itself");
  if (!machine.is_node_local(above) && machine.is_node_local(below))
    return refuse("below", "E0382", "a tier that all nodes share has nodes' own drives below it");
  const std::optional<Bytes> drives = machine.find(above)->on_nodes;
  if (!drives || capacity <= *drives) return;
  refuse(check.says("capacity") ? "capacity" : "above", "E0322",
         "a tier of " + text_of(capacity) + " is larger than the drives of " + in_quotes(above) +
             ", which hold " + text_of(*drives));
}

}  // namespace headrace
