#include "scenarios/loader/benchmarks/probe_rows.h"

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

TEST(ProbeRows, SayTheRunTheFigureAndItsPlace) {
  const BenchmarkRead read = read_output("fio", fio_text(fio_job({})));
  const std::vector<ProbeRow> rows = probe_rows(read.outputs, "reads");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].run, "weir: read of 4 KiB, 1 x 1 x 8, random, direct");
  EXPECT_EQ(rows[0].measured, "jobs.reads.probe.operations_per_second == 10000");
  EXPECT_EQ(rows[0].source, "fio-3.33, output.txt:12: read.iops 10000");
  EXPECT_TRUE(rows[0].overrides.starts_with("jobs.reads.nodes.count=1 jobs.reads.probe.operation=read "));
  EXPECT_EQ(rows[0].role, RowRole::calibration);
  EXPECT_EQ(rows[1].measured, "jobs.reads.probe.latency_ms.p50 == 0.8");
  EXPECT_EQ(rows[2].role, RowRole::validation);
}

TEST(ProbeRows, OfADoubtedRunAreNeverFitted) {
  std::string text = fio_text(fio_job({}));
  text.replace(text.find("\"error\": 0"), 10, "\"error\": 5");
  for (const ProbeRow& row : probe_rows(read_output("fio", text).outputs, "probe"))
    EXPECT_EQ(row.role, RowRole::validation);
}

// The overrides of every form make a scenario of any probe, whatever it was before.
TEST(ProbeRows, FitAScenarioWithAProbe) {
  constexpr const char* kScenario =
      "schema: headrace/1\nname: rows\nplatform:\n  nodes: {host: {count: 2}}\n  file_systems: {scratch: "
      "{lustre: "
      "{oss: {count: 1}, ost: {count: 2}}}}\njobs:\n  probe:\n    probe: {operation: create, direct_writes: "
      "true, "
      "file_size: 1 MiB}\n    nodes: {group: host}\n    storage: scratch\n";
  const std::string outputs[][2] = {
      {"fio", fio_text(fio_job({}))}, {"ior", std::string(kIorText) + kIorSummary}, {"mdtest", kMdtestText}};
  for (const auto& [form, text] : outputs)
    for (const ProbeRow& row : probe_rows(read_output(form, text).outputs, "probe")) {
      std::vector<std::string> words;
      std::string rest = row.overrides;
      while (!rest.empty()) {
        words.push_back(rest.substr(0, rest.find(' ')));
        rest.erase(0, std::min(words.back().size() + 1, rest.size()));
      }
      const ScenarioRead scenario = read_scenario(kScenario, "rows.yaml", words);
      EXPECT_TRUE(scenario.scenario.has_value()) << row.run << "\n" << scenario.problems.text();
    }
}

}  // namespace
}  // namespace headrace
