// FieldChecker: walks specs that were read and asks each whether its fields fit each other.
//
//   FieldChecker checker(places, problems, platform, reason_without_alone(scenario));
//   checker.group(Field{"platform", ""}, platform);
#pragma once

#include <string>
#include <vector>

#include "models/check.h"
#include "models/cluster_spec.h"
#include "models/field_visitor.h"
#include "scenarios/loader/text/places.h"

namespace headrace {

class FieldChecker final : public FieldVisitor, private Check {
 public:
  FieldChecker(const Places& places, Problems& problems, const ClusterSpec& machine,
               std::string why_not_alone);

 private:
  Check* checks() override { return this; }
  void error(const Finding& finding) override;
  void warn(const Finding& finding) override;
  bool says(std::string_view field) const override { return places_.contains(path_of(field)); }
  bool is_refused() const override { return headrace::is_refused(path_of(""), problems_); }
  std::string_view name() const override { return entry(); }
  std::string path() const override { return path_of(""); }
  const ClusterSpec& machine() const override { return machine_; }
  bool is_refused_at(std::string_view path) const override { return headrace::is_refused(path, problems_); }
  const Named<StoreFacts>& stores() const override { return stores_; }
  const NodeSpec* nodes(std::string_view group) const override;
  std::string_view why_not_alone() const override { return why_not_alone_; }
  std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) const override;

  const Mark* find_place(const std::string& path) const;
  const Mark* place_of(const Finding& finding) const;
  void tell(Problem& problem, const Finding& finding) const;

  const Places& places_;
  Problems& problems_;
  const ClusterSpec& machine_;
  std::string why_not_alone_;
  Named<StoreFacts> stores_;
};

}  // namespace headrace
