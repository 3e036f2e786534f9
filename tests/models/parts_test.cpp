#include "models/parts.h"

#include <gtest/gtest.h>

#include <map>

namespace headrace {
namespace {

// Keeps whole numbers by their paths, and gives them back to who has none.
class Kept final : public Parts {
 public:
  bool reading = false;
  std::map<std::string, std::int64_t> numbers;

  void part(std::string_view name, std::int64_t& value) override { take(std::string(name), value); }
  void part(std::string_view /*name*/, double& /*value*/) override {}
  void part(std::string_view /*name*/, std::string& /*value*/) override {}
  void part(std::string_view /*name*/, Histogram& /*value*/) override {}

 private:
  void take(const std::string& name, std::int64_t& value) {
    if (reading)
      value = numbers.at(path_ + name);
    else
      numbers[path_ + name] = value;
  }
  void word(std::string_view name, std::size_t& index, std::span<const std::string_view> /*words*/) override {
    auto value = static_cast<std::int64_t>(index);
    take(std::string(name), value);
    index = static_cast<std::size_t>(value);
  }
  void enter(std::string_view name) override { path_ += std::string(name) + "/"; }
  void leave() override { path_.erase(path_.rfind('/', path_.size() - 2) + 1); }
  bool has_value(std::string_view name, bool there) override {
    std::int64_t flag = there ? 1 : 0;
    take(std::string(name) + "?", flag);
    return flag != 0;
  }
  std::size_t size(std::size_t there) override {
    auto count = static_cast<std::int64_t>(there);
    take("size", count);
    return static_cast<std::size_t>(count);
  }

  std::string path_;
};

enum class Colour { red, green };
constexpr std::string_view kColours[] = {"red", "green"};

struct Inner {
  Duration span;
  bool flag = false;
  void visit(Parts& p) {
    p.part("span", span);
    p.part("flag", flag);
  }
};

struct Outer {
  Time at;
  Bytes bytes;
  Colour colour = Colour::red;
  std::vector<Inner> list;
  std::optional<Inner> some, none;
  void visit(Parts& p) {
    p.part("at", at);
    p.part("bytes", bytes);
    p.choice("colour", colour, kColours);
    p.part("list", list);
    p.part("some", some);
    p.part("none", none);
  }
};

TEST(Parts, OneListWritesAndReads) {
  Outer outer{Time::at(5_ms), 7_B, Colour::green, {{1_ns, true}, {2_ns, false}}, Inner{3_ns, true}, {}};
  Kept kept;
  outer.visit(kept);
  EXPECT_EQ(kept.numbers, (std::map<std::string, std::int64_t>{{"at", 5'000'000},
                                                               {"bytes", 7},
                                                               {"colour", 1},
                                                               {"list/size", 2},
                                                               {"list/0/span", 1},
                                                               {"list/0/flag", 1},
                                                               {"list/1/span", 2},
                                                               {"list/1/flag", 0},
                                                               {"some?", 1},
                                                               {"some/span", 3},
                                                               {"some/flag", 1},
                                                               {"none?", 0}}));
  Outer back;
  back.none.emplace();  // What was not there is not there again.
  kept.reading = true;
  back.visit(kept);
  EXPECT_EQ(back.at, outer.at);
  EXPECT_EQ(back.bytes, outer.bytes);
  EXPECT_EQ(back.colour, outer.colour);
  ASSERT_EQ(back.list.size(), 2U);
  EXPECT_EQ(back.list[1].span, 2_ns);
  EXPECT_TRUE(back.list[0].flag);
  ASSERT_TRUE(back.some);
  EXPECT_EQ(back.some->span, 3_ns);
  EXPECT_FALSE(back.none);
}

}  // namespace
}  // namespace headrace
