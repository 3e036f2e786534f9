// `run --trace`: timelines beside a run.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using RunTraceTest = CliTest;

// A trace only listens; and the spans of a rank are its time.
TEST_F(RunTraceTest, ATraceChangesNothingAndIsComplete) {
  ASSERT_EQ(run({"--json"}), 0) << err();
  const auto plain = nlohmann::json::parse(out());
  const std::string file = folder_ / "timeline.json";
  ASSERT_EQ(run({"--json", "--trace", file}), 0) << err();
  EXPECT_NE(err().find("timeline: " + file + ", "), std::string::npos) << err();
  const auto traced = nlohmann::json::parse(out());
  EXPECT_EQ(traced["fingerprint"], plain["fingerprint"]);
  EXPECT_EQ(traced["jobs"], plain["jobs"]);
  std::ifstream stream(file);
  std::map<std::string, std::map<std::string, double>> seconds;  // By line and cause.
  std::map<int, std::string> lines;
  const auto timeline = nlohmann::json::parse(stream);
  for (const auto& event : timeline["traceEvents"]) {
    if (event["name"] == "thread_name") lines[event["tid"]] = event["args"]["name"];
    if (event["ph"] == "X" && lines.at(event["tid"]).starts_with("rank/"))
      seconds[lines.at(event["tid"])][event["name"]] += event["dur"].get<double>() * 1e-6;
  }
  for (const auto& [cause, budget] : plain["jobs"]["train"]["time_budget"].items())
    for (std::size_t rank = 0; rank < 4; ++rank)
      EXPECT_NEAR(seconds["rank/" + std::to_string(rank)][cause], budget["rank_seconds"][rank].get<double>(),
                  1e-6)
          << cause << " of rank " << rank;
}

TEST_F(RunTraceTest, ATraceThatCannotBeWrittenIsFoundBeforeTheRun) {
  EXPECT_EQ(run({"--trace", folder_ / "no/such/folder.json"}), 74);
  EXPECT_EQ(run({"--window", "1s..2s"}), 2);
  EXPECT_NE(err().find("--window is of no use without --trace FILE"), std::string::npos) << err();
}

// Each read of a file by the process of a rank, once, and with all the bytes of the data set.
TEST_F(RunTraceTest, CallsOnFilesAreWrittenAsTracersDo) {
  const std::string lines = folder_ / "calls.pfw", blocks = folder_ / "calls.txt";
  ASSERT_EQ(run({"--json", "--trace", lines}), 0) << err();
  EXPECT_NE(err().find("calls on files"), std::string::npos) << err();
  const auto answer = nlohmann::json::parse(out());
  ASSERT_EQ(run({"--trace", blocks}), 0) << err();
  double bytes = 0, reads = 0;
  std::ifstream stream(lines);
  for (std::string line; std::getline(stream, line);)
    if (line.find("\"name\":\"read\"") != std::string::npos) {
      bytes += nlohmann::json::parse(line)["args"]["ret"].get<double>();
      ++reads;
    }
  EXPECT_EQ(bytes, answer["jobs"]["train"]["read"]["bytes_delivered"].get<double>());
  std::ifstream text(blocks);
  double rows = 0;
  for (std::string line; std::getline(text, line);) rows += line.find(" X_POSIX") == 0;
  EXPECT_EQ(rows, reads);
}

// Requests go from a client by a server to the drives of one of its targets.
TEST_F(RunTraceTest, ATraceFollowsRequests) {
  const std::string file = folder_ / "timeline.json";
  ASSERT_EQ(run({"--trace", file, "--ranks", "0"}), 0) << err();
  std::ifstream stream(file);
  std::map<int, std::string> ways, lines;
  const auto timeline = nlohmann::json::parse(stream);
  for (const auto& event : timeline["traceEvents"]) {
    if (event["name"] == "thread_name") lines[event["tid"]] = event["args"]["name"];
    if (event.contains("cat")) {
      const std::string line = lines.at(event["tid"]);
      ways[event["id"]] += line.substr(0, line.find('/')) + " ";
    }
  }
  std::map<std::string, int> kinds;
  for (const auto& [request, way] : ways) ++kinds[way];
  EXPECT_GT(kinds["client oss ost "], 0);
  EXPECT_GT(kinds["client mds mdt "], 0);
  EXPECT_EQ(kinds.size(), 2u);
  for (const auto& [line, name] : lines) EXPECT_EQ(name.find("rank/1"), std::string::npos) << name;
}

}  // namespace
}  // namespace headrace
