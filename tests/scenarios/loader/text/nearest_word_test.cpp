#include <gtest/gtest.h>

#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

std::string nearest(std::string_view word) {
  constexpr std::string_view kWords[] = {"seed", "name", "memory", "memory_bandwidth", "us", "ms", "Gbit/s"};
  return nearest_word(word, kWords);
}

TEST(NearestWord, FindsWhatOneOrTwoEditsAway) {
  EXPECT_EQ(nearest("sed"), "seed");    // One missing.
  EXPECT_EQ(nearest("seeed"), "seed");  // One too many.
  EXPECT_EQ(nearest("sead"), "seed");   // Another.
  EXPECT_EQ(nearest("esed"), "seed");   // Neighbours swapped.
  EXPECT_EQ(nearest("memroy"), "memory");
  EXPECT_EQ(nearest("meemroy"), "memory");
  EXPECT_EQ(nearest("memry_bandwith"), "memory_bandwidth");
  EXPECT_EQ(nearest("mmry_bndwdth"), "");
}

TEST(NearestWord, IsStricterWithShortWords) {
  EXPECT_EQ(nearest("uss"), "us");
  EXPECT_EQ(nearest("u"), "us");
  EXPECT_EQ(nearest("xyz"), "");
  EXPECT_EQ(nearest("ab"), "");
}

TEST(NearestWord, PrefersTheNearerAndThenTheFirst) {
  constexpr std::string_view kWords[] = {"counts", "county", "count"};
  EXPECT_EQ(nearest_word("countz", kWords), "counts");
  EXPECT_EQ(nearest_word("coutn", kWords), "count");
}

TEST(NearestWord, KnowsAPartThatWasLeftOut) {
  constexpr std::string_view kWords[] = {"v0.5", "v1.0", "v2.0", "mlperf-v3.0", "main"};
  EXPECT_EQ(nearest_word("v3.0", kWords), "mlperf-v3.0");
  EXPECT_EQ(nearest_word("v2.1", kWords), "v2.0");
}

TEST(NearestWord, OverlooksCase) {
  EXPECT_EQ(nearest("GBIT/S"), "Gbit/s");
  EXPECT_EQ(nearest("MEMORY_BANDWIDTH"), "memory_bandwidth");
}

TEST(NearestWord, GivesUpOnWhatIsNoWord) {
  EXPECT_EQ(nearest(""), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a')), "");
}

}  // namespace
}  // namespace headrace
