#include "scenarios/loader/fields/reference.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/problem_codes.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(Reference, TellsOneField) {
  const ReferenceText text = fields_reference("platform.nodes.clients.count");
  EXPECT_TRUE(text.found);
  EXPECT_EQ(text.text,
            "platform.nodes.<name>.count\n"
            "  count                   whole number; required; 1 to 1000000\n"
            "                          nodes of this kind\n");
  EXPECT_EQ(fields_reference("platform.nodes.count").text, text.text);
  EXPECT_EQ(fields_reference("platform.nodes.<name>.count").text, text.text);
}

TEST(Reference, TellsAGroupWithWhatIsInIt) {
  const ReferenceText text = fields_reference("jobs.train.nodes");
  EXPECT_TRUE(text.found);
  EXPECT_EQ(text.text,
            "jobs.<name>.nodes: where the job runs\n"
            "  group                   text; required\n"
            "                          a node group of the platform\n"
            "  first                   whole number; default 0; 0 to 999999\n"
            "                          the first node of the group that the job runs on, from 0\n"
            "  count                   whole number; default -1; -1 to 1000000\n"
            "                          nodes the job runs on; -1: all from the first on\n");
}

TEST(Reference, NamesTheNearestField) {
  const ReferenceText text = fields_reference("jobs.train.layot.stripe_count");
  EXPECT_FALSE(text.found);
  EXPECT_EQ(text.text, "'jobs' has no field 'layot'; did you mean 'layout'?");
  EXPECT_FALSE(fields_reference("seed.first").found);
}

TEST(Reference, SaysWhereAPriorIsThoughtToLie) {
  const std::string host = "platform.nodes.a.host_work.";
  EXPECT_NE(fields_reference(host + "pytorch.handover").text.find("thought to be 700 us to 2800 us\n"),
            std::string::npos);
  EXPECT_NE(fields_reference(host + "decode.png").text.find("thought to be 44.7 MB/s to 101 MB/s\n"),
            std::string::npos);
  // A default of Lustre, and a time that is zero.
  for (const char* field : {"client.max_read_ahead_whole", "lnet.peer_credits"})
    EXPECT_EQ(fields_reference(std::string("platform.file_systems.a.lustre.") + field).text.find("thought"),
              std::string::npos);
}

TEST(Reference, FindsAWordInPathsAndMeanings) {
  const ReferenceText by_path = fields_reference("worker_start");
  EXPECT_TRUE(by_path.found);
  EXPECT_EQ(by_path.text,
            "1 field has 'worker_start' in path or meaning; `headrace show fields PATH` tells one in full\n"
            "platform.nodes.<name>.host_work.pytorch.worker_start  (duration; default 180 ms; 0 s to 1 h)  "
            "work of a core until a forked worker runs; all of a rank start at once\n");
  const ReferenceText by_meaning = fields_reference("A Forked Worker Runs");
  EXPECT_TRUE(by_meaning.text.starts_with("1 field has 'A Forked Worker Runs'")) << by_meaning.text;
  EXPECT_NE(by_meaning.text.find("\nplatform.nodes.<name>.host_work.pytorch.worker_start  ("),
            std::string::npos);
  const ReferenceText part = fields_reference("layout.STRIPE_");
  EXPECT_TRUE(part.found);
  EXPECT_NE(
      part.text.find("\njobs.<name>.layout.stripe_count  (whole number; default 1; 1 to 2000)  targets a "
                     "file is spread over\n"),
      std::string::npos)
      << part.text;
}

TEST(Reference, NamesTheNearestWords) {
  const ReferenceText text = fields_reference("Layuot");
  EXPECT_FALSE(text.found);
  EXPECT_EQ(text.text, "no field has 'Layuot' in path or meaning; did you mean 'layout'?");
  EXPECT_EQ(fields_reference("zzzzzzzzzz").text,
            "no field has 'zzzzzzzzzz' in path or meaning; `headrace show fields` lists them all");
}

TEST(Reference, CoversEverything) {
  const std::string all = fields_reference().text;
  const std::string models = models_reference();
  for (const char* field :
       {"stripe_count", "max_rpcs_in_flight", "read_latency", "worker_start", "zero_stage"}) {
    EXPECT_NE(all.find(field), std::string::npos) << field;
    EXPECT_NE(models.find(field), std::string::npos) << field;
  }
  EXPECT_NE(all.find("replications"), std::string::npos);
  EXPECT_NE(models.find("source: osc.max_rpcs_in_flight [read]"), std::string::npos);
  EXPECT_NE(models.find("  cv  "), std::string::npos);
}

TEST(Reference, ExplainsCodes) {
  EXPECT_EQ(codes_reference("E0006").text, "E0006  a key appears twice in one map\n");
  EXPECT_EQ(codes_reference("E006").text, "there is no code 'E006'; did you mean 'E0006'?");
  const std::string all = codes_reference().text;
  for (const ProblemCode& code : problem_codes()) EXPECT_NE(all.find(code.code), std::string::npos);
}

TEST(Reference, ListsUnits) {
  const std::string text = units_reference();
  for (const char* unit : {"min", "KiB", "Gbit/s", "Gb/s"})
    EXPECT_NE(text.find(unit), std::string::npos) << unit;
}

// Expects a file to be as it is made from the field lists. To renew it: HEADRACE_ACCEPT=1 in the environment
// of this test.
void expect_same(const std::string& file, const std::string& made) {
  const std::string path = std::string(HEADRACE_SOURCE_DIR "/") + file;
  if (std::getenv("HEADRACE_ACCEPT") != nullptr) std::ofstream(path, std::ios::binary) << made;
  EXPECT_EQ(contents_of(path) == made, true)
      << file << " is out of date: run loader_tests with HEADRACE_ACCEPT=1";
}

TEST(Reference, IsWhatTheReadmeOfTheModelsSays) { expect_same("models/README.md", models_markdown()); }

TEST(Reference, IsWhatTheReadmeOfScenariosSays) {
  constexpr std::string_view kBegin = "<!-- made by the program: begin -->\n";
  constexpr std::string_view kEnd = "<!-- made by the program: end -->\n";
  const std::string text = contents_of(HEADRACE_SOURCE_DIR "/scenarios/README.md");
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = text.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  expect_same("scenarios/README.md",
              text.substr(0, begin + kBegin.size()) + scenario_tables_markdown() + text.substr(end));
}

}  // namespace
}  // namespace headrace
