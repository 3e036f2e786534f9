// RecordingCheck: a Check that remembers what it was told, of a text that says every field but those left
// out.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/check.h"
#include "models/cluster_spec.h"
#include "models/storage/stores.h"

namespace headrace {

class RecordingCheck final : public Check {
 public:
  explicit RecordingCheck(Named<StoreFacts> stores = {}, std::vector<std::string> left_out = {})
      : stores_(std::move(stores)), left_out_(std::move(left_out)) {}

  void error(const Finding& finding) override { add(finding); }
  void warn(const Finding& finding) override { add(finding); }
  bool says(std::string_view field) const override {
    return std::find(left_out_.begin(), left_out_.end(), field) == left_out_.end();
  }
  bool is_refused() const override { return refused; }
  std::string_view name() const override { return "own"; }
  std::string path() const override { return "parts.own"; }
  const ClusterSpec& machine() const override { return own_machine; }
  bool is_refused_at(std::string_view) const override { return refused; }
  std::string_view why_not_alone() const override { return "no other job runs beside it"; }
  std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) const override {
    return headrace::kinds_of_stores(holds);
  }
  const Named<StoreFacts>& stores() const override { return stores_; }
  const NodeSpec* nodes(std::string_view group) const override {
    for (const auto& [name, nodes] : own_machine.nodes)
      if (name == group) return &nodes;
    return nullptr;
  }

  bool refused = false;
  ClusterSpec own_machine;  // With nothing unless a test gives it something.
  std::string codes;        // "E0380 below, E0381 above": with the field of each.
  std::vector<Finding> findings;

 private:
  void add(const Finding& finding) {
    codes += (codes.empty() ? "" : ", ") + std::string(finding.code) + " " + std::string(finding.field);
    findings.push_back(finding);
  }

  Named<StoreFacts> stores_;
  std::vector<std::string> left_out_;
};

// Returns the codes and fields of what a spec finds wrong with itself.
template <class Spec>
std::string found_by(const Spec& spec, Named<StoreFacts> stores = {},
                     std::vector<std::string> left_out = {}) {
  RecordingCheck check(std::move(stores), std::move(left_out));
  spec.check(check);
  return check.codes;
}

}  // namespace headrace
