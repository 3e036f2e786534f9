#include "scenarios/loader/init/evidence.h"

#include "tests/scenarios/loader/import/import_support.h"
#include "tests/scenarios/loader/init/evidence_support.h"

namespace headrace {
namespace {

class EvidenceTest : public InitFilesTest {
 protected:
  std::string kind_of(const std::string& text) const { return kinds_of(read({{"f", text}})); }
};

TEST_F(EvidenceTest, KnowsFilesByWhatTheyHold) {
  EXPECT_EQ(kind_of(kDlioText), "DLIO workload");
  EXPECT_EQ(kind_of(std::string(kMillpondJson)), "system description");
  EXPECT_EQ(kind_of(std::string(kSluiceFacts)), "system description");
  EXPECT_EQ(kind_of(kLctlText), "lctl");
  EXPECT_EQ(kind_of(fio_text("read", 5e9, 5000, "1m", 16, 3000)), "fio");
  EXPECT_EQ(kind_of(kLsblk), "lsblk");
  EXPECT_EQ(kind_of(kNvidiaTable), "nvidia-smi");
  EXPECT_EQ(kind_of("- ++workload.reader.read_threads=8\n- workload=unet3d_h100\n"), "overrides");
}

TEST_F(EvidenceTest, SaysOfOtherFilesWhatTheyAre) {
  const auto told = [&](const std::string& text) {
    const Evidence evidence = read({{"f", text}});
    EXPECT_TRUE(evidence.problems.has_errors());
    EXPECT_NE(evidence.problems.text().find("error[E0750]"), std::string::npos) << evidence.problems.text();
    return evidence.problems.text();
  };
  EXPECT_NE(told("schema: headrace/1\nname: x\n").find("is a scenario already"), std::string::npos);
  EXPECT_NE(told("nodes: {clients: {count: 1}}\n").find("--platform " + folder_ / "f"), std::string::npos);
  EXPECT_NE(told("[{\"id\":1,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,"
                 "\"ph\":\"X\"}")
                .find("headrace import " + folder_ / "f"),
            std::string::npos);
  const std::string unknown = told("some words\n");
  EXPECT_NE(unknown.find("f' is of no kind that init knows"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("lsblk -o NAME,SIZE,ROTA,TYPE,MODEL,TRAN"), std::string::npos) << unknown;
  told("");
}

TEST_F(EvidenceTest, OfNoFileIsNothingAndNoProblem) {
  const Evidence none = read_evidence({});
  EXPECT_FALSE(none.problems.has_errors());
  EXPECT_TRUE(none.files.empty());
  const std::string missing[] = {"/no/such/file"};
  EXPECT_NE(read_evidence(missing).problems.text().find("error[E0001]"), std::string::npos);
}

TEST_F(EvidenceTest, TakesTheFirstOfTwo) {
  const Evidence two = evidence_of(
      {{"a.yaml", kDlioText}, {"b.yaml", kDlioText}, {"c.txt", kNvidiaList}, {"d.txt", kNvidiaTable}});
  EXPECT_EQ(two.dlio->path, folder_ / "a.yaml");
  ASSERT_EQ(two.not_taken.size(), 1u);
  EXPECT_EQ(two.not_taken[0].place, folder_ / "b.yaml");
  ASSERT_EQ(two.contradictions.size(), 1u);
  EXPECT_EQ(two.contradictions[0].what, "kind of the accelerators");
}

TEST_F(EvidenceTest, ReadsADlioFileByItsSpelling) {
  EXPECT_EQ(evidence_of({{"a", kDlioText}}).dlio->version, DlioVersion::v1_0);
  std::string later = kDlioText;
  later.replace(later.find("record_length"), 13, "record_length_bytes");
  const Evidence evidence = evidence_of({{"a", later}});
  EXPECT_EQ(evidence.dlio->version, DlioVersion::v2_0);
  EXPECT_EQ(evidence.dlio->workload.dataset.files, 4000);
  const Evidence wrong = read({{"a", "workload: {dataset: {num_files_trian: 7}}\n"}});
  EXPECT_TRUE(wrong.problems.has_errors());
}

TEST_F(EvidenceTest, TellsOfOverridesWithoutAFile) {
  const Evidence evidence = evidence_of({{"o.yaml", "- a.b=c\n"}});
  ASSERT_EQ(evidence.not_taken.size(), 1u);
  EXPECT_EQ(evidence.not_taken[0].place, folder_ / "o.yaml");
}

// The configuration and the overrides of a published run are a workload of the spelling of v1.0.
TEST_F(EvidenceTest, ReadsTheConfigurationOfAPublishedRun) {
  if (published_folder().empty()) GTEST_SKIP() << "HEADRACE_DATA is unset: the published files are not here";
  const std::string run = published_folder() + "/traces/mlperf-storage/ddn_18c_unet3d-h100_run1_";
  const std::string paths[] = {run + "config.yaml", run + "overrides.yaml"};
  const Evidence evidence = read_evidence(paths);
  EXPECT_FALSE(evidence.problems.has_errors()) << evidence.problems.text();
  ASSERT_TRUE(evidence.dlio);
  EXPECT_EQ(evidence.dlio->version, DlioVersion::v1_0);
  EXPECT_EQ(evidence.dlio->workload.dataset.files, 126'000);
  EXPECT_EQ(evidence.dlio->workload.loader.read_threads, 16);
  EXPECT_EQ(evidence.dlio->overrides.size(), 11u);
}

// Published files are known for what they are.
TEST_F(EvidenceTest, KnowsPublishedFiles) {
  if (published_folder().empty()) GTEST_SKIP() << "HEADRACE_DATA is unset: the published files are not here";
  const std::pair<const char*, const char*> kFiles[] = {
      {"traces/mlperf-storage/ddn_18c_system.json", "system description"},
      {"traces/mlperf-storage/hpe_e1000_5hosts_system.json", "system description"},
      {"traces/mlperf-storage/hpe_e1000_run3_config.yaml", "DLIO workload"},
      {"traces/mlperf-storage/hpe_e1000_run3_overrides.yaml", "overrides"},
      {"traces/lustre-stats/valid_oss_mds_get_param.txt", "lctl"},
      {"traces/lustre-stats/brw_stats_with_data.txt", "lctl"},
      {"traces/lustre-stats/ddn145_stats.txt", "lctl"},
      {"traces/lustre-stats/job_stats_ost_v2.12.txt", "lctl"},
      {"traces/lustre-stats/llite_client.txt", "lctl"},
      {"traces/fio-json/local_randread_4k.json", "fio"},
      {"traces/ior-mdtest/ior-4.0.0_posix_shared.txt", "ior"},
      {"traces/ior-mdtest/mdtest-4.0.0_create.txt", "mdtest"},
      {"traces/mlperf-storage/hpe_e1000_run3_summary.json", ""},
      {"traces/mlperf-storage/ddn_18c_unet3d-h100_run1_per_epoch_stats.json", ""},
  };
  for (const auto& [name, kind] : kFiles) {
    const std::string paths[] = {published_folder() + "/" + name};
    EXPECT_EQ(kinds_of(read_evidence(paths)), kind) << name;
  }
  for (const char* const folder : {"dlio_benchmark", "mlperf_storage_v1.0", "mlperf_storage_v2.0_harness"})
    for (const auto& entry :
         std::filesystem::directory_iterator(published_folder() + "/dlio_workloads/" + folder)) {
      const std::string paths[] = {entry.path().string()};
      EXPECT_EQ(kinds_of(read_evidence(paths)), "DLIO workload") << entry.path();
    }
}

}  // namespace
}  // namespace headrace
