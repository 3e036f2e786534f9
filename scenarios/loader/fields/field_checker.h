// FieldChecker: walks specs that were read and asks each whether its fields fit each other.
//
//   FieldChecker checker(places, problems, platform, reason_without_alone(scenario));
//   checker.group(Field{"platform", ""}, platform);
#pragma once

#include <string>
#include <vector>

#include "models/check.h"
#include "models/cluster_spec.h"
#include "models/fields.h"
#include "scenarios/loader/text/places.h"

namespace headrace {

class FieldChecker final : public Fields, private Check {
 public:
  FieldChecker(const Places& places, Problems& problems, const ClusterSpec& machine,
               std::string why_not_alone);

  void integer(const Field&, std::int64_t&, std::int64_t, std::int64_t) override {}
  void number(const Field&, double&, double, double) override {}
  void flag(const Field&, bool&) override {}
  void text(const Field&, std::string&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void integers(const Field&, std::vector<std::int64_t>&) override {}
  void duration(const Field&, Duration&, Duration, Duration) override {}
  void bytes(const Field&, Bytes&, Bytes, Bytes) override {}
  void bandwidth(const Field&, Bandwidth&) override {}
  void distribution(const Field&, Distribution&) override {}

 private:
  struct Level {
    std::string path;
    std::string name;  // Of the entry of a map that holds it; empty outside of all.
  };

  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field& field) override;
  bool enter_optional(const Field& field, bool present) override;
  std::size_t enter_list(const Field& field, std::size_t size) override;
  void enter_item(std::size_t index) override;
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override;
  void enter_entry(const std::string& name) override;
  void leave() override { levels_.pop_back(); }

  Check* checks() override { return this; }
  void error(const Finding& finding) override;
  void warn(const Finding& finding) override;
  bool says(std::string_view field) const override { return places_.contains(path_of(field)); }
  bool is_refused() const override { return headrace::is_refused(path_of(""), problems_); }
  std::string_view name() const override {
    return levels_.empty() ? "" : std::string_view(levels_.back().name);
  }
  std::string path() const override { return path_of(""); }
  const ClusterSpec& machine() const override { return machine_; }
  bool is_refused_at(std::string_view path) const override { return headrace::is_refused(path, problems_); }
  const Named<StoreFacts>& stores() const override { return stores_; }
  const NodeSpec* nodes(std::string_view group) const override;
  std::string_view why_not_alone() const override { return why_not_alone_; }
  std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) const override;

  std::string path_of(std::string_view field) const;
  const Mark* find_place(const std::string& path) const;
  const Mark* place_of(const Finding& finding) const;
  void tell(Problem& problem, const Finding& finding) const;

  const Places& places_;
  Problems& problems_;
  const ClusterSpec& machine_;
  std::string why_not_alone_;
  Named<StoreFacts> stores_;
  std::vector<Level> levels_;
};

}  // namespace headrace
