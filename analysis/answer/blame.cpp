#include "analysis/answer/blame.h"

#include <algorithm>
#include <string_view>

namespace headrace {

namespace {

// Splits "file_systems/scratch/ost/3/device" into its first three names.
struct PlaceNames {
  std::string_view first, second, third;

  explicit PlaceNames(std::string_view path) {
    for (std::string_view* name : {&first, &second, &third}) {
      const std::size_t slash = path.find('/');
      *name = path.substr(0, slash);
      path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
  }
};

std::string on_node(const std::string& group, std::string_view what) {
  if (what == "port") return group + ": ports";
  if (what == "memory") return group + ": memory";
  if (what == "pcie" || what == "copies") return group + ": links to the accelerators";
  return group + ": work of software on the cores";
}

std::string in_store(const std::string& name, std::string_view what, std::span<const MachinePart> parts) {
  // Places are of many, fields of each: "clients" against "client".
  const std::string_view one =
      what.ends_with('s') && what != "mds" && what != "oss" ? what.substr(0, what.size() - 1) : what;
  for (const std::string_view word : {what, one})
    for (const MachinePart& part : parts)
      if (!word.empty() && part.name == name + ": " + std::string(word)) return part.name;
  for (const MachinePart& part : parts)
    if (part.name == name) return name;
  return what.empty() ? name : name + ": " + std::string(what);
}

std::string in_job(const std::string& name, std::string_view what) {
  if (what == "preprocess") return name + ": preprocessing";
  if (what == "model") return name + ": gradients";
  if (what == "pcie" || what == "copies") return name + ": copies to the accelerators";
  return name + ": " + std::string(what);
}

std::string part_of(const CriticalPath::Row& row, std::span<const MachinePart> parts) {
  const PlaceNames place(row.place);
  const std::string second(place.second);
  if (place.first == "nodes") return on_node(second, row.what);
  if (place.first == "file_systems") return in_store(second, place.third, parts);
  if (place.first == "jobs") return in_job(second, row.what);
  if (place.first == "network") return "network";
  return "nobody's";
}

std::string kind_of(const CriticalPath::Row& row) { return row.what.empty() ? "nobody's" : row.what; }

void add(std::vector<Blame::Of>& all, const std::string& name, const CriticalPath::Row& row) {
  auto found = std::find_if(all.begin(), all.end(), [&](const Blame::Of& one) { return one.name == name; });
  if (found == all.end()) {
    all.push_back({name, Duration(), {}});
    found = all.end() - 1;
  }
  found->time += row.time;
  for (std::size_t i = 0; i < row.by_window.size(); ++i) found->by_window[i] += row.by_window[i];
}

}  // namespace

Blame blame_of(const CriticalPath& path, std::span<const MachinePart> parts) {
  Blame blame;
  blame.length = path.length;
  for (const CriticalPath::Row& row : path.rows) {
    add(blame.parts, part_of(row, parts), row);
    add(blame.kinds, kind_of(row), row);
  }
  const auto longer = [](const Blame::Of& a, const Blame::Of& b) { return a.time > b.time; };
  std::stable_sort(blame.parts.begin(), blame.parts.end(), longer);
  std::stable_sort(blame.kinds.begin(), blame.kinds.end(), longer);
  return blame;
}

Duration Blame::of(const std::string& part) const {
  for (const Of& one : parts)
    if (one.name == part) return one.time;
  return {};
}

const Blame::Of* Blame::first_of(std::size_t window) const {
  const auto less = [&](const Of& a, const Of& b) { return a.by_window[window] < b.by_window[window]; };
  const auto most = std::max_element(parts.begin(), parts.end(), less);
  return most == parts.end() ? nullptr : &*most;
}

}  // namespace headrace
