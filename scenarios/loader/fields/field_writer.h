// FieldWriter: Fields that writes specs as the YAML that FieldReader reads back
// as the same specs: every field, units in full, empty texts and lists left out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/fields.h"

namespace headrace {

class FieldWriter final : public Fields {
 public:
  // Tells, with origins, the place of each field in a comment; a field without one is a default.
  explicit FieldWriter(const std::map<std::string, std::string>* origins = nullptr) : origins_(origins) {}
  std::string take_text() { return std::move(text_); }

  void integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) override;
  void number(const Field& field, double& value, double low, double high) override;
  void flag(const Field& field, bool& value) override;
  void text(const Field& field, std::string& value) override;
  void texts(const Field& field, std::vector<std::string>& value) override;
  void integers(const Field& field, std::vector<std::int64_t>& value) override;
  void duration(const Field& field, Duration& value, Duration low, Duration high) override;
  void bytes(const Field& field, Bytes& value, Bytes low, Bytes high) override;
  void bandwidth(const Field& field, Bandwidth& value) override;
  void distribution(const Field& field, Distribution& value) override;

 protected:
  void word(const Field& field, std::size_t& index, std::span<const std::string_view> words) override;
  bool enter(const Field& field) override;
  bool enter_optional(const Field& field, bool present) override;
  std::size_t enter_list(const Field& field, std::size_t size) override;
  void enter_item(std::size_t index) override;
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override;
  void enter_entry(const std::string& name) override;
  void leave() override;

 private:
  void line(std::string_view name, const std::string& value);
  void open(const std::string& head, std::string path);
  std::string comment(const std::string& path) const;
  std::string path_of(std::string_view name) const;

  const std::map<std::string, std::string>* origins_;
  // Head: where the line of the group that was opened last leaves room for a value, and ends.
  struct Head {
    std::size_t value_at = 0, end = 0, depth = 0;
  };

  std::string text_;
  std::vector<std::string> paths_;
  Head head_;
  bool item_begins_ = false;  // The next line is the first of a list's item.
};

// A text as a YAML scalar, in quotes where it needs them.
std::string yaml_text(std::string_view text);

// A distribution as a scenario writes it: "80 us", "{law: exponential, mean: 80 us}".
std::string text_of(const Distribution& value);

}  // namespace headrace
