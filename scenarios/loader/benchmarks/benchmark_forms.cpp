#include "scenarios/loader/benchmarks/benchmark_forms.h"

#include <algorithm>
#include <array>

#include "scenarios/loader/benchmarks/fio_output.h"
#include "scenarios/loader/benchmarks/ior_output.h"
#include "scenarios/loader/benchmarks/mdtest_output.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/plain_text.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

struct BenchmarkForm {
  std::string_view name;
  std::string_view says;  // What its output is called.
  void (*read)(OutputNotes&);
};

constexpr std::array<BenchmarkForm, 3> kForms = {{{"fio", "fio's JSON", read_fio},
                                                  {"ior", "IOR's output", read_ior},
                                                  {"mdtest", "mdtest's output", read_mdtest}}};
constexpr std::array<std::string_view, 3> kFormNames = {"fio", "ior", "mdtest"};
constexpr std::string_view kStatistics = "lctl";

// Returns what the output of a form is called.
std::string words_of_form(std::string_view form) {
  for (const BenchmarkForm& known : kForms)
    if (known.name == form) return std::string(known.says);
  return "a dump of `lctl get_param`";
}

bool has(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

// Says whether a text has what each dump of lctl has: a time, or a parameter with its value.
bool is_statistics(std::string_view text) {
  if (has(text, "snapshot_time")) return true;
  for (OutputLines lines(text.substr(0, std::min<std::size_t>(text.size(), 65'536))); lines.next();) {
    const std::string_view name =
        lines.line().substr(0, std::min(lines.line().find('='), lines.line().size()));
    if (name.size() < lines.line().size() && !has(name, " ") &&
        std::count(name.begin(), name.end(), '.') >= 2)
      return true;
  }
  return false;
}

}  // namespace

std::span<const std::string_view> benchmark_forms() { return kFormNames; }

std::shared_ptr<const SourceText> output_text(std::string_view text, std::string file) {
  auto source = std::make_shared<SourceText>();
  source->file = std::move(file);
  source->text.reserve(text.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    const std::size_t length = character_length(text.substr(i));
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || byte == 0x7F || (byte < ' ' && byte != '\t' && byte != '\n')) {
      source->text += '?';
      ++i;
      continue;
    }
    source->text += text.substr(i, length);
    i += length;
  }
  return source;
}

std::string_view form_of_output(std::string_view text) {
  if (has(text, "\"fio version\"")) return "fio";
  if (has(text, "was launched with") && has(text, "mdtest")) return "mdtest";
  if (has(text, "MPI Coordinated Test of Parallel I/O")) return "ior";
  if (has(text, "\"tests\"") && has(text, "\"Command line\"")) return "ior";
  return is_statistics(text) ? kStatistics : "";
}

void expect_form(std::string_view form, const SourceText& source, const Mark& top, Problems& problems) {
  const std::string_view seems = form_of_output(source.text);
  if (seems == form) return;
  if (!seems.empty()) {
    problems.add(top, "E0720", "this looks like " + words_of_form(seems))
        .with_help("`headrace import " + std::string(seems) + " " + source.file + "` reads it");
    return;
  }
  problems.add(top, "E0721", "this does not look like " + words_of_form(form))
      .with_help(form == "fio" ? "fio writes JSON with --output-format=json, or json+" : "");
}

BenchmarkRead read_benchmark_text(std::string_view form, std::string_view text, const std::string& file,
                                  const OutputChoice& choice) {
  OutputNotes notes(output_text(text, file), choice);
  Problems problems;
  expect_form(form, *notes.source(), Mark{notes.source(), 1, 1}, problems);
  if (problems.has_errors()) {
    BenchmarkRead refused;
    refused.problems = std::move(problems);
    return refused;
  }
  const auto* const known =
      std::find_if(kForms.begin(), kForms.end(), [&](const BenchmarkForm& of) { return of.name == form; });
  known->read(notes);
  BenchmarkRead read = notes.take();
  if (!read.outputs.empty() || read.problems.has_errors()) return read;
  Problem& none =
      read.problems.add(Mark{notes.source(), 1, 1}, "E0723", "no run of it can be made again by a probe");
  if (!read.left.first.empty()) none.with_help(read.left.first.front().why);
  if (!read.dropped.first.empty())
    none.with_help("line " + std::to_string(read.dropped.first.front().mark.line) + ": " +
                   read.dropped.first.front().why);
  return read;
}

namespace {

// Reads a file that may be as long as outputs are; nothing, with a problem, where there is none.
std::optional<FileFinder::File> output_file(const std::string& path, Problems& problems) {
  auto file = FileFinder::read(path, problems, kLongestOutput);
  if (!file || file->text.size() <= kLongestOutput) return file;
  problems.add(Mark{std::make_shared<const SourceText>(SourceText{file->name, {}})}, "E0012",
               "the output is longer than 256 MiB");
  return std::nullopt;
}

}  // namespace

BenchmarkRead read_benchmark_file(std::string_view form, const std::string& path,
                                  const OutputChoice& choice) {
  BenchmarkRead read;
  const auto file = output_file(path, read.problems);
  return file ? read_benchmark_text(form, file->text, file->name, choice) : std::move(read);
}

BenchmarkRead read_lustre_file(const std::string& path, const OutputChoice& choice, LustreStatistics& all) {
  BenchmarkRead read;
  const auto file = output_file(path, read.problems);
  return file ? read_lustre_text(file->text, file->name, choice, all) : std::move(read);
}

BenchmarkRead read_lustre_text(std::string_view text, const std::string& file, const OutputChoice& choice,
                               LustreStatistics& all) {
  OutputNotes notes(output_text(text, file), choice);
  BenchmarkRead refused;
  expect_form(kStatistics, *notes.source(), Mark{notes.source(), 1, 1}, refused.problems);
  if (refused.problems.has_errors()) return refused;
  read_lustre(notes, all);
  return notes.take();
}

}  // namespace headrace
