// GivenFields: the parameters of a policy, set without a text.
//
//   auto arrivals = chosen<ArrivalProcess>("gamma", {{"rate", 100}, {"cv", 2}});
//
// A number that no field asks for ends the test, as a misspelt key would.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "models/registry.h"
#include "sim/check.h"

namespace headrace {

class GivenFields final : public Fields {
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
  void flag(const Field&, bool&) override {}
  void text(const Field&, std::string&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void integers(const Field&, std::vector<std::int64_t>&) override {}
  void duration(const Field&, Duration&, Duration, Duration) override {}
  void bytes(const Field&, Bytes&, Bytes, Bytes) override {}
  void bandwidth(const Field&, Bandwidth&) override {}
  void distribution(const Field&, Distribution&) override {}

 protected:
  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field&) override { return false; }
  bool enter_optional(const Field&, bool) override { return false; }
  std::size_t enter_list(const Field&, std::size_t size) override { return size; }
  void enter_item(std::size_t) override {}
  std::vector<std::string> enter_map(const Field&, std::vector<std::string> names) override { return names; }
  void enter_entry(const std::string&) override {}
  void leave() override {}

 private:
  void take(const Field& field, double& value) {
    const auto found = numbers_.find(field.name);
    if (found == numbers_.end()) return;
    value = found->second;
    numbers_.erase(found);
  }

  Numbers numbers_;
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
