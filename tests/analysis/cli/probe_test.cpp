#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

// Two nodes on one target of 1 GB/s, of which a sheet says so, and a measurement twice that.
class ProbeTest : public CliTest {
 protected:
  ProbeTest() { write(1); }

  void write(double sheet) {
    std::string text = kTinyScenario;
    text.replace(text.find("ost: {count: 2}"), 15, "ost: {count: 1, device: {read_bandwidth: 1 GB/s}}");
    text.erase(text.find("jobs:"));
    std::ofstream(scenario_) << text << R"(jobs:
  reads:
    probe: {operation: read, file_size: 128 MiB, transfer_size: 4 MiB, queue_depth: 4}
    nodes: {group: clients}
    storage: scratch
    published:
      - {figure: probe.gb_per_second, value: )"
                             << sheet << R"(, source: "its data sheet [read]"}
      - {figure: seconds, value: 100, by: measured, source: "somebody [read]"}
  files:
    probe: {operation: open_read_close, file_size: 100 KiB, files_per_process: 20}
    nodes: {group: clients}
    storage: scratch
measure: {separately: true}
)";
  }
};

TEST_F(ProbeTest, HoldsTheMachineAgainstWhatIsPublished) {
  const std::string file = folder_ / "probes.json";
  ASSERT_EQ(call({"probe", scenario_, "--out", file, "--quiet"}), 0) << out() << err();
  EXPECT_NE(out().find("probe.gb_per_second"), std::string::npos) << out();
  EXPECT_EQ(out().find("its data sheet"), std::string::npos) << "sources are for --verbose";
  std::ifstream stream(file);
  const auto tree = nlohmann::json::parse(stream);
  EXPECT_EQ(tree["schema"], "headrace.probes/1");
  ASSERT_EQ(tree["probes"].size(), 2U);
  EXPECT_EQ(tree["probes"][0]["probe"], "reads");
  EXPECT_EQ(tree["probes"][0]["sheet"], 1);
  EXPECT_NEAR(tree["probes"][0]["simulated"].get<double>(), 1, 0.05);
  EXPECT_EQ(tree["probes"][1]["by"], "measured");
}

TEST_F(ProbeTest, KeepsItsRunsWhereItIsTold) {
  const std::string one = folder_ / "one.db", two = folder_ / "two.db";
  ASSERT_EQ(call({"probe", scenario_, "--quiet", "--jobs", "1", "--database", one}), 0) << err();
  const std::string printed = out();
  ASSERT_EQ(call({"probe", scenario_, "--quiet", "--jobs", "2", "--database", two}), 0) << err();
  EXPECT_EQ(out(), printed);
  ResultReader first(one), second(two);
  EXPECT_EQ(content_hash(first.database()), content_hash(second.database()));
  EXPECT_EQ(first.database().text("SELECT group_concat(verb || alone) FROM call_run"),
            "probereads,probefiles");
}

TEST_F(ProbeTest, ALimitEndsIt) {
  EXPECT_EQ(call({"probe", scenario_, "--memory-limit", "1 B"}), 4);
  EXPECT_NE(err().find("headrace: stopped by --memory-limit 1 B\n"), std::string::npos) << err();
  EXPECT_NE(err().find("reads did not finish and is left out"), std::string::npos) << err();
}

// A prediction may be off; what the machine was built from may not.
TEST_F(ProbeTest, FailsWhereAMachineIsNotWhatItWasBuiltFrom) {
  write(2);
  EXPECT_EQ(call({"probe", scenario_, "--quiet"}), 1);
  EXPECT_NE(out().find("% off what the machine was built from"), std::string::npos) << out();
}

TEST_F(ProbeTest, TakesOverridesAndRefusesWhatIsWrong) {
  ASSERT_EQ(call({"probe", scenario_, "--json", "--quiet",
                  "platform.file_systems.scratch.lustre.ost.device.read_bandwidth=500 MB/s"}),
            1);
  EXPECT_NEAR(nlohmann::json::parse(out())["probes"][0]["error"].get<double>(), -0.5, 0.03);
  EXPECT_EQ(call({"probe", scenario_, "jobs.reads.probe.operation=raed"}), 2);
  EXPECT_NE(err().find("did you mean 'read'?"), std::string::npos) << err();
  EXPECT_EQ(call({"probe"}), 2);
  EXPECT_NE(err().find("'probe' needs a scenario file"), std::string::npos) << err();
}

