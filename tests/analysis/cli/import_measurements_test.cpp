#include "analysis/cli/import_measurements.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenarios/loader/measured/measured_figures.h"
#include "sim/units_text.h"
#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/benchmarks/dlio_run_support.h"
#include "tests/scenarios/loader/benchmarks/lustre_support.h"

namespace headrace {
namespace {

constexpr const char* kNode = R"(schema: headrace/1
name: node
platform:
  nodes: {host: {count: 1, cores: 16, memory: 64 GiB}}
  file_systems:
    drive: {local: {capacity: 1 TB, device: {read_bandwidth: 3 GB/s, read_latency: 40 us}}}
jobs:
  probe:
    probe: {operation: read}
    nodes: {group: host}
    storage: drive
measure: {replications: 1}
)";

class ImportMeasurementsTest : public CliTest {
 protected:
  ImportMeasurementsTest() {
    std::ofstream(fio_) << fio_text(fio_job({}));
    std::ofstream(ior_) << kIorText << kIorSummary;
  }
  static std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string fio_ = folder_ / "fio.json", ior_ = folder_ / "ior.txt",
                    rows_ = folder_ / "made/rows.csv";
};

TEST_F(ImportMeasurementsTest, PrintsRowsAndTheReport) {
  ASSERT_EQ(call({"import", "fio", fio_}), 0) << err();
  EXPECT_TRUE(out().starts_with("# Figures of benchmarks imported by headrace ")) << out();
  EXPECT_NE(out().find("\nrole,run,overrides,measured,source\ncalibration,\"weir: read of 4 KiB"),
            std::string::npos);
  EXPECT_NE(err().find("fio: 1 run of 1 file\n3 rows: 2 may be fitted, 1 held against the fit\n"),
            std::string::npos)
      << err();
  ASSERT_EQ(call({"import", "fio", fio_, "--quiet"}), 0);
  EXPECT_TRUE(err().empty()) << err();
}

TEST_F(ImportMeasurementsTest, WritesTheRowsOfSeveralFiles) {
  ASSERT_EQ(call({"import", "fio", fio_, fio_, "--out", rows_, "--job", "reads"}), 0) << err();
  EXPECT_NE(in_one_line(out()).find("--data " + rows_ + " --fit PATH`, where the job 'reads'"),
            std::string::npos)
      << out();
  const std::string first = text_of_file(rows_);
  EXPECT_NE(first.find("jobs.reads.probe.operations_per_second == 10000"), std::string::npos) << first;
  EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 3 + 2 * 3);
  ASSERT_EQ(call({"import", "fio", fio_, fio_, "--out", rows_, "--job", "reads"}), 0) << err();
  EXPECT_EQ(text_of_file(rows_), first);
  std::ofstream(rows_) << "mine\n";
  EXPECT_EQ(call({"import", "fio", fio_, "--out", rows_}), 3);
  EXPECT_EQ(call({"import", "fio", fio_, "--out", fio_}), 2);
}

TEST_F(ImportMeasurementsTest, HasAnAnswerForPrograms) {
  ASSERT_EQ(call({"import", "ior", ior_, "--json"}), 0) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["schema"], "headrace.measurements/1");
  EXPECT_EQ(tree["runs"].size(), 2u);
  EXPECT_EQ(tree["runs"][0]["figures"][0]["figure"], "probe.gb_per_second");
  EXPECT_EQ(tree["dropped"]["count"], 0);
  EXPECT_TRUE(err().empty()) << err();
}

TEST_F(ImportMeasurementsTest, DoubtsWhatThePortsDoNotCarry) {
  ASSERT_EQ(call({"import", "ior", ior_, "--link", "10Gbit/s"}), 0) << err();
  EXPECT_NE(err().find("warning[W0090]"), std::string::npos) << err();
  EXPECT_NE(out().find("\nvalidation,"), std::string::npos);
  ASSERT_EQ(call({"import", "ior", ior_, "--link", "100Gbit/s"}), 0) << err();
  EXPECT_EQ(out().find("\nvalidation,"), std::string::npos) << out();
}

// A folder that DLIO left is known without its form, and its rows are of a scenario that init makes of its
// configuration: eight ranks that compute half a second for a batch of seven.
TEST_F(ImportMeasurementsTest, TakesTheFolderOfADlioRun) {
  SyntheticDlioRun two_a_host;
  two_a_host.hosts = "4";
  const std::string run = two_a_host.write(folder_ / "run1");
  ASSERT_EQ(call({"import", run, "--out", rows_}), 0) << err();
  EXPECT_NE(out().find("dlio: 1 run in 1 place\n5 rows: 4 may be fitted, 1 held against the fit\n"),
            std::string::npos)
      << out();
  const std::string rows = text_of_file(rows_);
  EXPECT_NE(rows.find("jobs.train.first_batch_seconds == 2,"), std::string::npos) << rows;
  ASSERT_EQ(call({"import", "dlio", run, "--job", "ours", "--json"}), 0) << err();
  EXPECT_EQ(nlohmann::json::parse(out())["runs"][0]["ranks"].size(), 8u);
  const std::string scenario = folder_ / "ours.yaml";
  ASSERT_EQ(call({"init", run + "/.hydra/config.yaml", run + "/.hydra/overrides.yaml", "--nodes", "4",
                  "--out", scenario}),
            0)
      << err();
  const MeasuredFigures figures = read_measured_figures(rows_, scenario);
  ASSERT_TRUE(figures.figures) << figures.problems.text();
  EXPECT_EQ(figures.figures->size(), 5u);
}

