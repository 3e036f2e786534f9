#include "analysis/page/dlio_config_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "analysis/errors.h"
#include "scenarios/loader/dlio/dlio.h"
#include "tests/analysis/sample_run.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

DlioMachine machine_of_run() {
  DlioMachine machine;
  machine.dlio = "workloads/unet3d_h100.yaml";
  machine.overrides = {"++workload.reader.read_threads=8", "run/overrides.yaml",
                       "++workload.train.computation_time={mean: 0.3, stdev: 0.1}"};
  machine.work.model = "unet3d";
  machine.work.loader.read_threads = 8;
  return machine;
}

// overrides.yaml is a list of texts that DLIO's own reader takes; config.yaml says the workload.
TEST(DlioConfigFiles, AreThoseThatHydraLeaves) {
  ScratchFolder folder;
  const std::filesystem::path made = std::filesystem::path(folder.path()) / "train" / "dlio_config";
  write_dlio_config(made.string(), trained_job(), machine_of_run());
  std::vector<std::string> overrides;
  Problems problems;
  EXPECT_TRUE(read_dlio_overrides(text_of(made / "overrides.yaml"), "overrides.yaml", overrides, problems));
  EXPECT_EQ(overrides,
            (std::vector<std::string>{"workload=unet3d_h100", "++workload.reader.read_threads=8",
                                      "++workload.train.computation_time={mean: 0.3, stdev: 0.1}"}));
  WorkloadSpec read;
  std::vector<NoEffect> no_effect;
  EXPECT_TRUE(read_dlio(text_of(made / "config.yaml"), "config.yaml", DlioVersion::v1_0, {}, {}, read,
                        no_effect, problems))
      << problems.text();
  EXPECT_EQ(read.model, "unet3d");
  EXPECT_EQ(read.loader.read_threads, 8);
  EXPECT_NE(text_of(made / "hydra.yaml").find("    task:\n    - workload=unet3d_h100\n"), std::string::npos);
}

TEST(DlioConfigFiles, LeaveThoseOfARealRunAlone) {
  ScratchFolder folder;
  write_dlio_config(folder.path(), trained_job(), machine_of_run());
  write_dlio_config(folder.path(), trained_job(), machine_of_run());
  std::ofstream(folder.path() + "/config.yaml") << "workload: {}\n";
  EXPECT_THROW(write_dlio_config(folder.path(), trained_job(), machine_of_run()), InputError);
}

}  // namespace
}  // namespace headrace
