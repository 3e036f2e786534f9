#include "models/jobs/training/sample_source.h"

#include <gtest/gtest.h>

#include "models/jobs/training/rank.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/rank_rig.h"

namespace headrace {
namespace {

SourceSpec source_of(const char* process, double rate, std::int64_t buffer, SourceOverflow overflow) {
  SourceSpec spec;
  spec.arrivals = chosen<ArrivalProcess>(process, {{"rate", rate}});
  spec.buffer = buffer;
  spec.overflow = overflow;
  return spec;
}

// Steps of batches of 10 in 100 ms, fed by samples that come one every 1 / rate.
JobSpec fed_by(const SourceSpec& source, std::int64_t samples = 1000) {
  JobSpec spec = synthetic(samples, 10);
  spec.source = source;
  return spec;
}

void balance(const JobResult& result) {
  const SourceResult& source = *result.source;
  EXPECT_EQ(source.produced, source.used + source.dropped + source.left);
  EXPECT_EQ(source.used, result.samples_done);
}

// A slow source sets the pace: the 1,000th of 50 samples a second is there after 20 s, and its step ends 100
// ms later. Nothing is dropped, and the wait for a batch of 10 is for the source: 200 ms less the 100 ms of
// the step before.
TEST(SampleSource, RanksWaitForASlowOne) {
  const RankRig rig(fed_by(source_of("regular", 50, 1000, SourceOverflow::drop)), 1);
  EXPECT_EQ(rig.result.end.since_start(), 20'100_ms);
  balance(rig.result);
  EXPECT_EQ(rig.result.source->dropped, 0);
  EXPECT_EQ(rig.result.source->used, 1000);
  EXPECT_EQ(spent(rig.result, 0, Cause::batch_wait, Activity::source), 200_ms + 99 * 100_ms);
  EXPECT_EQ(spent(rig.result, 0), rig.result.end.since_start());
}

// A fast one drops what it has no room for. Of 400 samples a second a rank takes 100, from when 10 are there
// after 25 ms: the 100 steps of 100 ms end after 10.025 s, in which 4,010 were produced. The buffer has at
// most 50.
TEST(SampleSource, AFastOneDropsWhatItHasNoRoomFor) {
  const RankRig rig(fed_by(source_of("regular", 400, 50, SourceOverflow::drop)), 1);
  EXPECT_EQ(rig.result.end.since_start(), 10'025_ms);
  balance(rig.result);
  EXPECT_NEAR(static_cast<double>(rig.result.source->produced), 4010, 1);
  EXPECT_EQ(rig.result.source->left, 50);
  EXPECT_EQ(rig.result.source->dropped, rig.result.source->produced - 1000 - 50);
  EXPECT_EQ(rig.result.source->held_up, Duration());
}

// One that waits loses nothing, and produces no more than is used and the buffer holds, with the one at its
// door.
TEST(SampleSource, AFastOneThatWaitsLosesNothing) {
  const RankRig rig(fed_by(source_of("regular", 400, 50, SourceOverflow::wait)), 1);
  EXPECT_EQ(rig.result.end.since_start(), 10'025_ms);
  balance(rig.result);
  EXPECT_EQ(rig.result.source->dropped, 0);
  EXPECT_LE(rig.result.source->produced, 1000 + 51);
  EXPECT_GT(rig.result.source->held_up, 7_s);
}

// Law: of any process, buffer and overflow, what was produced was used, dropped or is left; and ranks that
// take as fast as it produces in the mean lose what a buffer of a batch cannot even out.
TEST(SampleSource, NothingIsUnaccountedFor) {
  for (const char* process : {"regular", "poisson"}) {
    for (const SourceOverflow overflow : {SourceOverflow::drop, SourceOverflow::wait}) {
      for (const std::int64_t buffer : {10, 64, 5000}) {
        for (const double rate : {30.0, 200.0, 1000.0}) {
          const RankRig rig(fed_by(source_of(process, rate, buffer, overflow)), 2);
          ASSERT_EQ(rig.outcome.end, RunEnd::finished);
          balance(rig.result);
          EXPECT_EQ(rig.job->imbalance(), "");
          EXPECT_LE(rig.result.source->left, buffer + 1);
          EXPECT_EQ(rig.result.samples_done, 1000);
          if (overflow == SourceOverflow::wait) {
            EXPECT_EQ(rig.result.source->dropped, 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace headrace
