#include "models/speed.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Speed, IsFullUntilSomebodyLowersIt) {
  Speed speed;
  const Speed::Influence one = speed.influence();
  EXPECT_EQ(speed.of(12345_ns), 12345_ns);
  speed.set(one, 0.25);
  EXPECT_EQ(speed.of(100_us), 400_us);
  speed.set(one, 1);
  EXPECT_EQ(speed.of(12345_ns), 12345_ns);
}

// Whoever takes nine tenths of a half leaves a twentieth; in any order it is exactly whole again.
TEST(Speed, InfluencesMultiply) {
  Speed speed;
  const Speed::Influence half = speed.influence(), tenth = speed.influence();
  speed.set(half, 0.5);
  speed.set(tenth, 0.1);
  EXPECT_EQ(speed.of(1_us), 20_us);
  speed.set(half, 1);
  EXPECT_EQ(speed.of(1_us), 10_us);
  speed.set(tenth, 1);
  EXPECT_EQ(speed.share(), 1);
}

TEST(Speed, ASpanNeverPassesTheEndOfTime) {
  Speed speed;
  speed.set(speed.influence(), 0.001);
  EXPECT_EQ(speed.of(Duration::max()), Duration::max());
}

TEST(Speed, TellsOfEveryChange) {
  Speed speed;
  int told = 0;
  Action note;
  note.run = [](void* count, std::uint64_t) { ++*static_cast<int*>(count); };
  note.object = &told;
  speed.tell(note);
  const Speed::Influence one = speed.influence();
  EXPECT_EQ(told, 0);
  speed.set(one, 0.5);
  speed.set(one, 1);
  EXPECT_EQ(told, 2);
}

}  // namespace
}  // namespace headrace
