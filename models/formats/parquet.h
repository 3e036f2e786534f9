// ParquetFile: how rows lie in a Parquet file, and which bytes a row group costs.
//
// Row groups stand one after another, in each of them column after column; behind all a footer, which says
// where the columns of each row group are. A reader fetches, of a row group, one range from the first to the
// last column it wants. Rows of 761 B in row groups of 6,144, of which bytes 48 to 749 are wanted:
//
//   [row group 0: 4,675,584 B][row group 1] … [footer]    row group 1: 6,144 x 701 B, 6,144 x 48 B into it
//
// Leaves out dictionaries, pages and their compression: all columns are stored as they are.
#pragma once

#include <cstdint>

#include "models/fields.h"

namespace headrace {

struct ParquetSpec {
  std::int64_t row_group = 1024;
  std::int64_t columns = 1;
  Bytes before;
  Bytes span;
  Bytes footer_entry = 90_B;

  bool operator==(const ParquetSpec&) const = default;
  void visit(Fields& f);
};

class ParquetFile {
 public:
  // Describes a file of so many rows of one length each.
  ParquetFile(const ParquetSpec& spec, Bytes row, std::int64_t rows);

  std::int64_t row_groups() const { return (rows_ + row_group_ - 1) / row_group_; }
  std::int64_t rows_in(std::int64_t group) const;
  // Returns where the wanted columns of a row group begin in the file, and how long they are.
  Bytes begin_of(std::int64_t group) const;
  Bytes length_of(std::int64_t group) const { return span_ * rows_in(group); }
  Bytes footer() const { return footer_; }
  Bytes footer_at() const { return row_ * rows_; }
  Bytes size() const { return footer_at() + footer_; }

 private:
  Bytes row_, before_, span_, footer_;
  std::int64_t rows_, row_group_;
};

}  // namespace headrace
