#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/import/import_support.h"
#include "tests/scenarios/loader/init/evidence_support.h"

namespace headrace {
namespace {

class InitTest : public CliTest {
 protected:
  // Writes a file of what a user has, and returns its path.
  std::string has(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  int init(std::vector<std::string> words) {
    words.insert(words.begin(), "init");
    words.insert(words.end(), {"--out", made_});
    return call(words);
  }
  // Runs what was made, with fewer nodes and a small data set where it would take long.
  void expect_run(const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> words = {"run", made_, "--no-dlio-output", "--out", database_};
    words.insert(words.end(), overrides.begin(), overrides.end());
    EXPECT_EQ(call(words), 0) << err();
    EXPECT_EQ(call({"check", made_}), 0) << err();
  }
  static std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string made_ = folder_ / "made/ours.yaml";
};

TEST_F(InitTest, OfADlioFileAndADescriptionRuns) {
  ASSERT_EQ(init({has("weir.yaml", kDlioText), has("system.json", kMillpondJson)}), 0) << err();
  EXPECT_NE(out().find(made_ + " is the scenario"), std::string::npos) << out();
  EXPECT_NE(in_one_line(out()).find("platform.nodes.clients.cores: 64; [derived] nodes[0].CPU"),
            std::string::npos)
      << out();
  EXPECT_NE(text_of_file(made_).find("dlio: \"../weir.yaml\""), std::string::npos) << text_of_file(made_);
  expect_run();
}

TEST_F(InitTest, OfALustreAndAcceleratorsRuns) {
  ASSERT_EQ(init({has("lctl.txt", kLctlText), has("gpu.txt", kNvidiaList)}), 0) << err();
  EXPECT_NE(in_one_line(out()).find("jobs.train.dlio: no file tells of a job"), std::string::npos) << out();
  expect_run({"jobs.train.overrides=[++workload.dataset.num_files_train=300,++workload.train.epochs=1]"});
}

TEST_F(InitTest, OfMeasuredDrivesRuns) {
  ASSERT_EQ(init({has("fio.json", fio_text("read", 12e9, 12000, "1m", 32, 2000)), has("lsblk.txt", kLsblk),
                  has("gpu.csv", kNvidiaCsv), has("weir.yaml", kDlioText)}),
            0)
      << err();
  EXPECT_NE(text_of_file(made_).find("read_bandwidth: 12 GB/s"), std::string::npos) << text_of_file(made_);
  expect_run();
}

TEST_F(InitTest, OfARecordingRuns) {
  const std::string trace = folder_ / "run.pfw", recording = folder_ / "run.recording";
  ASSERT_EQ(run({"--trace", trace, "--no-dlio-output"}), 0) << err();
  ASSERT_EQ(call({"import", trace, "--out", recording}), 0) << err();
  ASSERT_EQ(init({recording, has("lsblk.txt", kLsblk)}), 0) << err();
  EXPECT_NE(text_of_file(made_).find("batch_size: 2"), std::string::npos) << text_of_file(made_);
  expect_run();
  ASSERT_EQ(init({recording, "--platform", "clusterstor-e1000-slingshot"}), 0) << err();
  expect_run();
}

TEST_F(InitTest, OfNothingIsAStartOnAShippedPlatform) {
  ASSERT_EQ(call({"init"}), 0) << err();
  EXPECT_TRUE(out().starts_with("# A first scenario, ")) << out();
  EXPECT_NE(in_one_line(err()).find("platform.include: no file tells of a storage"), std::string::npos)
      << err();
  ASSERT_EQ(init({"--platform", "micron_9400", "--nodes", "1", "--quiet"}), 0) << err();
  EXPECT_TRUE(out().empty()) << out();
  expect_run({"jobs.train.overrides=[++workload.dataset.num_files_train=1800,++workload.train.epochs=1]",
              "jobs.train.accelerators_per_node=4"});
}

TEST_F(InitTest, HasAnAnswerForPrograms) {
  ASSERT_EQ(call({"init", has("lsblk.txt", kLsblk), has("words.txt", "some words\n"), "--json"}), 0) << err();
  EXPECT_TRUE(err().empty()) << err();
  const auto tree = nlohmann::json::parse(out());
  EXPECT_EQ(tree["schema"], "headrace.init/1");
  EXPECT_EQ(tree["files"].size(), 1u);
  EXPECT_EQ(tree["files"][0]["kind"], "lsblk");
  EXPECT_EQ(tree["storage"], "drive");
  EXPECT_FALSE(tree["advice"].empty());
  EXPECT_EQ(tree["values"][0]["origin"], "assumed");
  EXPECT_TRUE(tree["scenario"].get<std::string>().starts_with("# A first scenario, "));
}

TEST_F(InitTest, ReplacesItsOwnFilesAndNoOthers) {
  const std::string drives = has("lsblk.txt", kLsblk);
  ASSERT_EQ(init({drives}), 0) << err();
  const std::string first = text_of_file(made_);
  ASSERT_EQ(init({drives}), 0) << err();
  EXPECT_EQ(text_of_file(made_), first);
  std::ofstream(made_) << "mine\n";
  EXPECT_EQ(init({drives}), 3);
  EXPECT_EQ(text_of_file(made_), "mine\n");
  EXPECT_EQ(call({"init", drives, "--out", drives}), 2);
}

TEST_F(InitTest, RefusesWhatIsWrong) {
  EXPECT_EQ(init({has("words.txt", "some words\n")}), 2);
  EXPECT_NE(err().find("error[E0750]"), std::string::npos) << err();
  EXPECT_NE(err().find("warning[W0095]"), std::string::npos) << err();
  EXPECT_FALSE(std::filesystem::exists(made_));
  EXPECT_EQ(init({folder_ / "none.txt"}), 2);
  EXPECT_EQ(init({folder_.path()}), 2);
  EXPECT_EQ(init({"--nodes", "0"}), 2);
  EXPECT_EQ(init({"--nodes", "1000000"}), 2);
  EXPECT_EQ(init({"--store", "lustr"}), 2);
  EXPECT_EQ(init({"--store", "lustre", "--platform", "perlmutter"}), 2);
  EXPECT_EQ(init({"--platform", "perlmuter"}), 2);
  EXPECT_NE(err().find("platforms/perlmutter.yaml"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
