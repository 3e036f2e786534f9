// GivenFields: the parameters of a policy, set without a text.
//
//   auto arrivals = chosen<ArrivalProcess>("gamma", {{"rate", 100}, {"cv", 2}});
//
// Durations are given in seconds, words by their index, flags as 0 or 1, fields of a group as
// "group.field". A number that no field asks for ends the test, as a misspelt
// key would.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/registry.h"
#include "sim/check.h"

namespace headrace {

class GivenFields : public Fields {
 public:
  using Numbers = std::map<std::string, double, std::less<>>;

  explicit GivenFields(Numbers numbers) : numbers_(std::move(numbers)) {}
  bool all_taken() const { return numbers_.empty(); }

  void integer(const Field& field, std::int64_t& value, std::int64_t, std::int64_t) override {
    auto number = static_cast<double>(value);
    take(field, number);
    value = static_cast<std::int64_t>(number);
  }
  void number(const Field& field, double& value, double, double) override { take(field, value); }
  void flag(const Field& field, bool& value) override {
    double number = value ? 1 : 0;
    take(field, number);
    value = number != 0;
  }
  void text(const Field&, std::string&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void integers(const Field&, std::vector<std::int64_t>&) override {}
  void duration(const Field& field, Duration& value, Duration, Duration) override {
    const double before = value.in_seconds();
    double seconds = before;
    take(field, seconds);
    if (seconds != before) value = Duration::seconds(seconds);  // The longest of all is no number of seconds.
  }
  void bytes(const Field& field, Bytes& value, Bytes, Bytes) override {
    auto number = static_cast<double>(value.count());
    take(field, number);
    value = Bytes::count(static_cast<std::int64_t>(number));
  }
  void bandwidth(const Field& field, Bandwidth& value) override {
    double number = value.in_bytes_per_second();
    take(field, number);
    value = Bandwidth::bytes_per_second(number);
  }
  void distribution(const Field&, Distribution&) override {}

 protected:
  bool has_value(const Field& field, bool present) override {
    return present || numbers_.contains(path_of(field));
  }
  void word(const Field& field, std::size_t& index, std::span<const std::string_view>) override {
    auto number = static_cast<double>(index);
    take(field, number);
    index = static_cast<std::size_t>(number);
  }
  bool enter(const Field& field) override {
    groups_.push_back(path_of(field) + ".");
    return true;
  }
  bool enter_optional(const Field& field, bool) override {
    const std::string group = path_of(field) + ".";
    const auto first = numbers_.lower_bound(group);
    return first != numbers_.end() && first->first.starts_with(group) && enter(field);
  }
  std::size_t enter_list(const Field& field, std::size_t size) override {
    enter(field);
    return size;
  }
  void enter_item(std::size_t) override { groups_.push_back(groups_.back()); }
  std::vector<std::string> enter_map(const Field& field, std::vector<std::string> names) override {
    enter(field);
    return names;
  }
  void enter_entry(const std::string&) override { groups_.push_back(groups_.back()); }
  void leave() override { groups_.pop_back(); }

 private:
  std::string path_of(const Field& field) const {
    return (groups_.empty() ? std::string() : groups_.back()) + std::string(field.name);
  }
  void take(const Field& field, double& value) {
    const auto found = numbers_.find(path_of(field));
    if (found == numbers_.end()) return;
    value = found->second;
    numbers_.erase(found);
  }

  Numbers numbers_;
  std::vector<std::string> groups_;  // That are entered: "capture.".
};

template <class Policy>
Chosen<Policy> chosen(std::string_view name, GivenFields::Numbers numbers = {}) {
  Chosen<Policy> made(name);
  GivenFields given(std::move(numbers));
  made.visit(given);
  HEADRACE_CHECK(given.all_taken());
  return made;
}

}  // namespace headrace
