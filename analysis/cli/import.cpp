#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/cli/import_trace.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/import_page.h"
#include "analysis/page/json.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

constexpr std::string_view kSystemForm = "mlperf-system";

// Returns the names of all forms.
std::vector<std::string_view> form_names() {
  std::vector<std::string_view> names = {kSystemForm};
  for (const TraceForm& form : trace_forms()) names.push_back(form.name);
  return names;
}

class ImportVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  void finish_system();
  void finish_trace();
  ExitCode run_system(const Streams& streams);
  void print(const ImportSource& source, const ImportRead& read, const Streams& streams) const;

  std::vector<std::string> words_;
  const TraceForm* trace_ = nullptr;  // Of one whose form is named.
  bool is_system_ = false;            // Whether a system description is named.
  TraceImportOptions trace_options_;
  std::string file_, output_, store_;
  AnswerForm form_;
};

void ImportVerb::declare(Options& options) {
  std::string forms =
      "a form and files of it; traces are known by how they begin. mlperf-system: a\n"
      "system description of MLPerf Storage, the JSON of v1.0 or the facts of one of\n"
      "v3.0 as a YAML map";
  for (const TraceForm& form : trace_forms())
    forms += "\n" + std::string(form.name) + ": " + std::string(form.meaning);
  options.words("form", words_, forms, "FILE...");
  options.value("--out", output_,
                "the platform file to be written [standard output], or the recording of a\n"
                "trace [TRACE.recording]",
                "FILE");
  options.value("--store", store_,
                "the kind of a described storage, where its words do not tell:\n"
                "lustre, local, object_store, filer, gpfs or daos",
                "KIND");
  options.value("--columns", trace_options_.columns,
                "columns of a table: begin, end or duration with their unit, process, host,\n"
                "thread, file, offset, length, kind, or - for one that is not taken, as in\n"
                "begin:ns,process,offset:512,length:512,kind:READ/WRITE",
                "COLUMNS");
  options.flag("--strict", trace_options_.strict, "end at the first record of a trace that is no operation");
  options.footer(
      std::string(
          "A described system becomes a platform: each value has its place in the description, its\n"
          "formula, or its prior and range, in its comment; `headrace doubt` takes the ranges. Measured\n"
          "results are not looked at. Traces of a run become a recording, which `headrace replay` "
          "repeats.\n\n"
          "Example:\n  headrace import mlperf-system system.json --out ours.yaml\n"
          "  headrace import run.dxt.txt --out run.recording\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ImportVerb::finish() {
  if (words_.empty())
    throw UsageError("'import' needs what is to be imported: a trace, or mlperf-system FILE");
  const std::string& word = words_.front();
  trace_ = find_trace_form(word);
  is_system_ = word == kSystemForm;
  const bool is_file = std::filesystem::exists(word);
  if (trace_ == nullptr && !is_system_ && !is_file) {
    const std::vector<std::string_view> names = form_names();
    throw UsageError("'import' knows no '" + word + "', and there is no such file" + suggestion(word, names) +
                     " (" + joined(names) + ")");
  }
  if (trace_ != nullptr || is_system_) words_.erase(words_.begin());
  if (is_system_) return finish_system();
  finish_trace();
}

void ImportVerb::finish_trace() {
  if (words_.empty()) throw UsageError("'import " + std::string(trace_->name) + "' needs a trace: FILE");
  if (!store_.empty()) throw UsageError("--store is of a described system, and this is a trace");
  const bool is_table = trace_ != nullptr && trace_->name == "columns";
  if (is_table && trace_options_.columns.empty())
    throw UsageError(
        "'import columns' needs to know what they hold: --columns begin:ns,offset:512,length:512");
  if (!is_table && !trace_options_.columns.empty())
    throw UsageError("--columns is of a table: 'import columns FILE'");
}

void ImportVerb::finish_system() {
  if (words_.empty()) throw UsageError("'import mlperf-system' needs a system description: FILE");
  if (words_.size() > 1)
    throw UsageError("'" + words_[1] + "' is one word too many for 'import mlperf-system'");
  if (!trace_options_.columns.empty() || trace_options_.strict)
    throw UsageError("--columns and --strict are of traces, and this is a described system");
  file_ = words_.front();
  const std::span<const std::string_view> kinds = imported_store_names();
  if (!store_.empty() && std::find(kinds.begin(), kinds.end(), store_) == kinds.end())
    throw UsageError("--store: there is no kind '" + store_ + "'" + suggestion(store_, kinds) +
                     " (lustre, local, object_store, filer, gpfs, daos)");
  const std::string inputs[] = {file_};
  expect_apart({{"--out", output_}}, inputs);
}

void ImportVerb::print(const ImportSource& source, const ImportRead& read, const Streams& streams) const {
  if (form_.json) return streams.out.write(json_text(import_tree(source, read)));
  Sink& report = output_.empty() ? streams.err : streams.out;
  const bool colour = output_.empty() ? streams.err_colour() : streams.out_colour();
  if (output_.empty()) streams.out.write(import_file(source, read));
  if (form_.quiet) return;
  report.write(import_report(read, Style(colour), form_.verbose));
  if (!output_.empty())
    report.write("\n" + output_ + " is the platform: 'platform: {include: " + output_ + "}'.\n");
}

ExitCode ImportVerb::run(const Streams& streams) {
  if (is_system_) return run_system(streams);
  const TraceForm* const form = trace_ != nullptr ? trace_ : recognised_form(words_.front());
  if (form == nullptr)
    throw InputError(words_.front() + " begins as no trace that is known; name its form (" +
                     joined(form_names()) + ")");
  return import_trace(*form, words_, output_, trace_options_, form_, streams);
}

ExitCode ImportVerb::run_system(const Streams& streams) {
  const ImportRead read = import_description_file(file_, store_);
  streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.platform) return ExitCode::usage;
  const ImportSource source{file_, hash_of_text(read.text), program_version(), program_revision()};
  if (!output_.empty()) write_file(with_folder(output_), import_file(source, read), import_kind());
  print(source, read, streams);
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> import_verb() { return std::make_unique<ImportVerb>(); }

}  // namespace headrace
