#include "scenarios/loader/init/first_job.h"

#include "tests/scenarios/loader/import/import_support.h"
#include "tests/scenarios/loader/init/evidence_support.h"

namespace headrace {
namespace {

class FirstJobTest : public InitFilesTest {
 protected:
  JobGround ground_of(double nodes, double accelerators, double memory) const {
    JobGround ground;
    ground.file = scenario_;
    ground.group = "clients";
    ground.storage = "lustre";
    ground.nodes = {nodes, {OriginTag::read, "test"}};
    ground.accelerators = ToldValue{accelerators, {OriginTag::read, "test"}};
    ground.memory = memory;
    return ground;
  }
};

// 4000 samples in steps of 4 x 2 x 8 are 62 steps: enough to judge.
TEST_F(FirstJobTest, LeavesADataSetThatCanBeJudged) {
  JobGround ground = ground_of(2, 8, 64e9);
  const FirstJob job = first_job(evidence_of({{"a.yaml", kDlioText}}), ground);
  EXPECT_EQ(job.text.find("overrides"), std::string::npos) << job.text;
  EXPECT_EQ(in_one_line_of(job.text, "dlio"), "dlio: a.yaml # [read] the file itself");
  EXPECT_TRUE(
      in_one_line_of(job.text, "dlio_version").starts_with("dlio_version: v1.0 # [assumed] it spells"));
  EXPECT_TRUE(ground.trains);
}

// 4000 samples in steps of 4 x 64 x 8 make one. 500 steps are 1,024,000 files of 1 MiB; five times 64 nodes
// of 16 GiB are 5,242,880.
TEST_F(FirstJobTest, MakesASmallDataSetAsLargeAsTheRulesAsk) {
  JobGround ground = ground_of(64, 8, 1073741824);
  EXPECT_NE(first_job(evidence_of({{"a.yaml", kDlioText}}), ground).text.find("num_files_train=1024000]"),
            std::string::npos);
  ground.memory *= 16;
  const FirstJob job = first_job(evidence_of({{"a.yaml", kDlioText}}), ground);
  EXPECT_NE(job.text.find("num_files_train=5242880]"), std::string::npos) << job.text;
  EXPECT_EQ(job.lines.gaps().back().field, "jobs.train.overrides");
}

TEST_F(FirstJobTest, TakesUnet3dOfTheNearestAccelerator) {
  struct Case {
    const char *words, *dlio, *accelerator;
  };
  constexpr Case kCases[] = {
      {"NVIDIA H100 80GB HBM3", "workloads/unet3d_h100.yaml", "H100"},
      {"NVIDIA A100-SXM4-80GB", "workloads/unet3d_a100.yaml", "A100"},
      {"NVIDIA H200", "workloads/unet3d_h100.yaml", "H200"},
      {"NVIDIA L40S", "workloads/unet3d_h100.yaml", "L40S"},
      {"", "workloads/unet3d_h100.yaml", "H100"},
  };
  for (const Case& one : kCases) {
    JobGround ground = ground_of(1, 8, 64e9);
    ground.accelerator = {"n:1", one.words};
    const FirstJob job = first_job({}, ground);
    EXPECT_FALSE(job.problems.has_errors()) << job.problems.text();
    EXPECT_TRUE(in_one_line_of(job.text, "dlio").starts_with("dlio: " + std::string(one.dlio))) << job.text;
    EXPECT_TRUE(
        in_one_line_of(job.text, "accelerator").starts_with("accelerator: " + std::string(one.accelerator)))
        << job.text;
    EXPECT_EQ(job.gaps.front().field, "jobs.train.dlio");
  }
}

TEST_F(FirstJobTest, TellsOfAnAcceleratorThatTheFileIsNotOf) {
  JobGround ground = ground_of(1, 8, 64e9);
  ground.accelerator = {"n:1", "NVIDIA A100"};
  const FirstJob job = first_job(evidence_of({{"weir_h100.yaml", kDlioText}}), ground);
  ASSERT_EQ(job.contradictions.size(), 1u);
  EXPECT_EQ(job.contradictions[0].what, "computation time of a step");
  EXPECT_EQ(job.contradictions[0].believed, "H100 (weir_h100.yaml)");
}

TEST_F(FirstJobTest, NamesAnUnknownAcceleratorByTheNearest) {
  JobGround ground = ground_of(1, 8, 64e9);
  ground.accelerator = {"n:1", "NVIDIA H101 96GB"};
  const FirstJob job = first_job(evidence_of({{"a.yaml", kDlioText}}), ground);
  EXPECT_TRUE(
      in_one_line_of(job.text, "accelerator").starts_with("accelerator: H100 # [assumed] n:1: NVIDIA H101"))
      << job.text;
}

TEST_F(FirstJobTest, LaysFilesAsTheDumpSays) {
  JobGround ground = ground_of(1, 8, 64e9);
  ground.is_lustre = true;
  ground.layout = {{"stripe_count", "4", {OriginTag::read, "lctl.txt:1"}}};
  const FirstJob job = first_job(evidence_of({{"a.yaml", kDlioText}}), ground);
  EXPECT_EQ(in_one_line_of(job.text, "stripe_count"), "stripe_count: 4 # [read] lctl.txt:1");
  EXPECT_EQ(in_one_line_of(job.text, "stripe_size"), "stripe_size: 1 MiB # [assumed] Lustre's default");
}

TEST_F(FirstJobTest, NamesPlatformsAndFilesFromTheScenario) {
  EXPECT_EQ(platform_path("perlmutter", "a/b.yaml"), "platforms/perlmutter.yaml");
  EXPECT_EQ(platform_path("no/such.yaml", "a/b.yaml"), "no/such.yaml");
  EXPECT_EQ(path_from("b.yaml", "no/such.yaml"), "no/such.yaml");
}

}  // namespace
}  // namespace headrace
