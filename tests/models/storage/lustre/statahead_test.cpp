// Which names are a run, and what is asked for ahead of it.
#include "models/storage/lustre/statahead.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

FileInfo name(std::int64_t index, std::int64_t directory = 0) {
  FileInfo file;
  file.id.index = index;
  file.directory = directory;
  return file;
}

// Returns the names that are looked up because of this one; they are on their way from then on.
std::vector<std::int64_t> ahead_of(Statahead& statahead, std::int64_t index, std::int64_t directory = 0) {
  const FileInfo file = name(index, directory);
  statahead.asked(file);
  statahead.remove(file.id);
  std::vector<std::int64_t> names;
  while (const auto next = statahead.next(file))
    for (std::int64_t i = 0; i < next->count; ++i) {
      names.push_back(next->first + i * next->stride);
      statahead.add(name(names.back()).id, 0);
    }
  return names;
}

Statahead::Limits limits(std::int64_t start, std::int64_t most, std::int64_t batch = 1) {
  Statahead::Limits limits;
  limits.start = start;
  limits.most = most;
  limits.batch = batch;
  return limits;
}

using Names = std::vector<std::int64_t>;

// Three in a row begin it with a window of 2; each name that was looked up doubles it, to 8.
TEST(Statahead, TheThirdNameInARowBeginsIt) {
  Statahead statahead(limits(2, 8));
  EXPECT_EQ(ahead_of(statahead, 10), Names());
  EXPECT_EQ(ahead_of(statahead, 11), Names());
  EXPECT_EQ(ahead_of(statahead, 12), (Names{13, 14}));
  EXPECT_EQ(ahead_of(statahead, 13), (Names{15, 16, 17}));
  EXPECT_EQ(ahead_of(statahead, 14), (Names{18, 19, 20, 21, 22}));
  EXPECT_EQ(ahead_of(statahead, 15), (Names{23}));
}

TEST(Statahead, NamesLieAtEqualDistances) {
  Statahead statahead(limits(2, 8));
  for (const std::int64_t index : {0, 7}) EXPECT_EQ(ahead_of(statahead, index), Names());
  EXPECT_EQ(ahead_of(statahead, 14), (Names{21, 28}));
}

TEST(Statahead, NothingIsAheadOfNamesInNoOrder) {
  Statahead statahead(limits(8, 128));
  for (const std::int64_t index : {5, 90, 2, 77, 31, 4, 66, 12, 100, 3})
    EXPECT_EQ(ahead_of(statahead, index), Names()) << index;
}

// Two processes at names far apart, in turn, and one in another directory, each have their own: by the fourth
// name, as the first of one may be taken for one that another skipped to.
TEST(Statahead, ProcessesHaveRunsOfTheirOwn) {
  Statahead statahead(limits(2, 8));
  for (const std::int64_t i : {0, 1, 2, 3})
    for (const std::int64_t first : {0, 1000, 5000}) ahead_of(statahead, first + i, first / 5000);
  for (const std::int64_t first : {0, 1000, 5000})
    for (const std::int64_t i : {4, 5}) EXPECT_NE(statahead.find(name(first + i).id), nullptr) << first + i;
}

// What is out of turn and was looked up does not end the run.
TEST(Statahead, ARunForgivesNamesOutOfTurn) {
  Statahead statahead(limits(4, 4));
  for (const std::int64_t index : {0, 1}) ahead_of(statahead, index);
  EXPECT_EQ(ahead_of(statahead, 2), (Names{3, 4, 5, 6}));
  EXPECT_EQ(ahead_of(statahead, 4), (Names{7, 8}));
  EXPECT_EQ(ahead_of(statahead, 3), Names());
  EXPECT_EQ(ahead_of(statahead, 5), (Names{9}));
}

// A request for 16 names leaves with 2 at a window of 4, 4 at 8, 8 at 16, and with all from 32 on.
TEST(Statahead, ARequestCarriesAtMostHalfTheWindow) {
  Statahead statahead(limits(4, 64, 16));
  for (const std::int64_t index : {0, 1}) statahead.asked(name(index));
  std::vector<std::int64_t> counts;
  std::int64_t furthest = 2;
  for (std::int64_t index = 2; index < 200; ++index) {
    statahead.asked(name(index));
    while (const auto next = statahead.next(name(index))) {
      if (counts.empty() || counts.back() != next->count) counts.push_back(next->count);
      EXPECT_EQ(next->first, furthest + 1);
      furthest += next->count;
      for (std::int64_t i = 0; i < next->count; ++i) statahead.add(name(next->first + i).id, 0);
    }
    EXPECT_LE(furthest, index + 64);
  }
  EXPECT_EQ(counts, (Names{2, 4, 8, 16}));
}

// The run of 16 that was not used for longest goes, and what nobody waits for with it.
TEST(Statahead, KeepsSixteenRuns) {
  Statahead statahead(limits(2, 2));
  for (std::int64_t directory = 0; directory < 17; ++directory)
    for (const std::int64_t i : {0, 1, 2}) ahead_of(statahead, 1000 * directory + i, directory);
  EXPECT_EQ(statahead.find(name(3).id), nullptr);
  EXPECT_NE(statahead.find(name(1003).id), nullptr);
  EXPECT_NE(statahead.find(name(16'003).id), nullptr);
  statahead.find(name(1003).id)->waiter = 7;
  statahead.clear();
  EXPECT_NE(statahead.find(name(1003).id), nullptr);
  EXPECT_EQ(statahead.find(name(1004).id), nullptr);
}

}  // namespace
}  // namespace headrace
