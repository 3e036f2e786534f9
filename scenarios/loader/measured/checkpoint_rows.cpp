#include "scenarios/loader/measured/checkpoint_rows.h"

#include <algorithm>
#include <cmath>

#include "models/quotes.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::array<std::string_view, 13> kCheckpointColumns = {
    "role",           "system",   "workload",
    "operation",      "hosts",    "ranks",
    "checkpoint_gib", "seconds",  "nominal_gb_per_second",
    "nominal_source", "scenario", "why_not",
    "source"};

// Most of a nominal rate that may have been measured: 1.35 was [read], and more than twice is another unit.
constexpr double kMostOfNominal = 2;

class CheckpointReader {
 public:
  CheckpointReader(const CsvTable& table, Problems& problems)
      : table_(table), problems_(problems), cells_(table, kCheckpointColumns, problems) {}

  std::vector<CheckpointRow> read() {
    return read_rows(table_, cells_, problems_, [this] { return read_row(); });
  }

 private:
  CheckpointRow read_row() {
    CheckpointRow row;
    row.mark = cells_.mark();
    row.role = cells_.role();
    row.system = cells_.text("system");
    row.workload = cells_.text("workload");
    row.operation = operation();
    // A row without a prediction may have been run on nobody knows how many.
    if (cells_.is_empty("why_not") || !cells_.is_empty("hosts")) row.hosts = cells_.count("hosts", 1'000'000);
    row.ranks = cells_.count("ranks", 100'000'000);
    row.checkpoint_gib = cells_.number("checkpoint_gib", 1e9);
    if (row.role == RowRole::forecast)
      cells_.expect_blind({"seconds"});
    else
      row.seconds = cells_.number("seconds", 1e6);
    read_nominal(row);
    row.scenario = cells_.cell("scenario").text;
    row.why_not = cells_.cell("why_not").text;
    row.source = cells_.text("source");
    check(row);
    return row;
  }

  CheckpointOperation operation() {
    const std::string& word = cells_.text("operation");
    const auto found = std::find(kCheckpointOperations.begin(), kCheckpointOperations.end(), word);
    if (found != kCheckpointOperations.end())
      return static_cast<CheckpointOperation>(found - kCheckpointOperations.begin());
    if (!word.empty())
      problems_.add(cells_.cell("operation").mark, "E0606", in_quotes(word) + " is no operation of a row")
          .hint(did_you_mean(nearest_word(word, kCheckpointOperations)))
          .with_help("operations: " + joined(kCheckpointOperations));
    return CheckpointOperation::write;
  }

  void read_nominal(CheckpointRow& row) {
    if (cells_.is_empty("nominal_gb_per_second")) return;
    row.nominal_gb_per_second = cells_.number("nominal_gb_per_second", 1e9);
    row.nominal_source = cells_.text("nominal_source");
  }

  void check(const CheckpointRow& row) {
    cells_.expect_one_of("scenario", "why_not");
    if (row.hosts > 0 && row.ranks % row.hosts != 0)
      problems_.add(cells_.cell("ranks").mark, "E0606",
                    std::to_string(row.ranks) + " ranks are not shared evenly by " +
                        std::to_string(row.hosts) + " hosts");
    if (!row.is_measured() || row.nominal_gb_per_second.value_or(0) <= 0) return;
    const double share = row.gigabytes() / row.seconds / *row.nominal_gb_per_second;
    if (share <= kMostOfNominal) return;
    problems_
        .add(cells_.cell("seconds").mark, "E0606",
             cells_.cell("checkpoint_gib").text + " GiB in " + cells_.cell("seconds").text + " s are " +
                 number_text(std::round(share)) + " times the nominal rate")
        .with_help("nominal_gb_per_second counts 10^9 bytes; more than twice that was never measured");
  }

  const CsvTable& table_;
  Problems& problems_;
  RowCells cells_;
};

}  // namespace

std::string CheckpointRow::name() const {
  const std::string on = hosts > 1 ? " on " + std::to_string(hosts) + " hosts" : "";
  return system + " " + workload + " " + std::string(operation_word()) + " x " + std::to_string(ranks) + on;
}

bool is_of_checkpoints(const CsvTable& table) {
  return std::any_of(table.header.begin(), table.header.end(),
                     [](const CsvCell& cell) { return cell.text == "operation"; });
}

std::vector<CheckpointRow> read_checkpoint_rows(const CsvTable& table, Problems& problems) {
  return CheckpointReader(table, problems).read();
}

}  // namespace headrace
