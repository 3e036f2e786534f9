#include "analysis/page/timeline.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

TEST(Timeline, HasTheFormThatItsNameEndsIn) {
  EXPECT_EQ(timeline_form("--trace", "a.json"), TimelineForm::perfetto);
  EXPECT_EQ(timeline_form("--trace", "a.b.pfw"), TimelineForm::dftracer);
  EXPECT_EQ(timeline_form("--trace", "a.txt"), TimelineForm::dxt);
  EXPECT_THROW(timeline_form("--trace", "a.yaml"), UsageError);
}

TEST(Timeline, KnowsItsOwnFiles) {
  for (const TimelineForm form : {TimelineForm::perfetto, TimelineForm::dftracer, TimelineForm::dxt})
    for (const TimelineForm other : {TimelineForm::perfetto, TimelineForm::dftracer, TimelineForm::dxt})
      EXPECT_EQ(timeline_kind(form).is_one(timeline_text(Trace(), other)), form == other);
}

TEST(Timeline, SaysWhatItHolds) {
  Trace trace;
  const Track track(&trace, "a");
  track.span("x", Time(), Time() + 1_s);
  track.sample(Time(), 1);
  EXPECT_EQ(timeline_extent(trace), "1 span, 1 value of gauges and 0 requests");
}

TEST(Timeline, SaysWhatItLeavesOut) {
  TraceChoice choice;
  choice.most = 12;
  Trace trace(choice);
  const Track track(&trace, "a");
  for (int i = 0; i < 8; ++i) {
    track.span("x", Time() + i * 1_us, Time() + (i + 1) * 1_us);
    track.sample(Time() + i * 1_us, i);
    if (trace.takes_request(0, Time())) trace.add_request({}, "read", {"c", "s", "d"});
  }
  EXPECT_EQ(timeline_extent(trace),
            "2 spans (neighbours of less than 4.00 us together are one), 4 values of gauges (of each one in "
            "2.00 us) and 2 requests (one in each 4 of 8 requests)");
}

TEST(Timeline, SaysUntilWhenCallsAreWhole) {
  TraceChoice choice;
  choice.most = 1;
  choice.calls = true;
  Trace trace(choice);
  const Track track(&trace, "a/rank/0");
  track.call("read", {}, Time(), Time() + 1_s);
  EXPECT_EQ(timeline_extent(trace), "1 call on files");
  track.call("read", {}, Time() + 1_s, Time() + 3_s);
  EXPECT_EQ(timeline_extent(trace),
            "1 call on files, all up to 3.00 s of simulated time: a later --window, fewer --ranks or more "
            "--max-events show others");
}

}  // namespace
}  // namespace headrace
