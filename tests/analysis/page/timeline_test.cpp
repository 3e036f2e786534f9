#include "analysis/page/timeline.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

namespace headrace {
namespace {

using Json = nlohmann::json;

TEST(Timeline, IsTraceEventJson) {
  Trace trace;
  const Track rank(&trace, "jobs/train/rank/3"), other(&trace, "jobs/train/rank/4"),
      queue(&trace, "mds/queue \"x\"");
  rank.span("compute", Time() + 1_ns, Time() + 1'234'567_ns);
  queue.sample(Time() + 2_us, 2.5);
  const Json events = Json::parse(timeline_text(trace))["traceEvents"];
  std::map<std::string, int> kinds;
  for (const Json& event : events) {
    EXPECT_TRUE(event.contains("pid"));
    ++kinds[event["ph"].get<std::string>() + " " + event["name"].get<std::string>()];
    if (event["ph"] == "X") {
      EXPECT_EQ(event["ts"], 0.001);
      EXPECT_EQ(event["dur"], 1234.566);
      EXPECT_EQ(event["tid"], 1);
    }
    if (event["ph"] == "C") {
      EXPECT_EQ(event["ts"], 2.0);
      EXPECT_EQ(event["args"]["value"], 2.5);
    }
  }
  const std::map<std::string, int> expected = {{"C mds/queue \"x\"", 1},
                                               {"M process_name", 2},
                                               {"M thread_name", 2},
                                               {"M trace_end", 1},
                                               {"X compute", 1}};
  EXPECT_EQ(kinds, expected);
  EXPECT_EQ(timeline_extent(trace), "1 span and 1 value of gauges");
}

TEST(Timeline, OfNothingIsAFileToo) {
  EXPECT_EQ(Json::parse(timeline_text(Trace()))["traceEvents"].size(), 1u);
}

TEST(Timeline, SaysSinceWhenItIsFull) {
  Trace trace(Time(), 1);
  const Track track(&trace, "a");
  track.span("x", Time(), Time() + 1_s);
  track.span("x", Time() + 1_s, Time() + 3_s);
  EXPECT_EQ(timeline_extent(trace),
            "1 span and 0 values of gauges; full at 3.00 s of simulated time: --trace-from begins later");
}

}  // namespace
}  // namespace headrace
