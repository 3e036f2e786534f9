#include "scenarios/loader/benchmarks/mdtest_output.h"

#include <algorithm>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/numbers.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// MdtestPhase: a row of mdtest's summary, and the probe that makes it again.
struct MdtestPhase {
  std::string_view name;
  ProbeOperation operation;
};

constexpr MdtestPhase kPhases[] = {{"File creation", ProbeOperation::create},
                                   {"File stat", ProbeOperation::stat},
                                   {"File read", ProbeOperation::open_read_close},
                                   {"File removal", ProbeOperation::unlink}};

// MdtestRun: what the lines before a summary say.
struct MdtestRun {
  std::string program = "mdtest";
  std::int64_t tasks = 0, nodes = 1, files = 0;
  std::vector<std::string> words;  // Words of the command line.
  std::string error;               // The first line that tells an error.

  bool has(std::string_view word) const { return std::find(words.begin(), words.end(), word) != words.end(); }
  // Returns the number behind an option; nothing where it is not set.
  std::optional<std::int64_t> value(std::string_view option) const {
    const auto found = std::find(words.begin(), words.end(), option);
    if (found == words.end() || found + 1 == words.end()) return std::nullopt;
    return output_count(*(found + 1));
  }
};

class MdtestReader {
 public:
  explicit MdtestReader(OutputNotes& notes) : notes_(notes) {}

  void read() {
    for (OutputLines lines(notes_.text()); lines.next() && !notes_.is_stopped();)
      read_line(trimmed(lines.line()), lines.number());
  }

 private:
  void read_line(std::string_view text, int number) {
    const std::vector<std::string_view> words = words_of(text);
    if (text.find("was launched with") != std::string_view::npos) return read_launch(words);
    if (text.starts_with("Command line used")) return read_command(words);
    if (text.starts_with("ERROR") || text.find(" ERROR:") != std::string_view::npos) {
      if (run_.error.empty()) run_.error = text.substr(0, 80);
    } else if (words.size() >= 4 && words[1] == "tasks," && words[3].starts_with("files")) {
      run_.tasks = output_count(words[0]).value_or(run_.tasks);
      run_.files = output_count(words[2]).value_or(0);
    } else if (text.starts_with("SUMMARY")) {
      columns_.clear();
      is_rate_ = text.starts_with("SUMMARY rate");
    } else if (is_rate_ && text.starts_with("Operation")) {
      columns_ = words;
      std::erase(columns_, "Dev");  // The second word of "Std Dev".
      columns_.erase(columns_.begin());
    } else if (!columns_.empty()) {
      read_row(text, words, number);
    }
  }

  void read_launch(const std::vector<std::string_view>& words) {
    run_ = MdtestRun();
    is_rate_ = false;
    columns_.clear();
    run_.program = words.front();
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      if (words[i + 1] == "total" && words[i + 2].starts_with("task"))
        run_.tasks = output_count(words[i]).value_or(0);
      if (words[i] == "on" && words[i + 2].starts_with("node"))
        run_.nodes = std::max<std::int64_t>(1, output_count(words[i + 1]).value_or(1));
    }
  }

  void read_command(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
      std::string plain(word);
      std::erase(plain, '\'');
      run_.words.push_back(std::move(plain));
    }
  }

  void read_row(std::string_view text, const std::vector<std::string_view>& words, int number) {
    if (text.empty() || text.starts_with("-- ")) return columns_.clear();
    if (text.starts_with("---")) return;
    if (words.size() <= columns_.size())
      return notes_.drop(notes_.line(number), "the row has fewer words than its table has columns");
    const auto mean =
        static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), "Mean") - columns_.begin());
    if (mean == columns_.size()) return notes_.drop(notes_.line(number), "the table has no column Mean");
    const std::string_view cell = words[words.size() - columns_.size() + mean];
    const std::optional<double> rate = finite_number(cell);
    if (!rate || *rate < 0) return notes_.drop(notes_.line(number), in_quotes(cell) + " is no rate");
    if (*rate == 0) return;
    const auto* const phase = std::find_if(std::begin(kPhases), std::end(kPhases),
                                           [&](const MdtestPhase& of) { return text.starts_with(of.name); });
    if (phase != std::end(kPhases)) return tell(*phase, *rate, number);
    std::string_view name = trimmed(text.substr(0, text.find_first_of("0123456789")));
    if (name.ends_with(':')) name.remove_suffix(1);
    notes_.leave(notes_.line(number), in_quotes(trimmed(name)) + " is a phase that no probe has");
  }

  void tell(const MdtestPhase& phase, double rate, int number) {
    const Mark mark = notes_.line(number);
    if (run_.tasks <= 0 || run_.tasks % run_.nodes != 0 || run_.tasks / run_.nodes > 4096)
      return notes_.drop(mark, std::to_string(run_.tasks) + " tasks do not lie evenly on " +
                                   std::to_string(run_.nodes) + " nodes, or are not said");
    MeasuredOutput output;
    output.program = run_.program;
    output.name = "mdtest";
    output.mark = mark;
    output.nodes = run_.nodes;
    if (!set_probe(phase, output)) return notes_.drop(mark, "how many files each task had is not said");
    const auto files = static_cast<double>(output.probe.files_per_process) * static_cast<double>(run_.tasks);
    output.seconds = files / rate;
    output.figures.push_back({"probe.operations_per_second", rate, mark, "Mean " + number_text(rate)});
    if (!run_.error.empty())
      notes_.doubt(output, "W0092", "mdtest told " + in_quotes(run_.error),
                   "what was measured may be of a run that failed");
    notes_.add(std::move(output));
  }

  bool set_probe(const MdtestPhase& phase, MeasuredOutput& output) const {
    ProbeSpec& probe = output.probe;
    probe.operation = phase.operation;
    probe.processes_per_node = run_.tasks / run_.nodes;
    probe.files_per_process = run_.files > 0 ? run_.files / run_.tasks : run_.value("-n").value_or(0);
    if (probe.files_per_process <= 0 || probe.files_per_process > 1'000'000'000) return false;
    probe.shared_directory = !run_.has("-u");
    probe.direct = false;
    const bool creates = phase.operation == ProbeOperation::create;
    probe.sync = creates && run_.has("-y");
    const std::int64_t bytes =
        std::min<std::int64_t>(run_.value(creates ? "-w" : "-e").value_or(0), std::int64_t{1} << 40);
    probe.file_size = Bytes::count(bytes);
    if (phase.operation == ProbeOperation::open_read_close && bytes == 0)
      probe.operation = ProbeOperation::open_close;
    if (bytes > 0) probe.transfer_size = probe.file_size;
    if (run_.value("-z").value_or(0) > 0)
      output.guesses.emplace_back(
          "the files lay in a tree of directories: one for all, or one a task, was taken");
    if (!creates && phase.operation != ProbeOperation::unlink && !run_.has("-N"))
      output.guesses.emplace_back(
          "each task came back to files that it had made (no -N): its node may have known them");
    return true;
  }

  OutputNotes& notes_;
  MdtestRun run_;
  std::vector<std::string_view> columns_;  // Columns of the table that is read, without the first.
  bool is_rate_ = false;
};

}  // namespace

void read_mdtest(OutputNotes& notes) { MdtestReader(notes).read(); }

}  // namespace headrace