TEST_F(ImportMeasurementsTest, TellsFoldersWithoutADlioRun) {
  std::filesystem::create_directories(folder_ / "empty");
  EXPECT_EQ(call({"import", "dlio"}), 2);
  EXPECT_EQ(call({"import", "dlio", folder_ / "empty"}), 2);
  EXPECT_NE(err().find("error[E0721]"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "dlio", fio_}), 2);
  EXPECT_EQ(call({"import", "dlio", folder_ / "none"}), 2);
}

TEST_F(ImportMeasurementsTest, RefusesWrongWords) {
  EXPECT_EQ(call({"import", "fio"}), 2);
  EXPECT_EQ(call({"import", "foi", fio_}), 2);
  EXPECT_NE(err().find("did you mean 'fio'?"), std::string::npos) << err();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"fio", fio_, "--store", "lustre"},
                                             {"fio", fio_, "--job", "a b"},
                                             {"fio", fio_, "--job", "a.b"},
                                             {"ior", ior_, "--link", "10"},
                                             {"ior", ior_, "--link", "0 GB/s"},
                                             {"mlperf-system", fio_, "--job", "x"},
                                             {"mlperf-system", fio_, "--link", "1GB/s"},
                                             {"mlperf-system", fio_, "--strict"}}) {
    std::vector<std::string> all = {"import"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(call(all), 2) << words.front() << words.back();
    EXPECT_NE(err().find(words[2]), std::string::npos) << err();
  }
}

TEST_F(ImportMeasurementsTest, RefusesWrongFiles) {
  EXPECT_EQ(call({"import", "fio", ior_, "--out", rows_}), 2);
  EXPECT_NE(err().find("this looks like IOR's output"), std::string::npos) << err();
  EXPECT_NE(err().find("`headrace import ior " + ior_ + "`"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "fio", fio_, folder_ / "none", "--out", rows_}), 2);
  EXPECT_FALSE(std::filesystem::exists(rows_));
  std::ofstream(ior_, std::ios::app) << "IOR-4.0.0: MPI Coordinated Test of Parallel I/O\n";
  ASSERT_EQ(call({"import", "ior", ior_}), 0) << err();
  EXPECT_NE(err().find("Dropped, as it cannot be read (1 record):"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "ior", ior_, "--strict"}), 2);
  EXPECT_NE(err().find("error[E0722]"), std::string::npos) << err();
}

