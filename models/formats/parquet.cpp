#include "models/formats/parquet.h"

#include <algorithm>

namespace headrace {

namespace {

// Bytes of a footer beside its entries: lengths and marks at the end of the file, and the schema [assumed].
constexpr Bytes kFooter = 1024_B;

}  // namespace

void ParquetSpec::visit(Fields& f) {
  f.integer({"row_group", "rows of a row group, which is read as one", "1024 in MLPerf Storage v3.0 [read]"},
            row_group, 1, 1'000'000'000);
  f.integer(
      {"columns", "columns of a row: the footer has an entry for each, in each row group", "1 [assumed]"},
      columns, 1, 1'000'000);
  f.bytes({"before", "bytes of a row before the first column that is read", "none [assumed]"}, before, 0_B,
          1_TiB);
  f.bytes({"span", "bytes of a row from the first to the last column that is read; 0 B: all the rest",
           "all [read]: the benchmark fetches selected columns as one range"},
          span, 0_B, 1_TiB);
  f.bytes({"footer_entry", "bytes of the footer for a column of a row group",
           "prior [assumed]: 60 to 120 B with its statistics"},
          footer_entry, 0_B, 1_MiB);
}

ParquetFile::ParquetFile(const ParquetSpec& spec, Bytes row, std::int64_t rows)
    : row_(row),
      before_(std::min(spec.before, row)),
      span_(row - before_),
      rows_(rows),
      row_group_(spec.row_group) {
  if (spec.span > Bytes()) span_ = std::min(span_, spec.span);
  footer_ = kFooter + spec.footer_entry * (spec.columns * row_groups());
}

std::int64_t ParquetFile::rows_in(std::int64_t group) const {
  return std::min(row_group_, rows_ - group * row_group_);
}

Bytes ParquetFile::begin_of(std::int64_t group) const {
  return row_ * (group * row_group_) + before_ * rows_in(group);
}

}  // namespace headrace
