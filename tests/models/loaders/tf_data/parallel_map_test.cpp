#include "models/loaders/tf_data/parallel_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/loaders/tf_data/interleave.h"
#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

LoaderSpec of_map(const Distribution& time) {
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = time;
  return spec;
}

StageRig::Given take(const Distribution& time, std::int64_t calls, bool in_order, Duration each = 0_ns) {
  DatasetSpec data = records_of(1, 60);
  data.format = Format::synthetic;
  StageRig rig(data, of_map(time));
  ParallelMap map(rig.setting,
                  std::make_unique<Interleave>(rig.setting, FileList(rig.context, 1), interleaved(1)),
                  mapped_by(calls, in_order), Parallelism(calls, 64, 0), 0);
  return rig.take_all(map, each);
}

// ceil(n / k) m: k calls at once.
TEST(ParallelMap, MakesAsManyAtOnceAsItHasCalls) {
  for (const std::int64_t calls : {1, 4, 7, 60})
    EXPECT_EQ(take(Distribution(kGuideMap), calls, true).at.back().ns(),
              ((60 + calls - 1) / calls * kGuideMap).ns());
}

// With times s(i) and a consumer that waits for nothing, k calls in order have the recurrence
//   F(i) = R(i - k) + s(i),   R(i) = max(R(i - 1), F(i)),
// as an element that is done and not taken keeps the place of a call.
TEST(ParallelMap, InOrderHasTheRecurrenceOfACallForEachPlace) {
  const Distribution law(Law::lognormal, 20_ms, 40_ms);
  for (const std::int64_t calls : {1, 3, 8}) {
    const auto given = take(law, calls, true);
    StageRig rig(records_of(1, 60), of_map(law));
    RandomStream draws(rig.sim.seed(), "test/rank/0/preprocess");
    std::vector<Time> returned;
    for (std::int64_t i = 0; i < 60; ++i) {
      const Time begun = i < calls ? Time() : returned[static_cast<std::size_t>(i - calls)];
      const Time finished = begun + law.draw(draws);
      returned.push_back(i == 0 ? finished : std::max(returned.back(), finished));
      ASSERT_EQ(given.at[static_cast<std::size_t>(i)].ns(), returned.back().ns()) << calls << ", " << i;
      ASSERT_EQ(given.samples[static_cast<std::size_t>(i)], i);
    }
  }
}

// In any order a place is taken again as soon as its element is done: k servers that are never idle, so
// that no more than the longest time lies between them at the end.
TEST(ParallelMap, InAnyOrderNoCallWaitsForAnother) {
  const Distribution law(Law::lognormal, 20_ms, 40_ms);
  auto given = take(law, 6, false);
  EXPECT_LT(given.at.back(), take(law, 6, true).at.back());
  EXPECT_FALSE(std::is_sorted(given.samples.begin(), given.samples.end()));
  std::sort(given.samples.begin(), given.samples.end());
  for (SampleId i = 0; i < 60; ++i) EXPECT_EQ(given.samples[static_cast<std::size_t>(i)], i);
}

TEST(ParallelMap, AsksForNoMoreThanItsCallsHold) {
  for (const bool in_order : {true, false}) {
    StageRig rig(records_of(1, 60), of_map(Distribution(1_ms)));
    ParallelMap map(rig.setting,
                    std::make_unique<Interleave>(rig.setting, FileList(rig.context, 1), interleaved(1)),
                    mapped_by(5, in_order), Parallelism(5, 64, 0), 0);
    const auto given = rig.take_all(map, 10_s);
    std::int64_t begun = 0;
    for (const auto& record : rig.storage.records())
      if (record.operation == IoOperation::read && record.at <= given.at[9]) ++begun;
    EXPECT_EQ(begun, 10 + 5);  // Ten are taken, and the place of the tenth is taken again.
  }
}

}  // namespace
}  // namespace headrace
