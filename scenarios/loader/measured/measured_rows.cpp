#include "scenarios/loader/measured/measured_rows.h"

#include <cmath>
#include <filesystem>
#include <memory>

#include "scenarios/loader/text/csv.h"
#include "scenarios/loader/text/file_finder.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::array<std::string_view, 15> kColumns = {"role",
                                                       "system",
                                                       "workload",
                                                       "accelerator",
                                                       "hosts",
                                                       "accelerators",
                                                       "cores_per_host",
                                                       "batch_size",
                                                       "computation_time_s",
                                                       "samples_per_second",
                                                       "au_percent",
                                                       "scenario",
                                                       "overrides",
                                                       "why_not",
                                                       "source"};

constexpr std::array<std::string_view, 2> kOptionalColumns = {"first_batch_s", "variant"};

class RowReader {
 public:
  RowReader(const CsvTable& table, Problems& problems)
      : table_(table), problems_(problems), cells_(table, kColumns, problems, kOptionalColumns) {}

  std::vector<MeasuredRow> read() {
    return read_rows(table_, cells_, problems_, [this] { return read_row(); });
  }

 private:
  MeasuredRow read_row() {
    MeasuredRow row;
    row.mark = cells_.mark();
    row.role = cells_.role();
    row.system = cells_.text("system");
    row.workload = cells_.text("workload");
    row.accelerator = cells_.text("accelerator");
    if (!cells_.is_empty("variant")) row.variant = cells_.text("variant");
    row.hosts = cells_.count("hosts", 1'000'000);
    row.accelerators = cells_.count("accelerators", 100'000'000);
    row.cores_per_host = cells_.count("cores_per_host", 100'000);
    row.batch_size = cells_.count("batch_size", 1'000'000'000);
    row.computation_seconds = cells_.number("computation_time_s", 1e6);
    if (row.role == RowRole::forecast)
      cells_.expect_blind({"samples_per_second", "au_percent", "first_batch_s"});
    else
      read_figures(row);
    row.scenario = cells_.cell("scenario").text;
    row.overrides = cells_.cell("overrides").text;
    row.why_not = cells_.cell("why_not").text;
    row.source = cells_.text("source");
    check(row);
    return row;
  }

  // A run that is not predicted need not have a figure: its reason may be that it has none.
  void read_figures(MeasuredRow& row) {
    if (cells_.is_empty("why_not") || !cells_.is_empty("samples_per_second"))
      row.samples_per_second = cells_.number("samples_per_second", 1e18);
    if (!cells_.is_empty("au_percent")) row.au_percent = cells_.number("au_percent", 100);
    if (!cells_.is_empty("first_batch_s")) row.first_batch_seconds = cells_.number("first_batch_s", 1e6);
  }

  void check(const MeasuredRow& row) {
    cells_.expect_one_of("scenario", "why_not");
    if (row.hosts > 0 && row.accelerators % row.hosts != 0)
      problems_.add(cells_.cell("accelerators").mark, "E0606",
                    std::to_string(row.accelerators) + " accelerators are not shared evenly by " +
                        std::to_string(row.hosts) + " hosts");
    if (row.samples_per_second > 1.005 * row.most_samples_per_second() && row.most_samples_per_second() > 0)
      problems_
          .add(cells_.cell("samples_per_second").mark, "E0606",
               cells_.cell("samples_per_second").text + " samples a second are more than " +
                   number_text(std::round(row.most_samples_per_second())) +
                   ", which the accelerators compute at most")
          .with_help("at most: accelerators x batch_size / computation_time_s; 0.5 % above that is allowed");
  }

  const CsvTable& table_;
  Problems& problems_;
  RowCells cells_;
};

}  // namespace

std::string MeasuredRow::name() const {
  const std::string on = hosts > 1 ? " on " + std::to_string(hosts) + " hosts" : "";
  const std::string told = variant.empty() ? "" : " " + variant;
  return system + " " + workload + " " + accelerator + " x " + std::to_string(accelerators) + on + told;
}

double MeasuredRow::most_samples_per_second() const {
  return computation_seconds > 0
             ? static_cast<double>(accelerators) * static_cast<double>(batch_size) / computation_seconds
             : 0;
}

MeasuredRows read_measured_rows(std::string_view text, const std::string& file) {
  MeasuredRows read;
  read.text = std::string(text);
  const std::optional<CsvTable> table = read_csv(text, file, read.problems);
  if (!table) return read;
  const bool of_checkpoints = is_of_checkpoints(*table);
  std::vector<MeasuredRow> rows;
  std::vector<CheckpointRow> checkpoints;
  if (of_checkpoints)
    checkpoints = read_checkpoint_rows(*table, read.problems);
  else
    rows = RowReader(*table, read.problems).read();
  read.problems.sort_by_position();
  if (read.problems.has_errors()) return read;
  if (of_checkpoints)
    read.checkpoints = std::move(checkpoints);
  else
    read.rows = std::move(rows);
  return read;
}

MeasuredRows read_measured_set(const std::string& word) {
  const bool is_file = word.find('/') != std::string::npos || word.ends_with(".csv");
  const FileFinder files(FileFinder::Disk::yes);
  const Mark named{std::make_shared<const SourceText>(SourceText{"command line", word}), 1, 1};
  MeasuredRows read;
  const auto file = files.find(is_file ? word : "validation/" + word + ".csv", named, read.problems);
  if (!file) return read;
  read = read_measured_rows(file->text, file->name);
  read.name = std::filesystem::path(file->path).stem().string();
  read.folder = std::filesystem::path(file->path).parent_path().string();
  return read;
}

}  // namespace headrace
