// FieldWalk: every field that a spec can hold, read and written by its path.
//
//   FieldWalk walk;
//   walk.read(spec);                                  // walk.fields()[0].path: "node.cores", .value: "32"
//   walk.write(spec, "node.cores", true);             // the greatest number that may stand there
//
// Groups that may be absent are there, and so is what may have no value; lists and maps hold one item, "x".
// The parameters of a table's members are no fields of who chooses one: a member is walked by itself.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fields.h"
#include "sim/check.h"
#include "sim/units_text.h"

namespace headrace {

class FieldWalk final : public Fields {
 public:
  struct Found {
    std::string path, value, kind;
    std::string low, high;  // Where it has bounds.
    bool required = false;
    bool not_zero = false;
    bool optional = false;  // Has no value by default.
    bool within = true;     // Of its bounds, which are no greater the first than the second.
    std::string_view meaning;

    bool has_bounds() const { return !low.empty(); }
  };

  // Lists the fields of a spec with their values.
  template <class Spec>
  void read(Spec& spec) {
    found_.clear();
    target_.clear();
    spec.visit(*this);
    HEADRACE_CHECK(path_.empty());
  }
  // Gives one field another value: the highest that it may have, or the lowest.
  template <class Spec>
  void write(Spec& spec, std::string path, bool high) {
    found_.clear();
    target_ = std::move(path);
    high_ = high;
    spec.visit(*this);
  }
  const std::vector<Found>& fields() const { return found_; }

  void integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) override {
    if (is_target(field)) value = high_ ? high : low;
    add(field, "integer", std::to_string(value), value >= low && value <= high && low < high);
    bounds(std::to_string(low), std::to_string(high));
  }
  void number(const Field& field, double& value, double low, double high) override {
    if (is_target(field)) value = high_ ? high : low;
    add(field, "number", number_text(value), value >= low && value <= high && low < high);
    bounds(number_text(low), number_text(high));
  }
  void flag(const Field& field, bool& value) override {
    if (is_target(field)) value = high_;
    add(field, "flag", value ? "true" : "false");
  }
  void text(const Field& field, std::string& value) override {
    if (is_target(field)) value = high_ ? "high" : "low";
    add(field, "text", value);
  }
  void texts(const Field& field, std::vector<std::string>& value) override {
    if (is_target(field)) value = {high_ ? "high" : "low"};
    std::string all;
    for (const std::string& one : value) all += one + ",";
    add(field, "texts", all);
  }
  void integers(const Field& field, std::vector<std::int64_t>& value) override {
    if (is_target(field)) value = {high_ ? 7 : 3};
    std::string all;
    for (const std::int64_t one : value) all += std::to_string(one) + ",";
    add(field, "integers", all);
  }
  void duration(const Field& field, Duration& value, Duration low, Duration high) override {
    if (is_target(field)) value = high_ ? high : low;
    add(field, "duration", words(value), value >= low && value <= high && low < high);
    bounds(words(low), words(high));
  }
  void bytes(const Field& field, Bytes& value, Bytes low, Bytes high) override {
    if (is_target(field)) value = high_ ? high : low;
    add(field, "bytes", text_of(value), value >= low && value <= high && low < high);
    bounds(text_of(low), text_of(high));
  }
  void bandwidth(const Field& field, Bandwidth& value) override {
    if (is_target(field)) value = Bandwidth::bytes_per_second(high_ ? 3e12 : 7e3);
    add(field, "bandwidth", text_of(value), value > Bandwidth());
  }
  void distribution(const Field& field, Distribution& value) override {
    if (is_target(field)) value = Distribution(Law::gamma, high_ ? 7_s : 3_s, 1_s);
    std::string text = words(value.mean());
    if (value.law() != Law::constant)
      text = "law " + std::to_string(static_cast<int>(value.law())) + " of " + text + ", " +
             words(value.spread());
    add(field, "distribution", text, value.mean() >= Duration());
  }
  bool wants_member(std::string_view, bool) override { return false; }

 protected:
  bool has_value(const Field&, bool present) override {
    lacks_value_ = !present;
    return true;
  }
  void word(const Field& field, std::size_t& index, std::span<const std::string_view> names) override {
    if (is_target(field)) index = high_ ? names.size() - 1 : 0;
    add(field, "word", index < names.size() ? std::string(names[index]) : "none", index < names.size());
  }
  bool enter(const Field& field) override {
    path_.push_back(path_of(field));
    return true;
  }
  bool enter_optional(const Field& field, bool) override { return enter(field); }
  std::size_t enter_list(const Field& field, std::size_t) override {
    enter(field);
    return 1;
  }
  void enter_item(std::size_t) override { path_.push_back(path_.back() + "[]"); }
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string>) override {
    enter(field);
    return {"x"};
  }
  void enter_entry(const std::string& name) override { path_.push_back(path_.back() + "." + name); }
  void leave() override { path_.pop_back(); }

 private:
  // Makes a text; the longest of all stands for "to the end", and is no number of seconds.
  static std::string words(Duration span) { return span == Duration::max() ? "end" : text_of(span); }
  std::string path_of(const Field& field) const {
    return (path_.empty() ? std::string() : path_.back() + ".") + std::string(field.name);
  }
  bool is_target(const Field& field) const { return path_of(field) == target_; }
  void add(const Field& field, std::string kind, std::string value, bool within = true) {
    Found& found = found_.emplace_back();
    found.path = path_of(field);
    found.kind = std::move(kind);
    found.value = std::move(value);
    found.within = within;
    found.required = field.required;
    found.not_zero = field.zero_is_nothing;
    found.optional = std::exchange(lacks_value_, false);
    found.meaning = field.meaning;
  }
  void bounds(std::string low, std::string high) {
    found_.back().low = std::move(low);
    found_.back().high = std::move(high);
  }

  std::vector<Found> found_;
  std::vector<std::string> path_;  // Of what is entered: "platform.nodes".
  std::string target_;             // The field that is written; empty: none.
  bool high_ = false;
  bool lacks_value_ = false;
};

}  // namespace headrace
