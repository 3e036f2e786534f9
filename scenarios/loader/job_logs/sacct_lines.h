// SacctLines: lines of `sacct --parsable2`, with a header or with the columns told as in its --format.
//
//   JobID|State|Start|End|NNodes
//   4711|COMPLETED|2021-07-13T00:28:51|2021-07-14T07:20:23|4
//   4711.batch|COMPLETED|...                              (a step, which belongs to its job)
//
// Any delimiter will do. Times are local ones of the machine, without a zone. A job that has not ended counts
// as long as it has run, where the log says that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/job_logs/job_record.h"

namespace headrace {

// Returns the seconds of "D-HH:MM:SS", "HH:MM:SS", "MM:SS" or "MM:SS.mmm"; nothing of other words, such as
// UNLIMITED.
std::optional<double> slurm_seconds(std::string_view text);

class SacctLines {
 public:
  // Takes columns, separated by commas, for a log without a header; empty: the first line is the header.
  explicit SacctLines(std::string_view columns);

  JobLine read(std::string_view line);

  // Says why no line can be read, once the first was seen; empty: they can.
  const std::string& wrong() const { return wrong_; }
  std::vector<std::string> guesses() const;

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void set_columns(const std::vector<std::string>& names);
  std::vector<std::string_view> cells_of(std::string_view line) const;
  static std::string_view cell(const std::vector<std::string_view>& cells, std::size_t column) {
    return column < cells.size() ? cells[column] : std::string_view();
  }
  JobLine job_of(const std::vector<std::string_view>& cells);

  bool has_columns_ = false;
  std::string delimiter_, wrong_;
  std::size_t columns_ = 0;  // Number of them.
  std::size_t id_ = kNone, start_ = kNone, end_ = kNone, elapsed_ = kNone, nodes_ = kNone;
  bool nodes_requested_ = false;
  std::int64_t running_ = 0;
};

}  // namespace headrace
