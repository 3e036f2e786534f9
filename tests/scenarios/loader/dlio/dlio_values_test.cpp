#include "scenarios/loader/dlio/dlio_values.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

std::string code_of(const std::string& text) {
  const DlioResult result = read(text);
  return result.problems.all().empty() ? "" : result.problems.all()[0].code;
}

TEST(DlioValues, BooleansAreThoseOfYaml11) {
  for (const char* yes : {"True", "true", "TRUE", "yes", "Yes", "on"})
    EXPECT_TRUE(read("reader: {odirect: " + std::string(yes) + "}").workload.loader.direct_io) << yes;
  for (const char* no : {"False", "false", "no", "NO", "off"})
    EXPECT_FALSE(read("reader: {pin_memory: " + std::string(no) + "}").workload.loader.pin_memory) << no;
  for (const char* other : {"1", "\"True\"", "y", "tRue", "[]", "null"})
    EXPECT_EQ(code_of("reader: {odirect: " + std::string(other) + "}"), "E0203") << other;
}

TEST(DlioValues, NumbersAreBareDecimals) {
  const auto files = [](const std::string& text) {
    return read("dataset: {num_files_train: " + text + "}").workload.dataset.files;
  };
  EXPECT_EQ(files("168"), 168);
  EXPECT_EQ(files("+168"), 168);
  EXPECT_EQ(time_of("0.323"), Distribution(323_ms));
  EXPECT_EQ(time_of(".5"), Distribution(500_ms));
  EXPECT_EQ(time_of("5e-3"), Distribution(5_ms));
  EXPECT_EQ(time_of("1e-400"), Distribution(Duration()));
  for (const char* odd : {"0x10", "0o7", "010", "1_000", "1:30", "5s", "1e", "1.2.3"})
    EXPECT_EQ(code_of("dataset: {num_files_train: " + std::string(odd) + "}"), "E0212") << odd;
  for (const char* none : {"many", "1.0", "1e3", "\"8\"", "-", ".inf", "nan", "null", "{a: 1}"})
    EXPECT_EQ(code_of("dataset: {num_files_train: " + std::string(none) + "}"), "E0203") << none;
  for (const char* far : {"-1", "1000000000001", "99999999999999999999"})
    EXPECT_EQ(code_of("dataset: {num_files_train: " + std::string(far) + "}"), "E0204") << far;
  for (const char* far : {"1e400", "1e10", "-0.5", "-1e400"})
    EXPECT_EQ(code_of("train: {computation_time: " + std::string(far) + "}"), "E0204") << far;
}

TEST(DlioValues, MinusOneSwitchesOffAndZeroMeansNothing) {
  EXPECT_EQ(read("train: {total_training_steps: -1}").workload.training.total_training_steps, -1);
  EXPECT_EQ(code_of("train: {total_training_steps: 0}"), "E0204");
  EXPECT_EQ(read("checkpoint: {time_between_checkpoints: -1}").workload.checkpoint.time_between, Duration());
  EXPECT_EQ(read("checkpoint: {time_between_checkpoints: 0}").workload.checkpoint.time_between, Duration());
  EXPECT_EQ(code_of("checkpoint: {time_between_checkpoints: -2}"), "E0204");
}

TEST(DlioValues, LongTextsAreCutBetweenLetters) {
  Tree tree;
  tree.kind = Tree::Kind::scalar;
  tree.scalar = std::string(39, 'a') + "ü" + "b";
  EXPECT_EQ(shown(tree), "'" + std::string(39, 'a') + "…'");
}

}  // namespace
}  // namespace headrace
