// FieldWalk: Fields that goes through what a spec has and knows the path of each field; it does nothing else.
//
//   class Rates final : public FieldWalk {
//     void bandwidth(const Field& field, Bandwidth& value) override { …path_of(field.name)… }
//   };
//
// Who looks at some kinds of fields overrides those. Optional groups that are absent are left out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fields.h"

namespace headrace {

class FieldWalk : public Fields {
 public:
  // `path` is that of the spec which is visited; empty: the root.
  explicit FieldWalk(std::string path = {}) : paths_{std::move(path)} {}

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
  std::string path_of(std::string_view name) const {
    return paths_.back().empty() ? std::string(name) : paths_.back() + "." + std::string(name);
  }

  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field& field) override {
    paths_.push_back(path_of(field.name));
    return true;
  }
  bool enter_optional(const Field& field, bool present) override { return present && enter(field); }
  std::size_t enter_list(const Field& field, std::size_t size) override {
    enter(field);
    return size;
  }
  void enter_item(std::size_t index) override {
    paths_.push_back(paths_.back() + "[" + std::to_string(index) + "]");
  }
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override {
    enter(field);
    return names;
  }
  void enter_entry(const std::string& name) override { paths_.push_back(path_of(name)); }
  void leave() override { paths_.pop_back(); }

 private:
  std::vector<std::string> paths_;
};

}  // namespace headrace
