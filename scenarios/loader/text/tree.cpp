#include "scenarios/loader/text/tree.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace headrace {
namespace {

template <class Map>
auto* find_in(Map& tree, std::string_view key) {
  const auto found = std::find_if(tree.entries.begin(), tree.entries.end(),
                                  [&](const Tree::Entry& entry) { return entry.key == key; });
  return found == tree.entries.end() ? nullptr : &*found;
}

}  // namespace

const Tree::Entry* Tree::find(std::string_view key) const { return find_in(*this, key); }
Tree::Entry* Tree::find(std::string_view key) { return find_in(*this, key); }

void remove_duplicates(Tree& map, Problems& problems) {
  std::vector<std::size_t> order(map.entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto by_key = [&](std::size_t a, std::size_t b) {
    const int compared = map.entries[a].key.compare(map.entries[b].key);
    return compared < 0 || (compared == 0 && a < b);
  };
  std::sort(order.begin(), order.end(), by_key);
  std::vector<std::pair<std::size_t, std::size_t>> repeated;  // Later, first.
  for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
    if (map.entries[order[i]].key != map.entries[order[first]].key)
      first = i;
    else
      repeated.emplace_back(order[i], order[first]);
  }
  std::sort(repeated.begin(), repeated.end());
  for (const auto& [later, first] : repeated) {
    const Tree::Entry& entry = map.entries[later];
    problems.add(entry.key_mark, "E0006", "'" + entry.key + "' appears twice")
        .with_help("it stands first in line " + std::to_string(map.entries[first].key_mark.line));
  }
  if (repeated.empty()) return;
  std::size_t next = 0, kept = 0;
  for (std::size_t i = 0; i < map.entries.size(); ++i) {
    if (next < repeated.size() && repeated[next].first == i)
      ++next;
    else if (kept++ != i)
      map.entries[kept - 1] = std::move(map.entries[i]);
  }
  map.entries.resize(kept);
}

void merge_under(Tree& over, const Tree& under) {
  if (over.kind != Tree::Kind::map || under.kind != Tree::Kind::map) return;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < over.entries.size(); ++i) places.emplace(over.entries[i].key, i);
  for (const Tree::Entry& entry : under.entries) {
    const auto found = places.find(entry.key);
    if (found == places.end()) {
      over.entries.push_back(entry);
    } else {
      over.entries[found->second].from_override = false;
      merge_under(over.entries[found->second].value, entry.value);
    }
  }
}

}  // namespace headrace
