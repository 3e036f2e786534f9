#include "scenarios/loader/read/arrival_trace.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/jobs/inference/inference_spec.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/plain_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// "CODE line:column sentence" of each problem.
std::string said_of_trace(std::string_view text) {
  Problems problems;
  const auto times = parse_arrival_trace(text, "trace.csv", problems);
  EXPECT_EQ(times.has_value(), problems.errors() == 0);
  std::string out;
  for (const Problem& problem : problems.all()) {
    EXPECT_EQ(problem.mark.source->file, "trace.csv");
    out += (out.empty() ? "" : "\n") + problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence;
  }
  return out;
}

std::vector<Duration> times_of(std::string_view text) {
  Problems problems;
  const auto times = parse_arrival_trace(text, "trace.csv", problems);
  EXPECT_TRUE(times) << problems.text();
  return times.value_or(std::vector<Duration>());
}

TEST(ArrivalTrace, IsOneTimeALine) {
  EXPECT_EQ(times_of("0\n0.5\n1e1\n10\n"), (std::vector<Duration>{0_s, 500_ms, 10_s, 10_s}));
  EXPECT_EQ(times_of("0.000000001"), std::vector<Duration>{1_ns});
  EXPECT_EQ(times_of("# first\n\narrived_at,tokens\r\n 0.052,3180\r\n\t1 # late\n\n"),
            (std::vector<Duration>{52_ms, 1_s}));
}

TEST(ArrivalTrace, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(said_of_trace("1\n2\n  three\n4\n"), "E0341 3:3 'three' is not a time in seconds");
  EXPECT_EQ(said_of_trace("at\nwhen\n1\n"), "E0341 2:1 'when' is not a time in seconds");
  EXPECT_EQ(said_of_trace("1\n1 s\n"), "E0341 2:1 '1 s' is not a time in seconds");
  EXPECT_EQ(said_of_trace("1\n,5\n"), "E0341 2:1 '' is not a time in seconds");
  EXPECT_EQ(said_of_trace("-1\n0\n"), "E0341 1:1 '-1' is a time before the job's start");
  EXPECT_EQ(said_of_trace("nan\n"), "E0341 1:1 'nan' is not a time that the clock holds");
  EXPECT_EQ(said_of_trace("1\ninf\n"), "E0341 2:1 'inf' is not a time that the clock holds");
  EXPECT_EQ(said_of_trace("1\n1e400\n"), "E0341 2:1 '1e400' is not a time that the clock holds");
  EXPECT_EQ(said_of_trace("1\n1.5e9\n"), "E0341 2:1 '1.5e9' is not a time that the clock holds");
  EXPECT_EQ(said_of_trace("1\n5\n\n4.5\n"), "E0342 4:1 '4.5' comes before the time above it, in line 2");
  EXPECT_EQ(
      said_of_trace("x\ny\n2\n1\n"),
      "E0341 2:1 'y' is not a time in seconds\nE0342 4:1 '1' comes before the time above it, in line 3");
}

TEST(ArrivalTrace, IsAText) {
  EXPECT_EQ(said_of_trace(std::string_view("1\n2\n\0\0", 6)),
            "E0003 3:1 the control character 0x00 is no text");
  EXPECT_EQ(said_of_trace("\x7f"
                          "ELF\x02\x01"),
            "E0003 1:1 the control character 0x7F is no text");
  EXPECT_EQ(said_of_trace("1\n\x1f\x8b\x08"), "E0003 2:1 the control character 0x1F is no text");
  EXPECT_EQ(said_of_trace("1\n2 # caf\xe9\n"), "E0002 2:8 the byte 0xE9 is not UTF-8");
  // A byte order mark is no header.
  EXPECT_EQ(times_of("\xef\xbb\xbf"
                     "1\n2\n"),
            (std::vector<Duration>{1_s, 2_s}));
}

TEST(ArrivalTrace, MayNotBeEmptyNorHuge) {
  EXPECT_EQ(said_of_trace(""), "E0343 0:0 the trace has not one arrival time");
  EXPECT_EQ(said_of_trace("arrived_at\n# nothing\n"), "E0343 0:0 the trace has not one arrival time");
  EXPECT_EQ(said_of_trace(std::string(kLongestText + 1, '\n')), "E0343 0:0 the trace is larger than 16 MiB");
}

