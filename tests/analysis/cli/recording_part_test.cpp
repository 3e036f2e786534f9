#include "analysis/cli/recording_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "analysis/report/page.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "tests/analysis/cli/recorded_training.h"
#include "tests/analysis/report/plot_rows.h"

namespace headrace {
namespace {

class RecordingPartTest : public RecordedTraining {
 protected:
  void record_training() {
    record("format: npz, files: 640, record_length: 8 MiB",
           "batch_size: 8, read_threads: 2, prefetch_size: 4", "epochs: 2, computation_time: 400 ms",
           "sequential");
  }
  // Writes a recording of so many operations of so many processes, of 1 kB and 10 us each, of long paths.
  void write_many(std::int64_t operations, std::int64_t processes) const {
    RecordingWriter writer(recording_);
    ImportReport report;
    report.form = "dxt";
    std::vector<std::uint32_t> files, numbers;
    for (std::int64_t f = 0; f < 500; ++f)
      files.push_back(writer.file("/" + std::string(3000, 'd') + std::to_string(f) + ".npz"));
    for (std::int64_t p = 0; p < processes; ++p)
      numbers.push_back(writer.process("rank " + std::to_string(p), std::string(200, 'h')));
    for (std::int64_t i = 0; i < operations; ++i) {
      RecordedOperation one;
      one.operation = i % 5 == 0 ? IoOperation::write : i % 7 == 0 ? IoOperation::open : IoOperation::read;
      one.begin = 13_us * (i / processes);
      one.end = one.begin + 10_us;
      one.length = one.moves_bytes() ? Bytes::count(1000) : Bytes();
      one.file = files[static_cast<std::size_t>(i % 500)];
      writer.add(numbers[static_cast<std::size_t>(i % processes)], one);
    }
    writer.finish(report);
  }
};

// A run of a training job, traced and imported: whatever DXT Explorer, tf-Darshan and VaniDL show.
TEST_F(RecordingPartTest, ShowsARunOfOurs) {
  ASSERT_NO_FATAL_FAILURE(record_training());
  const ReportPart part = recording_part(recording_);
  EXPECT_EQ(part.title, "run.recording");
  ASSERT_EQ(part.answers.size(), 1U);
  EXPECT_NE(part.answers[0].sentence.find("% went to reading"), std::string::npos)
      << part.answers[0].sentence;
  ASSERT_EQ(part.details.size(), 1U);
  for (const char* id : {"operations", "bandwidth", "bandwidth-processes", "at-once", "process-time",
                         "access-sizes", "accesses", "files", "sample-gaps", "loader"}) {
    const Plot* const plot = plot_of(part.details[0].plots, id);
    ASSERT_NE(plot, nullptr) << id;
    EXPECT_FALSE(plot->rows.empty() || plot->says.empty() || plot->title.empty()) << id;
  }
}

TEST_F(RecordingPartTest, KeepsAPageSmallWhateverTheRecording) {
  ASSERT_NO_FATAL_FAILURE(write_many(200'000, 1000));
  Report report{{recording_part(recording_)}, "1", "r1"};
  const Plot* const drawn = plot_of(report.parts[0].details[0].plots, "operations");
  ASSERT_NE(drawn, nullptr);
  std::int64_t operations = 0;
  for (const std::vector<Cell>& row : drawn->rows) operations += std::get<std::int64_t>(row[4]);
  EXPECT_EQ(operations, 200'000);
  EXPECT_NE(drawn->says.find("200000 operations are joined"), std::string::npos) << drawn->says;
  if (page_shell().empty()) GTEST_SKIP() << "built without Node.js: there are no pages";
  EXPECT_LE(report_page(report).size(), 3'000'000U);
}

TEST_F(RecordingPartTest, SaysWhereNothingWasRecorded) {
  ASSERT_NO_FATAL_FAILURE(write_many(0, 1));
  const ReportPart part = recording_part(recording_);
  EXPECT_EQ(part.answers[0].sentence, "Nothing was recorded: there are no operations in it.");
  EXPECT_TRUE(part.details[0].plots.empty());
}

TEST_F(RecordingPartTest, IsReportedAsAPageOrAFigure) {
  ASSERT_NO_FATAL_FAILURE(write_many(1000, 4));
  ASSERT_EQ(call({"report", recording_, "--plot", "process-time", "--format", "csv"}), 0) << err();
  EXPECT_TRUE(out().starts_with("process,what,time [s]\nrank ")) << out();
  ASSERT_EQ(call({"report", recording_, "--plot", "operations"}), 0) << err();
  EXPECT_TRUE(out().starts_with("<svg ")) << out();
  EXPECT_EQ(call({"report", recording_, "--plot", "operations", "--figure", "seconds"}), 2);
  EXPECT_NE(err().find("--figure is for sweeps, and " + recording_ + " is a recording"), std::string::npos);
  if (page_shell().empty()) GTEST_SKIP() << "built without Node.js: there are no pages";
  ASSERT_EQ(call({"report", recording_, "--json"}), 0) << err();
  EXPECT_EQ(tree()["file"], folder_ / "run.html") << "without the ending of recordings";
  EXPECT_EQ(tree()["plots"][0], "operations");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "run.html"));
}

}  // namespace
}  // namespace headrace
