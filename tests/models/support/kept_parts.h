// KeptParts: the parts of a result by their paths, filled with values of their own, kept and given back.
//
//   const auto filled = filled_parts<SpanResult>();     // each part has a value that no other has
//   const auto again = copy_by_parts(filled);           // written by one visit, read by another
//   EXPECT_EQ(parts_of(again), parts_of(filled));
//
// A path that comes twice, or that is read and was never written, ends the test.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "models/parts.h"
#include "sim/check.h"

namespace headrace {

class KeptParts final : public Parts {
 public:
  using Value = std::variant<std::int64_t, double, std::string, Histogram>;
  enum class Mode : std::uint8_t { write, fill, read };

  explicit KeptParts(Mode mode, std::map<std::string, Value> values = {})
      : mode_(mode), values_(std::move(values)) {}

  const std::map<std::string, Value>& values() const { return values_; }
  // Returns how many parts the visited result has itself, each with what is in it counted as one.
  std::int64_t at_top() const { return at_top_; }

  void part(std::string_view name, std::int64_t& value) override {
    count();
    if (mode_ == Mode::fill) value = 1'000 + next();
    keep(name, value);
  }
  void part(std::string_view name, double& value) override {
    count();
    if (mode_ == Mode::fill) value = 0.5 + static_cast<double>(next());
    keep(name, value);
  }
  void part(std::string_view name, std::string& value) override {
    count();
    if (mode_ == Mode::fill) value = "text " + std::to_string(next());
    keep(name, value);
  }
  void part(std::string_view name, Histogram& value) override {
    count();
    if (mode_ == Mode::fill) value.record(7'000'000 + next());
    keep(name, value);
  }
  using Parts::part;

 private:
  std::int64_t next() { return ++filled_; }
  void count() { at_top_ += path_.empty() ? 1 : 0; }
  template <class Kept>
  void keep(std::string_view name, Kept& value) {
    const std::string path = path_ + std::string(name);
    if (mode_ == Mode::read) {
      const auto found = values_.find(path);
      HEADRACE_CHECK(found != values_.end());
      value = std::get<Kept>(found->second);
      values_.erase(found);
    } else {
      HEADRACE_CHECK(values_.emplace(path, value).second);
    }
  }
  // Fills a word with the last of its list; what may be absent is filled, too.
  void word(std::string_view name, std::size_t& index, std::span<const std::string_view> words) override {
    count();
    if (mode_ == Mode::fill) index = words.size() - 1;
    auto number = static_cast<std::int64_t>(index);
    keep(name, number);
    index = static_cast<std::size_t>(number);
    HEADRACE_CHECK(index < words.size());
  }
  void enter(std::string_view name) override {
    count();
    path_ += std::string(name) + "/";
  }
  void leave() override { path_.erase(path_.size() < 2 ? 0 : path_.rfind('/', path_.size() - 2) + 1); }
  bool has_value(std::string_view name, bool there) override {
    std::int64_t flag = there || mode_ == Mode::fill ? 1 : 0;
    keep(std::string(name) + "?", flag);
    return flag != 0;
  }
  std::size_t size(std::size_t there) override {
    auto number = static_cast<std::int64_t>(mode_ == Mode::fill ? 2 : there);
    keep("size", number);
    return static_cast<std::size_t>(number);
  }

  Mode mode_;
  std::map<std::string, Value> values_;
  std::string path_;  // Of what is entered: "epochs/0/".
  std::int64_t filled_ = 0;
  std::int64_t at_top_ = 0;
};

// Makes a text of every part, by its path.
template <class Result>
std::map<std::string, std::string> texts_of(Result& result) {
  KeptParts kept(KeptParts::Mode::write);
  result.visit(kept);
  std::map<std::string, std::string> texts;
  for (const auto& [path, value] : kept.values()) {
    std::string& text = texts[path];
    if (const auto* whole = std::get_if<std::int64_t>(&value)) text = std::to_string(*whole);
    if (const auto* words = std::get_if<std::string>(&value)) text = "'" + *words + "'";
    if (const auto* number = std::get_if<double>(&value)) text = std::to_string(*number);
    if (const auto* records = std::get_if<Histogram>(&value))
      text = std::to_string(records->count()) + " of " + std::to_string(records->max());
  }
  return texts;
}

template <class Result>
std::map<std::string, std::string> parts_of(Result result) {
  return texts_of(result);
}

template <class Result>
Result filled_parts(Result result = Result()) {
  KeptParts filler(KeptParts::Mode::fill);
  result.visit(filler);
  return result;
}

template <class Result>
Result copy_by_parts(Result original, Result copy = Result()) {
  KeptParts writer(KeptParts::Mode::write);
  original.visit(writer);
  KeptParts reader(KeptParts::Mode::read, writer.values());
  copy.visit(reader);
  HEADRACE_CHECK(reader.values().empty());
  return copy;
}

}  // namespace headrace
