#include "scenarios/loader/recordings/counted_accesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace headrace {
namespace {

std::vector<CountedAccess> all_of(const CountedAccesses& accesses, std::int64_t process = 0,
                                  std::int64_t processes = 1) {
  std::vector<CountedAccess> all;
  AccessShare share = accesses.share(process, processes);
  for (std::int64_t a = 0; a < share.accesses(); ++a) all.push_back(share.next());
  return all;
}

std::int64_t bytes_of(const std::vector<CountedAccess>& all) {
  std::int64_t bytes = 0;
  for (const CountedAccess& access : all) bytes += access.length;
  return bytes;
}

AccessCounts counted(std::int64_t accesses, std::int64_t bytes) {
  AccessCounts counts;
  counts.accesses = accesses;
  counts.bytes = bytes;
  return counts;
}

// Three accesses of 10 bytes: 3, 3 and 4, one behind the other.
TEST(CountedAccesses, ShareBytesWhereNothingTellsLengths) {
  const auto all = all_of(CountedAccesses(counted(3, 10), {}));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].length, 3);
  EXPECT_EQ(all[2].length, 4);
  EXPECT_EQ(all[1].offset, 3);
  EXPECT_EQ(all[2].offset, 6);
}

// Two accesses of 246 and 6479 bytes are common sizes, and the others have what is left: one of 100 to 1,024
// bytes and one of 1,025 to 10,240 are of 2,000 bytes together.
TEST(CountedAccesses, TakeCommonSizesAndBins) {
  AccessCounts counts = counted(4, 246 + 6479 + 2000);
  counts.sizes = {0, 2, 2};
  const CommonSize common[] = {{6479, 1}, {246, 1}};
  const CountedAccesses accesses(counts, common);
  EXPECT_EQ(accesses.common(), 2);
  const auto all = all_of(accesses);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(bytes_of(all), 8725);
  std::vector<std::int64_t> lengths;
  for (const CountedAccess& access : all) lengths.push_back(access.length);
  EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.end()));
  EXPECT_EQ(lengths[3], 6479);
  EXPECT_GE(lengths[2], 1025);
  EXPECT_NE(std::find(lengths.begin(), lengths.end(), 246), lengths.end());
}

// Counters that contradict each other still give as many accesses of as many bytes.
TEST(CountedAccesses, KeepTheirSumWhateverTheBinsSay) {
  for (const std::int64_t bytes : {0, 1, 7, 1000, 5'000'000})
    for (const std::int64_t length : {0, 1, 100, 4096, 1'000'000}) {
      AccessCounts counts = counted(7, bytes);
      counts.sizes = {3, 0, 1, 0, 9, 0, 0, 0, 0, 1};
      const CommonSize common[] = {{length, 5}, {length * 2, 3}, {-1, 4}};
      const auto all = all_of(CountedAccesses(counts, common));
      EXPECT_EQ(all.size(), 7u);
      EXPECT_EQ(bytes_of(all), bytes);
      for (const CountedAccess& access : all) EXPECT_GE(access.length, 0);
    }
}

// A file of 100 bytes that is read twice, in 10 reads of 20: 0, 20, 40, 60, 80, and again.
TEST(CountedAccesses, GoThroughAFileAgain) {
  AccessCounts counts = counted(10, 200);
  counts.last_byte = 99;
  counts.sequential = 8;
  counts.consecutive = 8;
  const auto all = all_of(CountedAccesses(counts, {}));
  EXPECT_EQ(all[4].offset, 80);
  EXPECT_EQ(all[5].offset, 0);
  EXPECT_EQ(all[9].offset, 80);
}

// Four reads of 10 bytes, ascending but not adjacent, end with byte 99: one begins every 30 bytes.
TEST(CountedAccesses, LeaveGaps) {
  AccessCounts counts = counted(4, 40);
  counts.last_byte = 99;
  counts.sequential = 3;
  counts.consecutive = 0;
  const auto all = all_of(CountedAccesses(counts, {}));
  for (std::size_t a = 0; a < 4; ++a) EXPECT_EQ(all[a].offset, static_cast<std::int64_t>(a) * 30);
}

// Where few accesses lie behind the one before, each place is taken once, and not in their order.
TEST(CountedAccesses, MayComeInAnyOrder) {
  AccessCounts counts = counted(10, 1000);
  counts.sequential = 1;
  counts.consecutive = 0;
  const auto all = all_of(CountedAccesses(counts, {}));
  std::map<std::int64_t, int> places;
  for (const CountedAccess& access : all) ++places[access.offset];
  EXPECT_EQ(places.size(), 10u);
  EXPECT_NE(all[1].offset, 100);
}

// Of 10 accesses three processes make 4, 3 and 3: all bytes once, each process a part of the file of its own.
TEST(CountedAccesses, AreDealtToProcesses) {
  const CountedAccesses accesses(counted(10, 1005), {});
  std::int64_t bytes = 0, end = 0;
  for (std::int64_t process = 0; process < 3; ++process) {
    const auto all = all_of(accesses, process, 3);
    EXPECT_EQ(all.size(), process == 0 ? 4u : 3u);
    EXPECT_EQ(all.front().offset, end);
    end = all.back().offset + all.back().length;
    bytes += bytes_of(all);
  }
  EXPECT_EQ(bytes, 1005);
  EXPECT_EQ(end, 1005);
}

TEST(CountedAccesses, MayBeNone) { EXPECT_EQ(CountedAccesses(counted(0, 0), {}).share(0, 1).accesses(), 0); }

}  // namespace
}  // namespace headrace
