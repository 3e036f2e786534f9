#include "scenarios/loader/benchmarks/ior_output.h"

#include <algorithm>

#include "scenarios/loader/benchmarks/ior_json.h"
#include "scenarios/loader/benchmarks/ior_run.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/numbers.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// TableHeader: the columns of a table, by their names.
class TableHeader {
 public:
  TableHeader() = default;
  explicit TableHeader(std::string_view line) : names_(words_of(line)) {}

  bool exists() const { return !names_.empty(); }
  std::size_t size() const { return names_.size(); }
  // Returns the first column of a name, or that begins with it; size(): there is none.
  std::size_t column(std::string_view name) const {
    const auto found = std::find_if(names_.begin(), names_.end(),
                                    [&](std::string_view other) { return other.starts_with(name); });
    return static_cast<std::size_t>(found - names_.begin());
  }

 private:
  std::vector<std::string_view> names_;
};

class IorTextReader {
 public:
  explicit IorTextReader(OutputNotes& notes) : notes_(notes) {}

  void read() {
    for (OutputLines lines(notes_.text()); lines.next() && !notes_.is_stopped();)
      read_line(lines.line(), lines.number());
    end_run();
  }

 private:
  void read_line(std::string_view line, int number) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("IOR-") && text.find("MPI Coordinated") != std::string_view::npos) {
      end_run();
      run_.emplace(std::string(text.substr(0, text.find(':'))), notes_.line(number));
      return;
    }
    if (!run_ || text.empty()) return;
    if (is_error(text)) return run_->error(text);
    if (text.starts_with("access ") && text.find("bw(MiB/s)") != std::string_view::npos) {
      results_ = TableHeader(text);
      summary_ = TableHeader();
    } else if (text.starts_with("Operation ") && text.find("(MiB)") != std::string_view::npos) {
      summary_ = TableHeader(text);
    } else if (is_row(text)) {
      read_row(text, number);
    } else {
      read_option(text);
    }
  }

  static bool is_error(std::string_view text) {
    return text.starts_with("ERROR") || text.starts_with("ior ERROR") ||
           text.find("WARNING: incorrect data") != std::string_view::npos ||
           text.find("WARNING: Incorrect data") != std::string_view::npos;
  }

  bool is_row(std::string_view text) const {
    return (summary_.exists() || results_.exists()) &&
           (text.starts_with("write ") || text.starts_with("read "));
  }

  void read_row(std::string_view text, int number) {
    const bool is_summary = summary_.exists();
    const TableHeader& header = is_summary ? summary_ : results_;
    const std::vector<std::string_view> cells = words_of(text);
    const std::size_t rate = is_summary ? header.column("Mean(MiB)") : header.column("bw(MiB/s)");
    const std::size_t time = is_summary ? header.column("Mean(s)") : header.column("total(s)");
    if (cells.size() != header.size() || rate == header.size())
      return notes_.drop(notes_.line(number), "the row has " + std::to_string(cells.size()) +
                                                  " words, and its table " + std::to_string(header.size()) +
                                                  " columns");
    const std::optional<double> mebibytes = finite_number(cells[rate]);
    if (!mebibytes) return notes_.drop(notes_.line(number), in_quotes(cells[rate]) + " is no bandwidth");
    IorRate found;
    found.operation = cells.front();
    found.mebibytes = *mebibytes;
    if (time < header.size()) found.seconds = finite_number(cells[time]).value_or(0);
    found.is_summary = is_summary;
    found.mark = notes_.line(number);
    found.words = std::string(is_summary ? "Mean(MiB) " : "bw(MiB/s) ") + std::string(cells[rate]);
    if (is_summary) read_run_of(header, cells);
    run_->rate(std::move(found));
  }

  // Takes what the summary says of the run, which holds where the list of options was not printed.
  void read_run_of(const TableHeader& header, const std::vector<std::string_view>& cells) {
    constexpr std::pair<std::string_view, std::string_view> kColumns[] = {{"#Tasks", "tasks"},
                                                                          {"tPN", "clients per node"},
                                                                          {"segcnt", "segments"},
                                                                          {"blksiz", "blocksize"},
                                                                          {"xsize", "xfersize"}};
    for (const auto& [column, option] : kColumns)
      if (const std::size_t at = header.column(column); at < cells.size()) run_->option(option, cells[at]);
    const std::size_t files = header.column("fPP");
    if (files < cells.size())
      run_->option("access", cells[files] == "1" ? "file-per-process" : "single-shared-file");
  }

  void read_option(std::string_view text) {
    const std::size_t sign = text.find_first_of(":=");
    if (sign == std::string_view::npos) return;
    const std::string_view name = trimmed(text.substr(0, sign)), value = trimmed(text.substr(sign + 1));
    if (name == "Command line" || name == "Command line used") return run_->command(value);
    run_->option(name, value);
  }

  void end_run() {
    if (run_ && run_->has_rates())
      run_->tell(notes_);
    else if (run_)
      notes_.drop(run_mark(), "the run has no result: did it end?");
    run_.reset();
    results_ = summary_ = TableHeader();
  }
  const Mark& run_mark() const { return run_->mark(); }

  OutputNotes& notes_;
  std::optional<IorRun> run_;
  TableHeader results_, summary_;
};

}  // namespace

void read_ior(OutputNotes& notes) {
  const bool is_json = read_ior_json(notes);
  if (!is_json) IorTextReader(notes).read();
}

}  // namespace headrace
