// Parts: how a result tells what it is made of, so that it can be kept and made again.
//
//   void SpanResult::visit(Parts& p) { p.part("number", number); p.part("start", start); … }
//
// A result names each of its members once. Who writes it into rows and who reads it back are visitors of that
// one list, as Fields are for specs; a member that is left out is lost by both, which a test finds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/check.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

class Parts {
 public:
  virtual ~Parts() = default;

  virtual void part(std::string_view name, std::int64_t& value) = 0;
  virtual void part(std::string_view name, double& value) = 0;
  virtual void part(std::string_view name, std::string& value) = 0;
  virtual void part(std::string_view name, Histogram& value) = 0;

  void part(std::string_view name, bool& value) {
    std::int64_t number = value ? 1 : 0;
    part(name, number);
    value = number != 0;
  }
  void part(std::string_view name, Time& value) {
    std::int64_t ns = value.ns();
    part(name, ns);
    value = Time::at(Duration::nanoseconds(ns));
  }
  void part(std::string_view name, Duration& value) {
    std::int64_t ns = value.ns();
    part(name, ns);
    value = Duration::nanoseconds(ns);
  }
  void part(std::string_view name, Bytes& value) {
    std::int64_t count = value.count();
    part(name, count);
    value = Bytes::count(count);
  }
  template <class Result>
    requires requires(Result& result, Parts& p) { result.visit(p); }
  void part(std::string_view name, Result& value) {
    enter(name);
    value.visit(*this);
    leave();
  }
  template <class Result>
  void part(std::string_view name, std::optional<Result>& value) {
    if (!has_value(name, value.has_value())) return value.reset();
    if (!value) value.emplace();
    part(name, *value);
  }
  template <class Result>
  void part(std::string_view name, std::vector<Result>& values) {
    enter(name);
    values.resize(size(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) part(std::to_string(i), values[i]);
    leave();
  }

  // Visits one word of a list; the value is its index.
  template <class Enum>
  void choice(std::string_view name, Enum& value, std::span<const std::string_view> words) {
    auto index = static_cast<std::size_t>(value);
    word(name, index, words);
    value = static_cast<Enum>(index);
  }
  // Visits a word that is kept as such, and is one of the list.
  void choice(std::string_view name, std::string& value, std::span<const std::string_view> words) {
    auto index = static_cast<std::size_t>(std::find(words.begin(), words.end(), value) - words.begin());
    HEADRACE_CHECK(index < words.size());
    word(name, index, words);
    value = words[index];
  }

 protected:
  virtual void word(std::string_view name, std::size_t& index, std::span<const std::string_view> words) = 0;
  virtual void enter(std::string_view name) = 0;
  virtual void leave() = 0;
  // Each is given what the visited result has, and returns what it shall have.
  virtual bool has_value(std::string_view name, bool there) = 0;
  virtual std::size_t size(std::size_t there) = 0;
};

}  // namespace headrace
