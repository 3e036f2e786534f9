#include "models/formats/parquet.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// DLRM of MLPerf Storage v3.0: 4,718,592 rows of 761 B in 768 row groups of 6,144, of 200 columns each.
TEST(ParquetFile, RowGroupsStandOneAfterAnother) {
  ParquetSpec spec;
  spec.row_group = 6144;
  spec.columns = 200;
  const ParquetFile file(spec, 761_B, 4'718'592);
  EXPECT_EQ(file.row_groups(), 768);
  EXPECT_EQ(file.begin_of(1) - file.begin_of(0), 761_B * 6144);
  EXPECT_EQ(file.length_of(767), 761_B * 6144);
  EXPECT_EQ(file.begin_of(767) + file.length_of(767), file.footer_at());
  EXPECT_EQ(file.footer(), 1024_B + 90_B * 200 * 768);
  EXPECT_EQ(file.size(), 761_B * 4'718'592 + file.footer());
}

// range = rows x [before, before + span): 40 columns of it lie between bytes 48 and 749 of a row.
TEST(ParquetFile, SelectedColumnsAreOneRange) {
  ParquetSpec spec;
  spec.row_group = 6144;
  spec.before = 48_B;
  spec.span = 701_B;
  const ParquetFile file(spec, 761_B, 4'718'592);
  EXPECT_EQ(file.begin_of(2), 761_B * 6144 * 2 + 48_B * 6144);
  EXPECT_EQ(file.length_of(2), 701_B * 6144);
}

TEST(ParquetFile, TheLastRowGroupHasTheRest) {
  ParquetSpec spec;
  spec.row_group = 100;
  const ParquetFile file(spec, 10_B, 250);
  EXPECT_EQ(file.row_groups(), 3);
  EXPECT_EQ(file.rows_in(2), 50);
  EXPECT_EQ(file.begin_of(2), 2000_B);
  EXPECT_EQ(file.length_of(2), 500_B);
}

}  // namespace
}  // namespace headrace
