#include <gtest/gtest.h>

#include <filesystem>

#include "models/jobs/probe/probe_spec.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

class ProbeChecks : public testing::Test {
 protected:
  ScenarioRead read(const std::string& probe, const std::string& more = "") {
    const std::string text = small_scenario();
    return read_scenario_file(folder_.write("scenario.yaml", text.substr(0, text.find("  train:")) +
                                                                 "  look:\n    probe: {" + probe +
                                                                 "}\n    nodes: {group: clients}\n"
                                                                 "    storage: scratch\n" +
                                                                 more));
  }
  // "CODE path: sentence" of each problem.
  std::string said(const std::string& probe, const std::string& more = "") {
    std::string out;
    const ScenarioRead read_out = read(probe, more);
    for (const Problem& problem : read_out.problems.all())
      out += (out.empty() ? "" : "\n") + problem.code + " " + problem.path + ": " + problem.sentence;
    return out;
  }

  TestFolder folder_{"published_checks"};
};

TEST_F(ProbeChecks, LetAGoodProbePass) {
  EXPECT_EQ(said("operation: read, processes_per_node: 99, shared_file: true"), "");
  EXPECT_EQ(said("operation: stat, popularity: 0.9"), "");
  EXPECT_EQ(said("operation: create, file_size: 0 B, duration: 2 s"), "");
  EXPECT_EQ(said("operation: send"), "");
  const ScenarioRead good = read("operation: stat, files_per_process: 7");
  EXPECT_EQ(good.scenario->jobs[0].second.work.find<ProbeSpec>()->operation, ProbeOperation::stat);
}

TEST_F(ProbeChecks, RefuseWhatItsOperationDoesNotHave) {
  EXPECT_EQ(said("operation: read, file_size: 0 B"),
            "E0370 jobs.look.probe.file_size: 'read' of files without a byte moves nothing");
  EXPECT_EQ(
      said("operation: stat, shared_file: true"),
      "E0370 jobs.look.probe.shared_file: 'stat' is of whole files, and one file cannot be shared by all "
      "ranks");
  EXPECT_EQ(said("operation: write, popularity: 1"),
            "E0370 jobs.look.probe.popularity: 'write' takes its files in turn and chooses none");
  EXPECT_EQ(said("operation: stat, popularity: 1, files_per_process: 100000000"),
            "E0370 jobs.look.probe.popularity: Zipf's law over more than 10000000 files of a rank");
}

TEST_F(ProbeChecks, RefuseLocksThatAStoreDoesNotHave) {
  const std::string shared = "operation: write, shared_file: true, shared_file_locks: ";
  EXPECT_EQ(said(shared + "lock_ahead"), "");
  EXPECT_EQ(said(shared + "group"), "");
  EXPECT_EQ(
      said("operation: write, shared_file_locks: group"),
      "E0370 jobs.look.probe.shared_file_locks: 'group' is for a shared_file that is written, and this is "
      "none");
  EXPECT_EQ(said(shared + "lock_ahead, transfer_size: 47008 B"),
            "E0370 jobs.look.probe.shared_file_locks: locks cover whole pages of 4 KiB, so that transfers of "
            "47008 B have some together that no rank can lock ahead for itself");
  const std::string filer =
      changed(small_scenario(), "    scratch:\n", "    home: {filer: {}}\n    scratch:\n");
  const ScenarioRead read_out = read_scenario_file(
      folder_.write("filer.yaml", filer.substr(0, filer.find("  train:")) + "  look:\n    probe: {" + shared +
                                      "group}\n    nodes: {group: clients}\n    storage: home\n"));
  ASSERT_EQ(codes_of(read_out.problems), "E0370");
  EXPECT_EQ(read_out.problems.all()[0].sentence,
            "'home' has no locks that a job could ask for in another way");
}

TEST_F(ProbeChecks, WantPublishedFiguresThatTheJobHas) {
  const std::string figure =
      "    published: [{figure: probe.operations_per_second, value: 5, source: a page}";
  EXPECT_EQ(said("operation: stat", figure + "]\n"), "");
  EXPECT_EQ(said("operation: stat", "    published: [{figure: probe.gb_per_second, value: 5, source: x}]\n"),
            "E0371 jobs.look.published[0]: the job 'look' will not have the figure 'probe.gb_per_second'");
  EXPECT_EQ(
      said("operation: stat", figure + ", {figure: probe.operations_per_second, value: 6, source: x}]\n"),
      "E0371 jobs.look.published[1]: 'probe.operations_per_second' is published twice");
}

// The same nodes, one after another; each by itself.
TEST_F(ProbeChecks, JobsThatRunOneByOneShareTheirNodes) {
  const std::string other =
      "  again:\n    probe: {operation: write}\n    nodes: {group: clients}\n    storage: scratch\n";
  EXPECT_EQ(said("operation: read", other).substr(0, 5), "E0310");
  const ScenarioRead good = read("operation: read", other + "measure: {separately: true}\n");
  ASSERT_TRUE(good.scenario.has_value());
  const std::vector<Scenario> each = jobs_by_themselves(*good.scenario);
  ASSERT_EQ(each.size(), 2u);
  EXPECT_EQ(each[1].jobs.size(), 1u);
  EXPECT_EQ(each[1].jobs[0].first, "again");
  EXPECT_EQ(
      said("operation: read", "measure: {separately: true, alone: true}\n"),
      "E0372 measure.alone: jobs that are run one by one take no 'measure.alone'\n"
      "W0010 measure.alone: the scenario has one job, which runs alone in any case: nothing more is run");
}

// Every platform that is shipped has its evidence, and every job of that says what is published of it.
TEST(ShippedProbes, AreReadAndHavePublishedFigures) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios/probes")) {
    ++files;
    const ScenarioRead read = read_scenario_file(entry.path().string());
    ASSERT_TRUE(read.scenario.has_value()) << read.problems.text();
    EXPECT_TRUE(read.scenario->measure.separately) << entry.path();
    for (const auto& [name, job] : read.scenario->jobs)
      EXPECT_FALSE(job.published.empty()) << entry.path() << " " << name;
  }
  EXPECT_GE(files, 20);
}

}  // namespace
}  // namespace headrace
