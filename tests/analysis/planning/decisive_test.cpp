#include "analysis/planning/decisive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace headrace {
namespace {

using MadeSet = std::set<std::size_t>;

// Effects by a formula of the changes that are made.
class MadeChanges final : public ChangeEffects {
 public:
  explicit MadeChanges(std::function<double(const MadeSet&)> effect) : effect_(std::move(effect)) {}

  std::optional<std::vector<double>> effects(std::span<const ChangeSet> sets) override {
    if (asked_ + sets.size() > most_) return std::nullopt;
    std::vector<double> found;
    for (const ChangeSet& set : sets) found.push_back(effect_(MadeSet(set.begin(), set.end())));
    asked_ += sets.size();
    ++rounds_;
    return found;
  }
  double whole(std::size_t count) const {
    MadeSet all;
    for (std::size_t i = 0; i < count; ++i) all.insert(i);
    return effect_(all);
  }
  void stop_after(std::size_t sets) { most_ = sets; }
  std::size_t asked() const { return asked_; }
  std::size_t rounds() const { return rounds_; }

 private:
  std::function<double(const MadeSet&)> effect_;
  std::size_t asked_ = 0, rounds_ = 0, most_ = std::numeric_limits<std::size_t>::max();
};

DecisiveChanges found_of(MadeChanges& effects, std::size_t count) {
  return find_decisive(count, effects.whole(count), effects);
}

// Each of 61 changes does a hundredth, two of them together 15: whichever two.
TEST(Decisive, FindsTwoThatDoItTogether) {
  for (const std::size_t one : {0u, 17u, 44u})
    for (const std::size_t other : {1u, 30u, 60u}) {
      MadeChanges effects([&](const MadeSet& made) {
        return -0.01 * static_cast<double>(made.size()) -
               (made.contains(one) && made.contains(other) ? 15.0 : 0.0);
      });
      const DecisiveChanges found = found_of(effects, 61);
      EXPECT_EQ(found.changes,
                (ChangeSet{std::min<std::size_t>(one, other), std::max<std::size_t>(one, other)}));
      EXPECT_NEAR(found.effect, -15.02, 1e-12);
      EXPECT_FALSE(found.stopped);
      // Three rounds of three for each of 61, of which 4^3 is more, and one for the changes alone.
      EXPECT_LE(effects.rounds(), 8u);
    }
}

TEST(Decisive, FindsOneThatDoesItAlone) {
  for (std::size_t change = 0; change < 9; ++change) {
    MadeChanges effects([&](const MadeSet& made) { return made.contains(change) ? 3.0 : 0.0; });
    EXPECT_EQ(found_of(effects, 9).changes, ChangeSet{change});
  }
  MadeChanges only([](const MadeSet& made) { return made.empty() ? 0.0 : 1.0; });
  EXPECT_EQ(found_of(only, 1).changes, ChangeSet{0});
}

// Where one takes back what another does, all before the first are looked at, and no more are named than do
// it: half of the whole is asked for.
TEST(Decisive, StopsAtMoreThanHalf) {
  MadeChanges effects([](const MadeSet& made) {
    return (made.contains(2) ? 4.0 : 0) + (made.contains(5) ? 3.0 : 0) + (made.contains(8) ? 2.0 : 0);
  });
  const DecisiveChanges found = found_of(effects, 12);
  EXPECT_EQ(found.changes, (ChangeSet{2, 5}));
  EXPECT_EQ(found.effect, 7);
}

// Ten changes of the same effect: five would be needed, which are not few.
TEST(Decisive, SaysThatNoFewDoIt) {
  MadeChanges effects([](const MadeSet& made) { return static_cast<double>(made.size()); });
  const DecisiveChanges found = found_of(effects, 10);
  EXPECT_TRUE(found.changes.empty());
  EXPECT_FALSE(found.stopped);
  MadeChanges none([](const MadeSet&) { return 1.0; });
  EXPECT_TRUE(find_decisive(0, 1, none).changes.empty());
}

// A set without the figure does nothing: where only all of them have it, none is lost with a single change.
TEST(Decisive, FindsNothingWithoutFigures) {
  MadeChanges effects(
      [](const MadeSet& made) { return made.size() < 8 ? std::numeric_limits<double>::quiet_NaN() : 2.0; });
  EXPECT_TRUE(found_of(effects, 8).changes.empty());
}

TEST(Decisive, SaysThatItWasStopped) {
  for (const std::size_t most : {0u, 3u, 7u}) {
    MadeChanges effects(
        [](const MadeSet& made) { return made.contains(3) && made.contains(40) ? 2.0 : 0.0; });
    effects.stop_after(most);
    const DecisiveChanges found = found_of(effects, 61);
    EXPECT_TRUE(found.stopped);
    EXPECT_TRUE(found.changes.empty());
  }
}

}  // namespace
}  // namespace headrace