TEST_F(ImportMeasurementsTest, PrintsWhatALustreDoesAndHas) {
  const std::string dump = folder_ / "dump.txt", values = folder_ / "made/lustre.yaml";
  std::ofstream(dump) << kServerDump << kClientDump;
  ASSERT_EQ(call({"import", "lctl", dump}), 0) << err();
  EXPECT_NE(out().find("\nlustre:\n  ost:\n    count: 3"), std::string::npos) << out();
  EXPECT_NE(err().find("weir: 3 OSTs, 1 MDT"), std::string::npos) << err();
  ASSERT_EQ(call({"import", "lctl", dump, dump, "--out", values}), 0) << err();
  EXPECT_NE(text_of_file(values).find("max_rpcs_in_flight: 16"), std::string::npos);
  EXPECT_NE(out().find("16 reads, 64 writes"), std::string::npos) << out();
  ASSERT_EQ(call({"import", "lctl", dump, "--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(out())["schema"], "headrace.lustre/1");
  EXPECT_EQ(call({"import", "lctl", dump, "--job", "reads"}), 2);
  EXPECT_EQ(call({"import", "lctl", dump, "--link", "1GB/s"}), 2);
  EXPECT_EQ(call({"import", "lctl", fio_}), 2);
  EXPECT_NE(err().find("this looks like fio's JSON"), std::string::npos) << err();
}

// CalibratedNodeTest: a node whose drive is simulated with 6 GB/s and 90 us, and whose figures are written as
// fio would; what is fitted begins at 3 GB/s and 40 us.
class CalibratedNodeTest : public ImportMeasurementsTest {
 protected:
  // Runs a probe on the drive, and returns its figures.
  nlohmann::json run_of(const std::string& size, int processes, int depth) {
    const std::string of = "jobs.probe.probe.";
    EXPECT_EQ(call({"run", node_, kDrive + "read_bandwidth=6GB/s", kDrive + "read_latency=90us",
                    of + "transfer_size=" + size, of + "order=random", of + "file_size=1GiB",
                    of + "processes_per_node=" + std::to_string(processes),
                    of + "queue_depth=" + std::to_string(depth), of + "duration=200ms", "seed=9", "--json",
                    "--out", database_}),
              0)
        << err();
    return nlohmann::json::parse(out())["jobs"]["probe"]["probe"];
  }
  FioJob job_of(const std::string& size, int processes, int depth, int group) {
    const nlohmann::json probe = run_of(size + "iB", processes, depth);  // fio takes "4K" as 4 KiB, too.
    FioJob job;
    job.name = "reads_" + size;
    job.group = group;
    job.options = "\"rw\": \"randread\", \"bs\": \"" + size +
                  "\", \"size\": \"1g\", \"direct\": \"1\", \"ioengine\": " + "\"libaio\", \"iodepth\": \"" +
                  std::to_string(depth) + "\", \"numjobs\": \"" + std::to_string(processes) +
                  "\", \"group_reporting\": \"1\"";
    job.rate = probe["gb_per_second"].get<double>() * 1e9;
    job.iops = probe["operations_per_second"];
    job.milliseconds = 10'000;  // As a run of ten seconds would have it.
    job.operations = job.iops * 10;
    const auto nanoseconds = [&](const char* share) {
      return std::to_string(probe["latency_ms"][share].get<double>() * 1e6);
    };
    job.latencies = "\"percentile\": {\"50.000000\": " + nanoseconds("p50") +
                    ", \"99.000000\": " + nanoseconds("p99") + "}";
    return job;
  }

  const std::string kDrive = "platform.file_systems.drive.local.device.";
  const std::string node_ = folder_ / "node.yaml";
};

TEST_F(CalibratedNodeTest, GivesItsDriveBack) {
  std::ofstream(node_) << kNode;
  const std::string jobs = fio_job(job_of("4K", 1, 1, 0)) + ",\n" + fio_job(job_of("64K", 1, 2, 1)) + ",\n" +
                           fio_job(job_of("1M", 4, 8, 2)) + ",\n" + fio_job(job_of("256K", 1, 1, 3));
  std::ofstream(fio_) << fio_text(jobs);
  ASSERT_EQ(call({"import", "fio", fio_, "--out", rows_}), 0) << err();
  ASSERT_EQ(
      call({"calibrate", node_, "--data", rows_, "--fit", kDrive + "read_bandwidth=1GB/s..20GB/s", "--fit",
            kDrive + "read_latency=10us..400us", "--out", folder_ / "made/node.yaml", "--json"}),
      0)
      << err();
  const auto tree = nlohmann::json::parse(out());
  const auto bandwidth = tree["fields"][0], latency = tree["fields"][1];
  const auto rate = [](const nlohmann::json& text) {
    return std::get<Bandwidth>(parse_bandwidth(text.get<std::string>())).in_bytes_per_second();
  };
  const auto time = [](const nlohmann::json& text) {
    return std::get<Duration>(parse_duration(text.get<std::string>())).in_seconds();
  };
  EXPECT_NEAR(rate(bandwidth["found"]) / 6e9, 1, 0.02) << bandwidth;
  EXPECT_LE(rate(bandwidth["low"]), 6e9) << bandwidth;
  EXPECT_GE(rate(bandwidth["high"]), 6e9) << bandwidth;
  EXPECT_NEAR(time(latency["found"]) / 90e-6, 1, 0.02) << latency;
  EXPECT_LE(time(latency["low"]), 90e-6) << latency;
  EXPECT_GE(time(latency["high"]), 90e-6) << latency;
}

// Each real sample has a report.
TEST_F(ImportMeasurementsTest, RealSamplesHaveReports) {
  if (sample_path("").empty()) GTEST_SKIP() << kNoSamples;
  EXPECT_EQ(call({"import", "fio", sample_path("fio-json/local_randread_4k.json")}), 0) << err();
  EXPECT_NE(err().find("3 rows: 0 may be fitted, 3 held against the fit"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "ior", sample_path("ior-mdtest/ior-4.0.0_posix_shared.txt")}), 0) << err();
  EXPECT_NE(err().find("2 rows: 1 may be fitted, 1 held against the fit"), std::string::npos) << err();
  EXPECT_EQ(call({"import", "mdtest", sample_path("ior-mdtest/mdtest-4.0.0_create.txt")}), 0) << err();
  EXPECT_NE(in_one_line(err()).find("'Tree creation' is a phase that no probe has"), std::string::npos)
      << err();
  for (const char* name : {"brw_stats_with_data.txt", "ddn145_stats.txt", "job_stats_ost_v2.12.txt",
                           "llite_client.txt", "valid_oss_mds_get_param.txt"})
    EXPECT_EQ(call({"import", "lctl", sample_path(std::string("lustre-stats/") + name)}), 0) << name << err();
}

}  // namespace
}  // namespace headrace
