#include "scenarios/loader/benchmarks/output_notes.h"

#include <algorithm>

#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kShort =
    1;  // Seconds; [assumed] below it, starting and ending are part of what is measured.

// Says whether a scenario can have such a probe: its fields have these bounds.
bool fits_a_probe(const MeasuredOutput& output) {
  constexpr std::int64_t kMostNodes = 1'000'000;
  const ProbeSpec& probe = output.probe;
  return output.nodes >= 1 && output.nodes <= kMostNodes && probe.processes_per_node >= 1 &&
         probe.processes_per_node <= 4096 && probe.files_per_process >= 1 && probe.transfer_size >= 1_B &&
         probe.transfer_size <= 1_TiB && probe.file_size <= 1024_TiB;
}

}  // namespace

Mark OutputNotes::line(int number) const {
  Mark mark{source_, number, 1, 1};
  const std::string_view whole = line_of(mark);
  const std::size_t begin = std::min(whole.find_first_not_of(" \t"), whole.size());
  const std::size_t end = std::min(whole.find_first_of(" \t", begin), whole.size());
  mark.column = static_cast<int>(begin) + 1;
  mark.length = static_cast<int>(std::max<std::size_t>(end - begin, 1));
  return mark;
}

void OutputNotes::drop(const Mark& mark, std::string why) {
  if (choice_.is_strict)
    read_.problems.add(mark, "E0722", why).with_help("without --strict such a record is dropped and told");
  read_.dropped.add(mark, std::move(why));
}

void OutputNotes::leave(const Mark& mark, std::string why) { read_.left.add(mark, std::move(why)); }

void OutputNotes::doubt(MeasuredOutput& output, const char* code, std::string sentence, std::string help) {
  read_.problems.warn(output.mark, code, sentence).with_help(std::move(help));
  output.doubts.push_back(std::move(sentence));
}

void OutputNotes::check_time(MeasuredOutput& output) {
  if (output.seconds <= 0 || output.seconds >= kShort) return;
  doubt(output, "W0091", in_quotes(output.name) + " measured for " + number_text(output.seconds) + " s",
        "below a second, opening, starting and ending weigh in every figure: run it longer");
}

void OutputNotes::check_ports(MeasuredOutput& output) {
  if (!choice_.link) return;
  const double most = choice_.link->in_bytes_per_second() * static_cast<double>(output.nodes);
  const double rate = bytes_per_second_of(output);
  if (rate <= most) return;
  doubt(output, "W0090",
        in_quotes(output.name) + " moved " + human_text(Bandwidth::bytes_per_second(rate)) + ", and " +
            std::to_string(output.nodes) + " x " + text_of(*choice_.link) + " is what the ports carry",
        "a memory of the node answered: measure direct, or more than the node has of memory");
}

void OutputNotes::add(MeasuredOutput output) {
  if (!fits_a_probe(output)) return drop(output.mark, "sizes, files or processes that no probe has");
  check_time(output);
  if (output.doubts.empty()) check_ports(output);
  read_.outputs.push_back(std::move(output));
}

double bytes_per_second_of(const MeasuredOutput& output) {
  for (const OutputFigure& figure : output.figures) {
    if (figure.name == "probe.gb_per_second") return figure.value * 1e9;
    if (figure.name == "probe.operations_per_second" && output.probe.is_bulk())
      return figure.value * static_cast<double>(output.probe.transfer_size.count());
  }
  return 0;
}

}  // namespace headrace
