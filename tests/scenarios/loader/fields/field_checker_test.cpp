#include "scenarios/loader/fields/field_checker.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Another storage for a job that reads 64 files of 1 MiB, twice, on two nodes.
std::string codes_with(const std::string& storage) {
  std::string text = small_scenario();
  const std::size_t at = text.find("  file_systems:\n") + std::string("  file_systems:\n").size();
  text.insert(at, "    other: " + storage + "\n");
  return codes_of(read_scenario(text, "small.yaml",
                                {"jobs.train.storage=other", "jobs.train.workload.dataset.files=64",
                                 "jobs.train.workload.dataset.record_length=1MiB",
                                 "jobs.train.workload.training.epochs=2"})
                      .problems);
}

TEST(FieldChecker, NoStoreLooksAhead) {
  for (const std::string kind : {"local", "filer", "gpfs"}) {
    EXPECT_EQ(codes_with("{" + kind + ": {page_cache: {policy: belady, memory_share: 0}}}"), "E0326") << kind;
    EXPECT_EQ(codes_with("{" + kind + ": {page_cache: {policy: sieve, memory_share: 0}}}"), "") << kind;
  }
  EXPECT_EQ(
      codes_with("{lustre: {client: {max_cached_share: 0, page_cache: {policy: belady}}, oss: {count: 1, "
                 "nic: {bandwidth: 10 GB/s}}, ost: {count: 1}}}"),
      "E0326");
}

TEST(FieldChecker, AWholeDataSetInMemoryIsSaid) {
  for (const std::string kind : {"local", "filer", "gpfs"}) {
    EXPECT_EQ(codes_with("{" + kind + ": {}}"), "") << kind;
    EXPECT_EQ(codes_with("{" + kind + ": {page_cache: {}}}"), "W0002") << kind;
    EXPECT_EQ(codes_with("{" + kind + ": {page_cache: {capacity: 30 MiB}}}"), "") << kind;
  }
}

// Other file systems beside the one there is.
std::string codes(const std::string& systems) {
  std::string text = small_scenario();
  const std::size_t at = text.find("  file_systems:\n") + std::string("  file_systems:\n").size();
  text.insert(at, systems);
  return codes_of(read_scenario(text, "small.yaml").problems);
}

TEST(FieldChecker, TiersStandOnOtherFileSystems) {
  EXPECT_EQ(codes("    nvme: {local: {}}\n    tiered: {tiers: {above: nvme, below: scratch}}\n"), "");
  EXPECT_EQ(codes("    tiered: {tiers: {above: nvme, below: scratch}}\n"), "E0380");
  EXPECT_EQ(codes("    tiered: {tiers: {above: tiered, below: scratch}}\n"), "E0381");
  EXPECT_EQ(codes("    tiered: {tiers: {above: scratch, below: scratch}}\n"), "E0381");
  EXPECT_EQ(codes("    a: {tiers: {above: b, below: scratch}}\n    b: {tiers: {above: scratch, below: a}}\n"),
            "E0381 E0381");
  EXPECT_EQ(codes("    nvme: {local: {}}\n    tiered: {tiers: {above: scratch, below: nvme}}\n"), "E0382");
}

TEST(FieldChecker, TiersMayStandOnTiers) {
  EXPECT_EQ(codes("    nvme: {local: {}}\n    buffer: {filer: {}}\n"
                  "    lower: {tiers: {above: buffer, below: scratch}}\n"
                  "    upper: {tiers: {above: nvme, below: lower}}\n"),
            "");
}

TEST(FieldChecker, ATierFitsOnItsDrives) {
  const std::string drives = "    nvme: {local: {capacity: 1 TB}}\n";
  EXPECT_EQ(codes(drives + "    tiered: {tiers: {above: nvme, below: scratch, capacity: 1 TB}}\n"), "");
  EXPECT_EQ(codes(drives + "    tiered: {tiers: {above: nvme, below: scratch, capacity: 1001 GB}}\n"),
            "E0322");
}

