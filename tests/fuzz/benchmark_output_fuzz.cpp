// Any text as the output of a benchmark, as the files of a run of DLIO, or as a dump of Lustre's statistics:
// measurements and values, or problems, never a crash.
// The first byte chooses the form, and whether the first bad record ends the reading.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scenarios/loader/benchmarks/benchmark_forms.h"
#include "scenarios/loader/benchmarks/dlio_rows.h"
#include "scenarios/loader/benchmarks/lustre_values.h"
#include "scenarios/loader/benchmarks/probe_rows.h"
#include "sim/check.h"

namespace {

using namespace headrace;

// Takes the files of a run of DLIO, each up to a form feed, in the order of their kinds.
void read_dlio_texts(std::string_view text, const OutputChoice& choice) {
  DlioRunsRead read;
  DlioRunReader reader("fuzz", choice, read);
  for (int kind = 0; !text.empty(); ++kind) {
    const std::string_view one = text.substr(0, text.find('\f'));
    reader.read(static_cast<DlioFileKind>(kind % 6), kind, output_text(one, "fuzz.txt"));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
  }
  reader.finish();
  for (const DlioRun& run : read.runs) {
    HEADRACE_CHECK(run.nodes > 0 && run.accelerators_per_node() > 0 && !run.figures.empty());
    for (const OutputFigure& figure : run.figures) HEADRACE_CHECK(figure.value > 0 && figure.mark.line > 0);
  }
  HEADRACE_CHECK(dlio_rows(read.runs, "train").size() >= read.runs.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::span<const std::string_view> forms = benchmark_forms();
  const OutputChoice choice{std::nullopt, data[0] % 2 == 1};
  const std::size_t form = data[0] / 2 % (forms.size() + 2);
  if (form == forms.size() + 1) {
    read_dlio_texts(text, choice);
    return 0;
  }
  if (form == forms.size()) {
    LustreStatistics all;
    read_lustre_text(text, "fuzz.txt", choice, all);
    std::vector<std::string> left;
    for (const LustreValue& value : lustre_values(all, left)) HEADRACE_CHECK(!value.text.empty());
    return 0;
  }
  const BenchmarkRead read = read_benchmark_text(forms[form], text, "fuzz.txt", choice);
  if (!read.problems.has_errors()) HEADRACE_CHECK(!read.outputs.empty());
  HEADRACE_CHECK(read.dropped.first.size() <= read.dropped.count);
  for (const MeasuredOutput& output : read.outputs) {
    HEADRACE_CHECK(output.nodes > 0 && output.probe.processes_per_node > 0);
    HEADRACE_CHECK(!output.figures.empty());
    for (const OutputFigure& figure : output.figures)
      HEADRACE_CHECK(figure.value > 0 && figure.mark.line > 0);
  }
  HEADRACE_CHECK(probe_rows(read.outputs, "probe").size() >= read.outputs.size());
  return 0;
}
