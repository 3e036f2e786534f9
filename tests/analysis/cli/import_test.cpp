#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

class ImportTest : public CliTest {
 protected:
  ImportTest() { std::ofstream(description_) << kMillpondJson; }
  int import(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"import", "mlperf-system", description_});
    return call(more);
  }
  static std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string description_ = folder_ / "system.json", made_ = folder_ / "made/ours.yaml";
};

TEST_F(ImportTest, PrintsThePlatformAndTheReport) {
  ASSERT_EQ(import(), 0) << err();
  EXPECT_TRUE(out().starts_with("# A platform imported by headrace ")) << out();
  EXPECT_NE(out().find("name: \"Millpond Weir 2\"\n"), std::string::npos);
  EXPECT_NE(err().find("lustre of Millpond Weir 2\n"), std::string::npos) << err();
  EXPECT_NE(err().find(" values read, "), std::string::npos);
  EXPECT_NE(
      in_one_line(err()).find("platform.network.latency: no latency is described; 2 us within a factor of 2"),
      std::string::npos)
      << err();
  EXPECT_NE(in_one_line(err()).find("nodes[1].CPU.boost_frequency: 2500 cannot be meant"), std::string::npos);
  std::ofstream(description_) << kSluiceFacts;
  ASSERT_EQ(import(), 0);
  const std::string short_report = err();
  ASSERT_EQ(import({"--verbose"}), 0);
  EXPECT_GT(err().size(), short_report.size());
  ASSERT_EQ(import({"--quiet"}), 0);
  EXPECT_TRUE(err().empty()) << err();
}

// The written file is a platform: a scenario includes it, runs, and is doubted.
TEST_F(ImportTest, WritesAPlatformThatRuns) {
  ASSERT_EQ(import({"--out", made_}), 0) << err();
  EXPECT_NE(out().find(made_ + " is the platform"), std::string::npos) << out();
  std::string scenario = kTinyScenario;
  const std::size_t platform = scenario.find("platform:"), jobs = scenario.find("jobs:");
  scenario.replace(platform, jobs - platform, "platform: {include: made/ours.yaml}\n");
  scenario.replace(scenario.find("scratch"), 7, "lustre");
  std::ofstream(folder_ / "ours.yaml") << scenario;
  EXPECT_EQ(call({"run", folder_ / "ours.yaml", "--out", database_}), 0) << err();
  EXPECT_EQ(call({"check", folder_ / "ours.yaml"}), 0) << err();
}

TEST_F(ImportTest, ReplacesItsOwnFilesAndNoOthers) {
  ASSERT_EQ(import({"--out", made_}), 0) << err();
  const std::string first = text_of_file(made_);
  ASSERT_EQ(import({"--out", made_}), 0) << err();
  EXPECT_EQ(text_of_file(made_), first);
  std::ofstream(made_) << "mine\n";
  EXPECT_EQ(import({"--out", made_}), 3);
  EXPECT_EQ(text_of_file(made_), "mine\n");
  EXPECT_EQ(import({"--out", description_}), 2);
  EXPECT_EQ(text_of_file(description_), kMillpondJson);
}

TEST_F(ImportTest, HasAnAnswerForPrograms) {
  ASSERT_EQ(import({"--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["schema"], "headrace.import/1");
  EXPECT_EQ(tree["form"], "MLPerf Storage v1.0");
  EXPECT_EQ(tree["storage"], "lustre");
  EXPECT_EQ(tree["gaps"].size(), tree["assumed"]);
  EXPECT_EQ(tree["gaps"][0]["field"], "platform.nodes.clients.smt");
  EXPECT_TRUE(tree["platform"].get<std::string>().starts_with("# A platform imported by headrace "));
  EXPECT_TRUE(err().empty()) << err();
}

TEST_F(ImportTest, RefusesWrongWords) {
  EXPECT_EQ(call({"import"}), 2);
  EXPECT_EQ(call({"import", "mlperf-system"}), 2);
  EXPECT_EQ(call({"import", "mlpref-system", description_}), 2);
  EXPECT_NE(err().find("did you mean 'mlperf-system'?"), std::string::npos) << err();
  EXPECT_EQ(import({"--store", "lustr"}), 2);
  EXPECT_NE(err().find("did you mean 'lustre'?"), std::string::npos) << err();
  EXPECT_EQ(import({"another"}), 2);
  EXPECT_EQ(call({"imprt", "mlperf-system", description_}), 2);
  EXPECT_NE(err().find("'import'"), std::string::npos) << err();
}

TEST_F(ImportTest, RefusesWrongFiles) {
  EXPECT_EQ(call({"import", "mlperf-system", folder_ / "nothing.json"}), 2);
  EXPECT_NE(err().find("error[E0001]"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "mlperf-system", folder_.path()}), 2);
  EXPECT_NE(err().find("is a directory"), std::string::npos) << err();
  for (const char* text :
       {"", "{", "[]", "7", "{\"nodes\": 7}", "{\"nodes\": [1], \"benchmark_hosts\": {}}"}) {
    std::ofstream(description_) << text;
    EXPECT_EQ(import({"--out", made_}), 2) << text;
    EXPECT_NE(err().find("system.json:"), std::string::npos) << err();
    EXPECT_FALSE(std::filesystem::exists(made_)) << text;
  }
}

TEST_F(ImportTest, TakesTheKindThatIsAskedFor) {
  ASSERT_EQ(import({"--store", "filer", "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["storage"], "nas");
}

}  // namespace
}  // namespace headrace
