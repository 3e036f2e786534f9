#include "analysis/report/plot.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Plot, MakesWordsOfNames) {
  EXPECT_EQ(plot_word("Two Levels!"), "two-levels");
  EXPECT_EQ(plot_word("file_systems/scratch/*"), "file-systems-scratch");
  EXPECT_EQ(plot_word("<script>"), "script");
  EXPECT_EQ(plot_word("\u00e9"), "x") << "an id is never empty";
}

TEST(Plot, LeavesOutThatAStoreIsAFileSystem) {
  EXPECT_EQ(short_name("file_systems/scratch/ost/0"), "scratch/ost/0");
  EXPECT_EQ(short_name("network/file_systems/scratch/mds/0/sent"), "network/scratch/mds/0/sent");
  EXPECT_EQ(short_name("nodes/clients/0"), "nodes/clients/0");
}

// A letter of two bytes is left out whole.
TEST(Plot, ShortensNamesFromTheFront) {
  EXPECT_EQ(shortened("/data/a", 7), "/data/a");
  EXPECT_EQ(shortened("/data/ab", 7), "...a/ab");
  EXPECT_EQ(shortened("/xxd\u00e4/abc", 8), ".../abc");
}

TEST(Plot, AHeadingHasItsUnit) {
  EXPECT_EQ((PlotColumn{"time", "s"}.heading()), "time [s]");
  EXPECT_EQ((PlotColumn{"job", ""}.heading()), "job");
}

TEST(Plot, TextIsNoMarkup) {
  EXPECT_EQ(in_markup("<a href=\"x\">R&D</a>"), "&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt;");
}

}  // namespace
}  // namespace headrace
