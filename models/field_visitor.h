// FieldVisitor: Fields that goes through what a spec has and knows the path of each field.
//
//   class Rates final : public FieldVisitor {
//     void bandwidth(const Field& field, Bandwidth& value) override { …path_of(field.name)… }
//   };
//
// A visitor overrides the kinds of fields that it looks at. Optional groups that are absent are left out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fields.h"

namespace headrace {

class FieldVisitor : public Fields {
 public:
  // `path` is that of the spec which is visited; empty: the root.
  explicit FieldVisitor(std::string path = {}) : levels_{{std::move(path), {}}} {}

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

 protected:
  // Returns the path of a field of the spec that is visited; of the spec itself where `name` is empty.
  std::string path_of(std::string_view name) const {
    const std::string& path = levels_.back().path;
    return path + (path.empty() || name.empty() ? "" : ".") + std::string(name);
  }
  // Returns the name of the innermost entry of a map that holds the spec; empty outside of all.
  const std::string& entry() const { return levels_.back().entry; }

  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field& field) override {
    levels_.push_back({path_of(field.name), entry()});
    return true;
  }
  bool enter_optional(const Field& field, bool present) override { return present && enter(field); }
  std::size_t enter_list(const Field& field, std::size_t size) override {
    enter(field);
    return size;
  }
  void enter_item(std::size_t index) override {
    levels_.push_back({path_of({}) + "[" + std::to_string(index) + "]", entry()});
  }
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override {
    enter(field);
    return names;
  }
  void enter_entry(const std::string& name) override { levels_.push_back({path_of(name), name}); }
  void leave() override { levels_.pop_back(); }

 private:
  struct Level {
    std::string path, entry;
  };

  std::vector<Level> levels_;
};

}  // namespace headrace
