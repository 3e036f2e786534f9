// Fields: how a spec tells the outside world what it is made of.
//
// A spec names each of its fields once, in visit(Fields&), with its meaning and
// its bounds. The scenario reader, the writer of the resolved scenario, the
// reference printer and the JSON Schema are visitors of that one list, so they
// cannot disagree. Fields is an ordinary abstract class: a model needs neither
// YAML nor templates of its own to be configured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/distribution.h"
#include "sim/units.h"

namespace headrace {

struct Field {
  std::string_view name;
  std::string_view meaning;  // One sentence without a full stop.
  // Source of the default: "Lustre default [read]"; empty where it is no measurement.
  std::string_view source = {};
  bool required = false;
  bool zero_is_nothing = false;  // A whole number from -1 on that may be anything but 0.
};

constexpr Field not_zero(std::string_view name, std::string_view meaning) {
  return {name, meaning, {}, false, true};
}

constexpr Field required(std::string_view name, std::string_view meaning) {
  return {name, meaning, {}, true};
}

template <class T>
using Named = std::vector<std::pair<std::string, T>>;  // A map with the order of the file.

class Check;

class Fields {
 public:
  virtual ~Fields() = default;

  // Visits a spec and, for who checks, asks it whether its fields fit each other (models/check.h).
  template <class Spec>
  void visit(Spec& spec) {
    spec.visit(*this);
    if constexpr (requires(Check& check) { spec.check(check); })
      if (Check* const check = checks()) spec.check(*check);
  }

  // Bounds are inclusive.
  virtual void integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) = 0;
  virtual void number(const Field& field, double& value, double low, double high) = 0;
  virtual void flag(const Field& field, bool& value) = 0;
  virtual void text(const Field& field, std::string& value) = 0;
  virtual void texts(const Field& field, std::vector<std::string>& value) = 0;
  virtual void integers(const Field& field, std::vector<std::int64_t>& value) = 0;
  virtual void duration(const Field& field, Duration& value, Duration low, Duration high) = 0;
  virtual void bytes(const Field& field, Bytes& value, Bytes low, Bytes high) = 0;
  virtual void bandwidth(const Field& field, Bandwidth& value) = 0;  // Above zero.
  virtual void distribution(const Field& field, Distribution& value) = 0;

  // Fields that may have no value, which a text says by leaving them out.
  void integer(const Field& field, std::optional<std::int64_t>& value, std::int64_t low, std::int64_t high) {
    if (!has_value(field, value.has_value())) return;
    if (!value) value = low;
    integer(field, *value, low, high);
  }
  void number(const Field& field, std::optional<double>& value, double low, double high) {
    if (!has_value(field, value.has_value())) return;
    if (!value) value = low;
    number(field, *value, low, high);
  }
  void duration(const Field& field, std::optional<Duration>& value, Duration low, Duration high) {
    if (!has_value(field, value.has_value())) return;
    if (!value) value = low;
    duration(field, *value, low, high);
  }

  // The parameters of a table's member follow (models/registry.h). Who reads or writes values wants those of
  // the chosen one; who documents wants all of them, and is told where each ends.
  virtual bool wants_member(std::string_view name, bool chosen) {
    static_cast<void>(name);
    return chosen;
  }
  virtual void member_ends() {}

  // Visits a field that takes one word of a list; the value is its index.
  template <class Enum>
  void choice(const Field& field, Enum& value, std::span<const std::string_view> words) {
    auto index = static_cast<std::size_t>(value);
    word(field, index, words);
    value = static_cast<Enum>(index);
  }

  template <class Spec>
  void group(const Field& field, Spec& spec) {
    if (!enter(field)) return;
    visit(spec);
    leave();
  }
  // Present only when the text names it; a visitor that documents sees it always.
  template <class Spec>
  void group(const Field& field, std::optional<Spec>& spec) {
    if (!enter_optional(field, spec.has_value())) return;
    if (!spec) spec.emplace();
    visit(*spec);
    leave();
  }
  // Visits, in the same way, a group whose type only a table knows, and how to make it.
  template <class Spec>
  void group(const Field& field, std::unique_ptr<Spec>& spec, std::unique_ptr<Spec> (*make)()) {
    if (!enter_optional(field, spec != nullptr)) return;
    if (!spec) spec = make();
    spec->visit(*this);
    leave();
  }
  template <class Spec>
  void list(const Field& field, std::vector<Spec>& items) {
    const std::size_t size = enter_list(field, items.size());
    items.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      enter_item(i);
      visit(items[i]);
      leave();
    }
    leave();
  }
  // A map from names that the user chooses to specs.
  template <class Spec>
  void map(const Field& field, Named<Spec>& items) {
    std::vector<std::string> names;
    for (const auto& item : items) names.push_back(item.first);
    names = enter_map(field, std::move(names));
    items.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      items[i].first = names[i];
      enter_entry(names[i]);
      visit(items[i].second);
      leave();
    }
    leave();
  }

 protected:
  // Returns who checks in place of reading or writing; null for all others.
  virtual Check* checks() { return nullptr; }
  // Tells whether a field that may have no value is to be visited; a visitor that documents sees it always.
  virtual bool has_value(const Field& field, bool present) {
    static_cast<void>(field);
    return present;
  }
  virtual void word(const Field& field, std::size_t& index, std::span<const std::string_view> words) = 0;
  virtual bool enter(const Field& field) = 0;  // False: skip the group, do not leave.
  virtual bool enter_optional(const Field& field, bool present) = 0;
  virtual std::size_t enter_list(const Field& field, std::size_t size) = 0;  // Always left, also when empty.
  virtual void enter_item(std::size_t index) = 0;
  virtual std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) = 0;
  virtual void enter_entry(const std::string& name) = 0;
  virtual void leave() = 0;
};

}  // namespace headrace