// The drives of every store are looked at, wherever they stand.
TEST(FieldChecker, FindsSpecsInEveryStore) {
  const std::string array = "{kind: disk_array, disks: 9}";
  EXPECT_EQ(codes("    nvme: {local: {device: " + array + "}}\n"), "E0314");
  EXPECT_EQ(codes("    home: {filer: {heads: {device: " + array + "}}}\n"), "E0314");
  EXPECT_EQ(codes("    other: {daos: {engines: {device: " + array + "}}}\n"), "E0314");
  EXPECT_EQ(codes("    keys: {key_value: {servers: {device: " + array + "}}}\n"), "E0314");
}

TEST(FieldChecker, PointsAtTheField) {
  std::string text = small_scenario();
  const std::size_t at = text.find("  file_systems:\n") + std::string("  file_systems:\n").size();
  text.insert(at, "    tiered: {tiers: {above: scrach, below: scratch}}\n");
  const ScenarioRead read = read_scenario(text, "small.yaml");
  ASSERT_EQ(codes_of(read.problems), "E0380");
  const Problem& problem = read.problems.all()[0];
  EXPECT_EQ(problem.path, "platform.file_systems.tiered.tiers.above");
  EXPECT_EQ(problem.nearest, "did you mean 'scratch'?");
  EXPECT_EQ(problem.mark.column, 29);
}

// Spec that finds something at one field.
struct Finder {
  std::string_view field;
  bool or_at_spec = true;
  std::string shown_at = {};

  void visit(Fields&) {}
  void check(Check& check) const {
    check.error(
        {.field = field, .shown_at = shown_at, .code = "E0309", .sentence = "no", .or_at_spec = or_at_spec});
  }
};

// Returns the line at which a job shows a field, of a text that has these paths in its lines; 0: nowhere.
int line_of(Finder finder, const std::vector<std::string>& paths) {
  Places places;
  for (std::size_t i = 0; i < paths.size(); ++i) places[paths[i]].line = static_cast<int>(i + 1);
  Problems problems;
  const ClusterSpec machine;
  FieldChecker(places, problems, machine, {}).group(Field{"jobs.train", ""}, finder);
  if (problems.all().empty()) return 0;
  EXPECT_EQ(problems.all()[0].path, "jobs.train." + std::string(finder.field));
  return problems.all()[0].mark.line;
}

TEST(FieldChecker, PointsAtWhatHoldsAFieldThatIsNotThere) {
  const std::vector<std::string> text = {"jobs.train", "jobs.train.workload", "jobs.train.workload.dataset"};
  EXPECT_EQ(line_of({"workload.dataset.files"}, text), 3);
  EXPECT_EQ(line_of({"workload.training.epochs"}, text), 2);
  EXPECT_EQ(line_of({"restart"}, text), 1);
  EXPECT_EQ(line_of({"restart", false}, text), 0);
  EXPECT_EQ(line_of({"restart"}, {}), 0);
}

TEST(FieldChecker, PointsAtAnotherFieldThanTheOneAtFault) {
  const std::vector<std::string> text = {"jobs.train", "jobs.train.overrides[0]", "jobs.train.cache"};
  EXPECT_EQ(line_of({"cache", true, "overrides[0]"}, text), 2);
  EXPECT_EQ(line_of({"cache", true, "overrides[1]"}, text), 1);
  EXPECT_EQ(line_of({"cache", false, "overrides[1]"}, text), 0);
}

TEST(FieldChecker, PointsAtTheFileThatTheWorkloadCameFrom) {
  const std::vector<std::string> text = {"jobs.train", "jobs.train.dlio"};
  EXPECT_EQ(line_of({"workload.dataset.files"}, text), 2);
  EXPECT_EQ(line_of({"workload"}, text), 2);
  EXPECT_EQ(line_of({"cache.scope"}, text), 1);
}

}  // namespace
}  // namespace headrace