// A file that is no text at all is not read to its end.
TEST(ArrivalTrace, StopsWhereNothingMoreWouldBeShown) {
  std::string noise;
  for (int i = 0; i < 1'000'000; ++i) noise += "\x01\xff\n";
  Problems problems;
  EXPECT_FALSE(parse_arrival_trace(noise, "noise.bin", problems));
  EXPECT_LE(problems.errors(), Problems::kShown);
}

TEST(ArrivalTrace, HasADigestOfItsTimes) {
  EXPECT_EQ(arrival_trace_digest(times_of("1\n2\n")),
            arrival_trace_digest(times_of("# other\n1.0,7\n2.0\n")));
  EXPECT_NE(arrival_trace_digest({1_s, 2_s}), arrival_trace_digest({2_s, 1_s}));
  EXPECT_NE(arrival_trace_digest({1_s}), arrival_trace_digest({1_s, 0_s}));
  // FNV-1a of eight zero bytes.
  EXPECT_EQ(arrival_trace_digest({0_s}), "fnv1a-a8c7f832281a39c5");
}

// A published trace of 8,819 requests for code: read unchanged, at 2.6 requests a second and in bursts.
TEST(ArrivalTrace, OfAPublishedServiceIsReadUnchanged) {
  const char* data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA names no folder";
  const std::string path = std::string(data) + "/traces/llm-requests/azure_splitwise_code.csv";
  const auto times = times_of(contents_of(path));
  ASSERT_GT(times.size(), 8000u);
  EXPECT_NEAR(static_cast<double>(times.size()) / times.back().in_seconds(), 2.6, 0.1);
  double squares = 0;
  for (std::size_t i = 1; i < times.size(); ++i)
    squares += std::pow((times[i] - times[i - 1]).in_seconds(), 2);
  const auto gaps = static_cast<double>(times.size() - 1);
  const double mean = (times.back() - times.front()).in_seconds() / gaps;
  EXPECT_NEAR(std::sqrt(squares / gaps - mean * mean) / mean, 13.2, 0.1);
}

class TraceOfAScenario : public testing::Test {
 protected:
  ScenarioRead read(const std::string& inference) {
    const std::string text = small_scenario();
    return read_scenario_file(folder_.write(
        "scenario.yaml", text.substr(0, text.find("  train:")) +
                             "  serve: {nodes: {group: clients}, storage: scratch, inference: {" + inference +
                             ", service_time: 1 ms}}\n"));
  }

  TestFolder folder_{"arrival_trace"};
};

TEST_F(TraceOfAScenario, IsFoundBesideItAndBelongsToItsHash) {
  const std::string replay = "arrivals: {policy: replay}, trace: trace.csv";
  folder_.write("trace.csv", "1\n2\n");
  const ScenarioRead first = read(replay);
  ASSERT_TRUE(first.scenario) << first.problems.text();
  EXPECT_EQ(first.scenario->jobs[0].second.work.find<InferenceSpec>()->trace_times,
            (std::vector<Duration>{1_s, 2_s}));
  folder_.write("trace.csv", "1\n3\n");
  const ScenarioRead second = read(replay);
  ASSERT_TRUE(second.scenario);
  EXPECT_NE(scenario_hash(*first.scenario), scenario_hash(*second.scenario));
  // The resolved text reads back, beside the trace that it was made from, and no other.
  const std::string resolved = write_scenario(*first.scenario);
  const ScenarioRead other = read_scenario_file(folder_.write("resolved.yaml", resolved));
  EXPECT_EQ(codes_of(other.problems), "E0348");
  folder_.write("trace.csv", "# the same times\n1\n2\n");
  const ScenarioRead again = read_scenario_file(folder_.path("resolved.yaml"));
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(scenario_hash(*again.scenario), scenario_hash(*first.scenario));
}

TEST_F(TraceOfAScenario, IsRefusedWithItsOwnFileAndLine) {
  folder_.write("trace.csv", "1\n0\n");
  const ScenarioRead out = read("arrivals: {policy: replay}, trace: trace.csv");
  ASSERT_FALSE(out.scenario);
  ASSERT_EQ(out.problems.errors(), 1u) << out.problems.text();
  EXPECT_EQ(out.problems.all()[0].mark.source->file, folder_.path("trace.csv"));
  EXPECT_EQ(out.problems.all()[0].mark.line, 2);
  EXPECT_EQ(codes_of(read("arrivals: {policy: replay}, trace: nowhere.csv").problems), "E0024");
}

}  // namespace
}  // namespace headrace