// Jobs that are run one by one are no scenario to run together, and one by itself is.
TEST_F(ProbeTest, IsWhatSuchAScenarioIsFor) {
  EXPECT_EQ(call({"run", scenario_, "--out", database_}), 2);
  EXPECT_NE(err().find("did you mean 'headrace probe "), std::string::npos) << err();
  EXPECT_EQ(call({"check", scenario_}), 0) << err();
  EXPECT_NE(out().find("files: probe of open_read_close, 2 ranks on 2 nodes"), std::string::npos) << out();
}

TEST_F(ProbeTest, AnswersAsAJobToo) {
  ASSERT_EQ(
      call({"run", scenario_, "--out", database_, "measure.separately=false", "jobs.files.nodes.first=1",
            "jobs.files.nodes.count=1", "jobs.reads.nodes.count=1", "--json"}),
      0)
      << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["jobs"]["files"]["kind"], "probe");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "results/tiny/dlio")) << "no benchmark of DLIO's";
  EXPECT_EQ(tree["jobs"]["files"]["probe"]["operations"], 20);
  EXPECT_NE(tree["jobs"]["reads"]["answer"].get<std::string>().find("1 rank on 1 node: read at "),
            std::string::npos)
      << out();
}

TEST_F(ProbeTest, OneAnswerForShards) {
  const std::string merged = folder_ / "merged.db";
  ASSERT_EQ(call({"probe", scenario_, "--json"}), 0) << err();
  const std::string expected = out();
  for (const char* shard : {"1/2", "2/2"}) {
    const std::string database = folder_ / (std::string(1, shard[0]) + ".db");
    ASSERT_EQ(call({"probe", scenario_, "--shard", shard, "--database", database}), 0) << err();
    EXPECT_EQ(out(), "shard " + std::string(1, shard[0]) + " of 2: 1 of 1 run stored in " + database + "\n");
    ASSERT_EQ(call({"merge", merged, database}), 0) << err();
  }
  ASSERT_EQ(call({"show", "answer", merged, "--json"}), 0) << err();
  EXPECT_EQ(out(), expected);
}

TEST_F(ProbeTest, ABatchScriptProbesEachJob) {
  ASSERT_EQ(call({"probe", scenario_, "--slurm", "8", "--database", database_, "--memory-limit", "1GiB"}), 0)
      << err();
  EXPECT_EQ(out().find("2 jobs in 2 shards: "), 0U) << out();
  EXPECT_FALSE(std::filesystem::exists(database_));
  std::ifstream file(std::filesystem::path(database_).replace_extension(".sbatch"));
  const std::string script(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(script.find(" --database " + folder_ / "results/tiny.shard"), std::string::npos) << script;
  EXPECT_NE(script.find(" show answer " + database_ + "'"), std::string::npos) << script;
}

TEST_F(ProbeTest, PartsAreOfOneFileAndKeepTheirRuns) {
  EXPECT_EQ(call({"probe", scenario_, scenario_, "--slurm", "2"}), 2);
  EXPECT_NE(
      err().find("--shard and --slurm take one scenario file, for `show answer` prints one call: probe '" +
                 scenario_ + "' by a command of its own"),
      std::string::npos)
      << err();
  ASSERT_EQ(call({"probe", "--help"}), 0);
  EXPECT_NE(out().find("scenario files, or one with --shard or --slurm"), std::string::npos) << out();
  EXPECT_EQ(call({"probe", scenario_, "--shard", "1/2"}), 2);
  EXPECT_NE(err().find("--shard is of no use without --database FILE.db"), std::string::npos) << err();
  EXPECT_EQ(call({"probe", scenario_, "--slurm", "2", "--out", folder_ / "t.json"}), 2);
  EXPECT_NE(err().find("`headrace show answer FILE.db --json` prints"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
