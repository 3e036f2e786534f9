#include "analysis/page/recording_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

ImportReport small_report() {
  ImportReport report;
  report.form = "dxt";
  report.operations = report.reads = 3;
  report.layers[0] = 3;
  report.bytes_read = 3_GiB;
  report.processes = 1;
  report.hosts = 1;
  report.files = 2;
  report.span = 4_s;
  report.resolution = 100_us;
  for (std::int64_t line = 1; line <= 7; ++line) report.drop("a row that is none", "run.txt", line);
  report.guess("something");
  return report;
}

TEST(RecordingPage, SaysWhatWasUnderstoodDroppedAndGuessed) {
  const std::string text = recording_report(small_report(), Style(false));
  EXPECT_TRUE(text.starts_with("dxt: 3 operations of 1 process on 1 host\n")) << text;
  EXPECT_NE(text.find("read 3.0 GiB and wrote 0 B of 2 files in"), std::string::npos) << text;
  EXPECT_NE(
      text.find("7 times a row that is none (run.txt:1, run.txt:2, run.txt:3, run.txt:4, run.txt:5, ...)"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("What was guessed:\n  once something\n"), std::string::npos) << text;
}

TEST(RecordingPage, IsATreeForPrograms) {
  const nlohmann::ordered_json tree = recording_tree(small_report(), "run.recording");
  EXPECT_EQ(tree["schema"], "headrace.recording/1");
  EXPECT_EQ(tree["recording"], "run.recording");
  EXPECT_EQ(tree["dropped"][0]["count"], 7);
  EXPECT_EQ(tree["guessed"][0]["what"], "something");
}

}  // namespace
}  // namespace headrace
