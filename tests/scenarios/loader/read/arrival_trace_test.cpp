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
  const auto trace = parse_arrival_trace(text, "trace.csv", problems);
  EXPECT_EQ(trace.has_value(), problems.errors() == 0);
  std::string out;
  for (const Problem& problem : problems.all()) {
    EXPECT_EQ(problem.mark.source->file, "trace.csv");
    out += (out.empty() ? "" : "\n") + problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence;
  }
  return out;
}

RequestTrace trace_of(std::string_view text) {
  Problems problems;
  auto trace = parse_arrival_trace(text, "trace.csv", problems);
  EXPECT_TRUE(trace) << problems.text();
  return trace ? std::move(*trace) : RequestTrace();
}

std::vector<Duration> times_of(std::string_view text) { return trace_of(text).times; }

RequestTrace trace_at(std::vector<Duration> times) {
  RequestTrace trace;
  trace.times = std::move(times);
  return trace;
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

// Columns are found by their names, wherever they stand, and whoever wrote them.
TEST(ArrivalTrace, HasTokensByTheNamesOfItsColumns) {
  for (const char* const text :
       {"arrived_at,num_prefill_tokens,num_decode_tokens\n0.5,4808,10\n1,3180,8\n",
        "ContextTokens,GeneratedTokens,TIMESTAMP\n4808,10,2023-11-16 18:15:46.50\n3180,8,2023-11-16 "
        "18:15:47\n",
        "\"output_length\", \"input_length\", \"time\"\n10,4808,0.5 # first\n8.0, 3180, \"1\"\n"}) {
    const RequestTrace trace = trace_of(text);
    ASSERT_EQ(trace.times.size(), 2u) << text;
    EXPECT_EQ(trace.times[1] - trace.times[0], 500_ms);
    EXPECT_EQ(trace.prompt_tokens, (std::vector<std::int64_t>{4808, 3180}));
    EXPECT_EQ(trace.output_tokens, (std::vector<std::int64_t>{10, 8}));
    EXPECT_FALSE(trace.has_blocks());
  }
  EXPECT_FALSE(trace_of("arrived_at,tokens\n1,5\n").has_tokens());
  EXPECT_FALSE(trace_of("1,5,6\n").has_tokens()) << "there is no header";
}

TEST(ArrivalTrace, SaysWhichTokensAreNone) {
  const std::string head = "time,input_length,output_length\n";
  EXPECT_EQ(said_of_trace(head + "1,2,x\n"), "E0730 2:5 'x' is no number of tokens");
  EXPECT_EQ(said_of_trace(head + "1,-2,3\n"), "E0730 2:3 '-2' is no number of tokens");
  EXPECT_EQ(said_of_trace(head + "1,2.5,3\n"), "E0730 2:3 '2.5' is no number of tokens");
  EXPECT_EQ(said_of_trace(head + "1,,3\n"), "E0730 2:3 '' is no number of tokens");
  EXPECT_EQ(said_of_trace(head + "1,2\n"), "E0730 2:1 the line has 2 columns, and the header more");
  EXPECT_EQ(said_of_trace("time,input_length\n1,2\n"),
            "E0730 1:6 'input_length' stands without the number of the other tokens of a request");
}

// Dates count from the first, and are not mixed with seconds.
TEST(ArrivalTrace, HasDatesOrSeconds) {
  EXPECT_EQ(times_of("TIMESTAMP\n2023-11-16 23:59:59\n2023-11-17 00:00:00.25\n"),
            (std::vector<Duration>{0_s, 1250_ms}));
  EXPECT_EQ(said_of_trace("2023-11-16 23:59:59\n5\n"),
            "E0341 2:1 '5' is no date, and the times above it are");
  EXPECT_EQ(said_of_trace("5\n2023-11-16 23:59:59\n"),
            "E0341 2:1 '2023-11-16 23:59:59' is a date, and the times above it are seconds");
  EXPECT_EQ(said_of_trace("2023-11-16 23:59:59\n2023-11-16 23:59:58\n"),
            "E0342 2:1 '2023-11-16 23:59:58' comes before the time above it, in line 1");
}

TEST(ArrivalTrace, IsLinesOfJson) {
  const RequestTrace trace = trace_of(
      "{\"timestamp\": 0, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": [7, 8]}\n\n"
      "{\"timestamp\": 1500, \"input_length\": 9, \"output_length\": 0, \"hash_ids\": [7]}");
  EXPECT_EQ(trace.times, (std::vector<Duration>{0_s, 1500_ms}));
  EXPECT_EQ(trace.prompt_tokens, (std::vector<std::int64_t>{600, 9}));
  EXPECT_EQ(trace.output_tokens, (std::vector<std::int64_t>{5, 0}));
  ASSERT_TRUE(trace.has_blocks());
  EXPECT_EQ(trace.blocks_of(0).size(), 2u);
  EXPECT_EQ(trace.blocks_of(1)[0], 7u);
  EXPECT_EQ(said_of_trace("{\"timestamp\": 5}\n{\"timestamp\": 4}\n"),
            "E0342 2:2 '\"timestamp\": 4' comes before the time above it, in line 1");
  EXPECT_EQ(said_of_trace("{\"timestamp\": 5}\n  {\n"), "E0731 2:3 the line is no JSON object");
  EXPECT_EQ(said_of_trace("{\"timestamp\": 5}\n{\"timestamp\": 6, \"hash_ids\": []}\n"),
            "E0731 2:2 the line has other keys than those above it");
  EXPECT_EQ(said_of_trace("{\"timestamp\": 5, \"input_length\": 6}"),
            "E0731 1:2 of 'input_length' and 'output_length' one is missing");
  EXPECT_EQ(said_of_trace("{\"timestamp\": 0.5}\n{\"timestamp\": 1.5}\n"),
            "W0094 1:2 a 'timestamp' with a fraction looks like seconds, and is read as milliseconds");
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
  EXPECT_EQ(arrival_trace_digest(trace_of("1\n2\n")),
            arrival_trace_digest(trace_of("# other\n1.0,7\n2.0\n")));
  EXPECT_NE(arrival_trace_digest(trace_at({1_s, 2_s})), arrival_trace_digest(trace_at({2_s, 1_s})));
  EXPECT_NE(arrival_trace_digest(trace_at({1_s})), arrival_trace_digest(trace_at({1_s, 0_s})));
  // FNV-1a of eight zero bytes.
  EXPECT_EQ(arrival_trace_digest(trace_at({0_s})), "fnv1a-a8c7f832281a39c5");
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

// 1,500 published requests of conversations: every prompt has the blocks of 512 tokens that its length makes.
TEST(ArrivalTrace, OfPublishedConversationsHasBlocks) {
  const char* data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA names no folder";
  const RequestTrace trace =
      trace_of(contents_of(std::string(data) + "/traces/llm-requests/mooncake_conversation_head1500.jsonl"));
  ASSERT_EQ(trace.times.size(), 1500u);
  EXPECT_EQ(trace.times.back(), 509'999_ms);
  EXPECT_EQ(trace.blocks.size(), 41'702u);
  for (std::size_t n = 0; n < trace.times.size(); ++n)
    EXPECT_EQ(static_cast<std::int64_t>(trace.blocks_of(n).size()), (trace.prompt_tokens[n] + 511) / 512);
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
  EXPECT_EQ(first.scenario->jobs[0].second.work.find<InferenceSpec>()->traced.times,
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

// Tokens that nothing asks for are told; asked for, they must be there, and with them the blocks.
TEST_F(TraceOfAScenario, HasTheTokensThatAreAskedFor) {
  const std::string replay = "arrivals: {policy: replay}, trace: trace.csv";
  const std::string times = "prompt_token_time: 1 ms, output_token_time: 1 ms";
  const std::string cache = ", prefix_cache: {capacity: 1 GiB, token_size: 1 KiB}";
  folder_.write("trace.csv", "1\n");
  EXPECT_EQ(codes_of(read(replay + ", tokens: {" + times + "}").problems), "E0732");
  EXPECT_EQ(codes_of(read("arrivals: {rate: 1}, requests: 1, tokens: {" + times + "}").problems), "E0732");
  folder_.write("trace.csv", "time,input_length,output_length\n1,600,5\n");
  EXPECT_EQ(codes_of(read(replay).problems), "W0093");
  EXPECT_EQ(codes_of(read(replay + ", tokens: {" + times + "}").problems), "");
  EXPECT_EQ(codes_of(read(replay + ", tokens: {" + times + cache + "}").problems), "E0732");
  const std::string request =
      "{\"timestamp\": 1, \"input_length\": 600, \"output_length\": 5, \"hash_ids\": ";
  folder_.write("trace.csv", request + "[1, 2]}\n");
  EXPECT_EQ(codes_of(read(replay + ", tokens: {" + times + cache + "}").problems), "");
  folder_.write("trace.csv", request + "[1]}\n");
  EXPECT_EQ(codes_of(read(replay + ", tokens: {" + times + cache + "}").problems), "E0733");
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
