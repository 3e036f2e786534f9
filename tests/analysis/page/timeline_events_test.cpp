#include "analysis/page/timeline_events.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace headrace {
namespace {

nlohmann::json events_of(const Trace& trace) {
  return nlohmann::json::parse(timeline_events(trace))["traceEvents"];
}

TEST(TimelineEvents, AreTraceEventJson) {
  Trace trace;
  const Track rank(&trace, "jobs/train/rank/3"), other(&trace, "jobs/train/rank/4"),
      queue(&trace, "mds/queue \"x\"");
  rank.span("compute", Time() + 1_ns, Time() + 1'234'567_ns);
  queue.sample(Time() + 2_us, 2.5);
  std::map<std::string, int> kinds;
  for (const nlohmann::json& event : events_of(trace)) {
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
}

TEST(TimelineEvents, OfNothingAreAFileToo) { EXPECT_EQ(events_of(Trace()).size(), 1u); }

// Arrows of a request begin in spans that last then; spans of a line do not overlap.
TEST(TimelineEvents, FollowRequestsFromClientToDrive) {
  constexpr int kRequests = 20;
  Trace trace;
  for (int i = 0; i < kRequests; ++i) {
    ASSERT_TRUE(trace.takes_request(0, Time()));
    Trace::Request request;
    request.file.length = 1_MiB;
    request.sent = Time() + i * 10_us;
    request.arrived = request.sent + 5_us;
    request.begun = request.arrived + 20_us;
    request.served = request.begun + 30_us;
    request.answered = request.served + 5_us;
    trace.add_request(request, "read", {"fs/a/client/0", "fs/a/oss/0", "fs/a/ost/0"});
  }
  std::map<int, double> until;                    // By line, of the last span there.
  std::map<int, std::pair<double, double>> last;  // By line.
  std::map<int, std::string> arrows;              // By request.
  for (const nlohmann::json& event : events_of(trace)) {
    const int line = event.value("tid", 0);
    if (event["ph"] == "X") {
      const double begin = event["ts"], end = begin + event["dur"].get<double>();
      EXPECT_GE(begin, until[line]);
      until[line] = end;
      last[line] = {begin, end};
    } else if (event["ph"] != "M") {
      arrows[event["id"]] += event["ph"].get<std::string>();
      EXPECT_GE(event["ts"], last[line].first);
      EXPECT_LE(event["ts"], last[line].second);
    }
  }
  ASSERT_EQ(arrows.size(), static_cast<std::size_t>(kRequests));
  for (const auto& [request, way] : arrows) EXPECT_EQ(way, "stf");
  // A request lasts 60 us at its client, 50 at the server and 30 at the drive, and one comes each 10 us.
  EXPECT_EQ(until.size(), 6u + 5u + 3u);
}

}  // namespace
}  // namespace headrace
