#include "analysis/report/recording_access_plots.h"

#include <gtest/gtest.h>

#include "tests/analysis/report/plot_rows.h"
#include "tests/models/jobs/replay/replay_support.h"
#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// Three reads of which the second follows the first and the third leaves a hole, and one write.
TEST(RecordingAccessPlots, CountSizesOrderAndFiles) {
  const Bytes million = Bytes::count(1'000'000);
  const std::vector<Plot> plots =
      recording_access_plots(recording_of({recorded(IoOperation::read, 0_s, 1_s, 0, million, 0_B),
                                           recorded(IoOperation::read, 1_s, 2_s, 0, million, million),
                                           recorded(IoOperation::read, 2_s, 3_s, 0, million, million * 4),
                                           recorded(IoOperation::write, 3_s, 4_s, 1, 50_B)},
                                          3));
  EXPECT_EQ(rows_of(plot_of(plots, "access-sizes")),
            (std::vector<std::string>{"0 to 100 B, reads, 0", "0 to 100 B, writes, 1",
                                      "100 KiB to 1 MiB, reads, 3", "100 KiB to 1 MiB, writes, 0"}));
  EXPECT_EQ(rows_of(plot_of(plots, "accesses")),
            (std::vector<std::string>{"reads, 3, 3, 3, 66.6667, 33.3333", "writes, 1, 5e-05, 1, 0, 0"}));
  EXPECT_EQ(rows_of(plot_of(plots, "files")),
            (std::vector<std::string>{"/data/file-0.npz, 3, 0, 3, 3, 66.6667, 33.3333, 0, 1",
                                      "/data/file-1.npz, 0, 5e-05, 1, 1, 0, 0, 0, 1"}));
}

// Batches of five, which are put together in 20 ms; samples are decoded in 4.
TEST(RecordingAccessPlots, ShowTheBatchInTheGaps) {
  const std::vector<Plot> plots = recording_access_plots(recording_of_loader({}));
  const Plot* const gaps = plot_of(plots, "sample-gaps");
  ASSERT_NE(gaps, nullptr);
  EXPECT_NE(gaps->says.find("A batch of 5 shows in them (high confidence)"), std::string::npos) << gaps->says;
  const std::vector<std::string> rows = rows_of(gaps);
  EXPECT_EQ(rows.front(), "2.00 ms to 5.00 ms, within a batch, 320") << "four of each of 80 batches";
  EXPECT_EQ(rows.at(1), "2.00 ms to 5.00 ms, behind a batch, 0");
  const std::vector<std::string> loader = rows_of(plot_of(plots, "loader"));
  EXPECT_TRUE(std::any_of(loader.begin(), loader.end(),
                          [](const std::string& row) { return row.starts_with("batch_size, 5, high, "); }));
}

TEST(RecordingAccessPlots, SayWhereNoBatchShows) {
  const std::vector<Plot> plots = recording_access_plots(recording_of(
      {recorded(IoOperation::read, 0_s, 1_s, 0, 9_B), recorded(IoOperation::read, 2_s, 3_s, 1, 9_B)}, 2));
  EXPECT_EQ(rows_of(plot_of(plots, "sample-gaps")), std::vector<std::string>{"1.00 s to 2.00 s, gaps, 1"});
  EXPECT_NE(plot_of(plots, "sample-gaps")->says.find("They show no batch"), std::string::npos);
}

TEST(RecordingAccessPlots, LeaveOutWhatThereIsNot) {
  EXPECT_TRUE(recording_access_plots(Recording()).empty());
  const std::vector<Plot> plots =
      recording_access_plots(recording_of({recorded(IoOperation::write, 0_s, 1_s, 0, 9_B)}));
  EXPECT_EQ(plot_of(plots, "loader"), nullptr) << "nothing was read";
  EXPECT_EQ(plot_of(plots, "sample-gaps"), nullptr);
}

}  // namespace
}  // namespace headrace
