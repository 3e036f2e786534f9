// The rule against circles: rooms (a header and the source of its name) that include each other round about.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tests/tidy_rules.h"

namespace headrace::tidy {

namespace {

constexpr std::size_t kLargestCircle = 2;

using Rooms = std::set<std::string>;

// Where a file includes another room.
struct Door {
  std::string path;
  std::size_t line = 0;
  std::string into;
};
using Doors = std::map<std::string, std::vector<Door>>;  // Those out of each room, by its name.

// "sim/task" of "sim/task.h"; empty of what is no source of the house.
std::string house_room_of(std::string_view path) {
  const bool is_source = path.ends_with(".h") || path.ends_with(".cpp");
  const bool is_inside = std::any_of(std::begin(kHouse), std::end(kHouse),
                                     [&](std::string_view floor) { return path.starts_with(floor); });
  return is_source && is_inside ? std::string(path.substr(0, path.rfind('.'))) : std::string();
}

Doors doors_of(const std::vector<Source>& sources) {
  Doors doors;
  for (const Source& source : sources) {
    const std::string room = house_room_of(source.path);
    if (room.empty()) continue;
    std::vector<Door>& out = doors[room];
    for (const Include& include : includes_of(source)) {
      const std::string into = include.quoted ? house_room_of(include.name) : "";
      if (!into.empty() && into != room) out.push_back({source.path, include.line, into});
    }
  }
  return doors;
}

// Returns the rooms behind the doors of a room, and behind theirs.
Rooms behind(const std::string& room, const Doors& doors) {
  Rooms reached;
  std::vector<std::string> open = {room};
  while (!open.empty()) {
    const auto found = doors.find(open.back());
    open.pop_back();
    if (found == doors.end()) continue;
    for (const Door& door : found->second)
      if (reached.insert(door.into).second) open.push_back(door.into);
  }
  return reached;
}

std::vector<Rooms> circles_of(const Doors& doors) {
  std::map<std::string, Rooms> reach;
  for (const auto& [room, out] : doors) reach[room] = behind(room, doors);
  std::vector<Rooms> circles;
  Rooms seen;
  for (const auto& [room, reached] : reach) {
    if (!reached.contains(room) || seen.contains(room)) continue;
    Rooms circle;
    for (const std::string& other : reached) {
      const auto back = reach.find(other);
      if (back != reach.end() && back->second.contains(room)) circle.insert(other);
    }
    seen.insert(circle.begin(), circle.end());
    circles.push_back(std::move(circle));
  }
  return circles;
}

bool is_within(const Rooms& circle, const std::vector<Circle>& allowed) {
  return std::any_of(allowed.begin(), allowed.end(), [&](const Circle& one) {
    const Rooms rooms(one.begin(), one.end());
    return std::includes(rooms.begin(), rooms.end(), circle.begin(), circle.end());
  });
}

std::string listed(const Rooms& rooms) {
  std::string text;
  for (const std::string& room : rooms) text += (text.empty() ? "" : ", ") + room;
  return text;
}

}  // namespace

Findings check_circles(const std::vector<Source>& sources, const std::vector<Circle>& allowed) {
  const Doors doors = doors_of(sources);
  const std::vector<Rooms> circles = circles_of(doors);
  Findings findings;
  for (const Rooms& circle : circles) {
    if (circle.size() <= kLargestCircle || is_within(circle, allowed)) continue;
    const std::string of = std::to_string(circle.size()) + " rooms include each other in a circle (" +
                           listed(circle) + "), of which this leads into ";
    for (const std::string& room : circle)
      for (const Door& door : doors.at(room))
        if (circle.contains(door.into)) findings.push_back({door.path, door.line, of + door.into});
  }
  for (const Circle& one : allowed) {
    const Rooms rooms(one.begin(), one.end());
    if (std::find(circles.begin(), circles.end(), rooms) == circles.end())
      findings.push_back(
          {"tests/tidy_test.cpp", 1, "no longer a circle, or a smaller one: " + listed(rooms)});
  }
  return findings;
}

}  // namespace headrace::tidy
