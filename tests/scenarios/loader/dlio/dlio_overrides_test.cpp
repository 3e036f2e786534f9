#include "scenarios/loader/dlio/dlio_overrides.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

using testing::HasSubstr;

constexpr const char* kFile = "model: unet3d\nreader: {batch_size: 7, read_threads: 4}\n";

std::string first_problem(const DlioResult& result) {
  return result.problems.all().empty()
             ? ""
             : result.problems.all()[0].code + " " + result.problems.all()[0].sentence;
}

TEST(DlioOverrides, PlusPlusChangesOrAdds) {
  const DlioResult result =
      read(kFile, {"++workload.reader.read_threads=8", "++workload.dataset.num_files_train=60000",
                   "++workload.train.computation_time={type:uniform,min:1,max:3}"});
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.workload.loader.read_threads, 8);
  EXPECT_EQ(result.workload.loader.batch_size, 7);
  EXPECT_EQ(result.workload.dataset.files, 60'000);
  EXPECT_EQ(result.workload.training.computation_time, Distribution(Law::uniform, 2_s, 1_s));
}

TEST(DlioOverrides, TheLastOfSeveralWins) {
  const DlioResult result =
      read(kFile, {"++workload.reader.read_threads=8", "workload.reader.read_threads=16"});
  EXPECT_EQ(result.workload.loader.read_threads, 16);
}

TEST(DlioOverrides, WithoutPlusOnlyWhatIsThereChanges) {
  EXPECT_EQ(read(kFile, {"workload.reader.batch_size=5"}).workload.loader.batch_size, 5);
  EXPECT_THAT(first_problem(read(kFile, {"workload.reader.prefetch_size=5"})),
              HasSubstr("E0210 override 'workload.reader.prefetch_size=5': the file has no 'prefetch_size'"));
}

TEST(DlioOverrides, PlusAddsOnlyWhatIsAbsent) {
  EXPECT_EQ(read(kFile, {"+workload.reader.prefetch_size=5"}).workload.loader.prefetch_size, 5);
  EXPECT_THAT(first_problem(read(kFile, {"+workload.reader.batch_size=5"})), HasSubstr("E0210"));
}

TEST(DlioOverrides, TildeRemoves) {
  const DlioResult result = read(kFile, {"~workload.reader.batch_size", "~workload.reader.read_threads=4"});
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.workload.loader.batch_size, 1);
  EXPECT_EQ(result.workload.loader.read_threads, 1);
  EXPECT_EQ(result.reason("reader.batch_size"), "removed by an override");
  EXPECT_THAT(first_problem(read(kFile, {"~workload.reader.read_threads=5"})), HasSubstr("E0210"));
  EXPECT_THAT(first_problem(read(kFile, {"~workload.train"})), HasSubstr("E0210"));
}

TEST(DlioOverrides, TheChoiceOfTheFileAndHydrasSettingsAreListed) {
  const DlioResult result = read(kFile, {"workload=unet3d_h100", "++hydra.run.dir=results"});
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.reason("workload"), "the scenario names the workload file itself");
  EXPECT_THAT(result.reason("hydra.run.dir"), HasSubstr("Hydra"));
}

TEST(DlioOverrides, ReachIntoANestedFileAsWell) {
  const DlioResult result =
      read("workload:\n  reader: {read_threads: 4}\n", {"++workload.reader.read_threads=8"});
  EXPECT_EQ(result.workload.loader.read_threads, 8);
}

TEST(DlioOverrides, AScalarModelHasNoKeys) {
  EXPECT_THAT(first_problem(read(kFile, {"++workload.model.model_size_bytes=1"})),
              HasSubstr("'model' is no map in the file"));
}

TEST(DlioOverrides, SayTheSameQuantityOnce) {
  const DlioResult result =
      read("dataset: {record_length: 100}\n", {"++workload.dataset.record_length_bytes=200"});
  EXPECT_THAT(first_problem(result), HasSubstr("E0207"));
}

TEST(DlioOverrides, PointAtTheirOwnTextInTheScenario) {
  const auto source = std::make_shared<const SourceText>(SourceText{"scenario.yaml", "…"});
  const std::vector<std::string> overrides = {"++workload.reader.read_threads=8",
                                              "++workload.reader.batch_size=many"};
  const std::vector<Mark> plain = {{source, 4, 9, 32}, {source, 5, 9, 33}};
  const std::vector<Mark> quoted = {{source, 4, 8, 34}, {source, 5, 8, 35}};
  for (const std::vector<Mark>& marks : {plain, quoted}) {
    WorkloadSpec workload;
    std::vector<NoEffect> no_effect;
    Problems problems;
    EXPECT_FALSE(
        read_dlio(kFile, "f.yaml", DlioVersion::v2_0, overrides, marks, workload, no_effect, problems));
    ASSERT_EQ(problems.all().size(), 1u);
    EXPECT_EQ(problems.all()[0].mark.line, 5);
    EXPECT_EQ(problems.all()[0].mark.column, 9);
    EXPECT_EQ(problems.all()[0].mark.length, 33);
  }
}

TEST(DlioOverrides, OfOneKeyAreDoubted) {
  const auto source =
      std::make_shared<const SourceText>(SourceText{"scenario.yaml", "    - 1st\n    - 2nd\n    - 3rd\n"});
  const auto told = [&](const std::vector<std::string>& overrides) {
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < overrides.size(); ++i) marks.push_back({source, static_cast<int>(i) + 1, 7});
    Problems problems;
    doubt_repeated_overrides(overrides, marks, problems);
    return problems.text();
  };
  EXPECT_EQ(
      told({"++workload.train.epochs=2", "++workload.reader.read_threads=8", "workload.train.epochs=3"}),
      "scenario.yaml:3:7: warning[W0051]: 'workload.train.epochs' is overridden twice, and the last one "
      "holds\n    3 |     - 3rd\n      |       ^\n   help: it stands first in line 1\n");
  EXPECT_EQ(told({"++workload.train.epochs=2", "~workload.train.epochs", "+workload.train.epochs=3"}), "");
  EXPECT_EQ(told({"++workload.train.epochs=2", "++workload.train.seed=2"}), "");
}

TEST(DlioOverrides, AreFewerThanAThousand) {
  const std::vector<std::string> many(1001, "++workload.reader.read_threads=8");
  EXPECT_THAT(first_problem(read(kFile, many)), HasSubstr("more than 1000 overrides"));
}

TEST(DlioOverrides, AreMalformedInWaysThatAreNamed) {
  for (const char* text : {"", "=", "workload.", "workload.=1", "workload.reader..x=1",
                           "++workload.reader.batch_size", "~workload", "reader.batch_size=1", "+=1"})
    EXPECT_THAT(first_problem(read(kFile, {text})), HasSubstr("E0209")) << text;
}

TEST(DlioOverrides, AListOfThemIsReadFromHydrasFile) {
  std::vector<std::string> overrides;
  Problems problems;
  EXPECT_TRUE(
      read_dlio_overrides("- workload=unet3d\n- ++workload.a=1\n", "overrides.yaml", overrides, problems));
  EXPECT_THAT(overrides, testing::ElementsAre("workload=unet3d", "++workload.a=1"));
  EXPECT_FALSE(read_dlio_overrides("a: 1\n", "overrides.yaml", overrides, problems));
  EXPECT_FALSE(read_dlio_overrides("- [a]\n", "overrides.yaml", overrides, problems));
}

}  // namespace
}  // namespace headrace
