#include "scenarios/loader/fields/field_checker.h"

#include <utility>

#include "models/storage/stores.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

FieldChecker::FieldChecker(const Places& places, Problems& problems, const ClusterSpec& machine,
                           std::string why_not_alone)
    : places_(places), problems_(problems), machine_(machine), why_not_alone_(std::move(why_not_alone)) {
  for (const auto& [name, system] : machine.file_systems) stores_.emplace_back(name, system.facts());
}

const NodeSpec* FieldChecker::nodes(std::string_view group) const {
  for (const auto& [name, nodes] : machine_.nodes)
    if (name == group) return &nodes;
  return nullptr;
}

std::string FieldChecker::kinds_of_stores(bool (*holds)(const StoreFacts&)) const {
  return headrace::kinds_of_stores(holds);
}

// Finds where a path stands. A DLIO file stands for the workload that came from it.
const Mark* FieldChecker::find_place(const std::string& path) const {
  constexpr std::string_view kWorkload = ".workload";
  auto place = places_.find(path);
  if (place == places_.end() && path.ends_with(kWorkload))
    place = places_.find(path.substr(0, path.size() - kWorkload.size()) + ".dlio");
  return place == places_.end() ? nullptr : &place->second;
}

const Mark* FieldChecker::place_of(const Finding& finding) const {
  std::string path = path_of(finding.shown_at.empty() ? finding.field : finding.shown_at);
  const Mark* place = find_place(path);
  while (place == nullptr && finding.or_at_spec && path.find('.') != std::string::npos) {
    path.resize(path.rfind('.'));
    place = find_place(path);
  }
  return place;
}

void FieldChecker::error(const Finding& finding) {
  if (const Mark* const place = place_of(finding))
    tell(problems_.add(*place, std::string(finding.code), finding.sentence), finding);
}

void FieldChecker::warn(const Finding& finding) {
  if (const Mark* const place = place_of(finding))
    tell(problems_.warn(*place, std::string(finding.code), finding.sentence), finding);
}

void FieldChecker::tell(Problem& problem, const Finding& finding) const {
  problem.at(path_of(finding.is_of_all ? "" : finding.field)).with_help(finding.help);
  if (!finding.sought.empty()) problem.hint(did_you_mean(nearest_word(finding.sought, finding.names)));
  if (!finding.meant.empty()) problem.hint(did_you_mean(finding.meant));
}

}  // namespace headrace
