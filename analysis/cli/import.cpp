#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/cli/import_job_log.h"
#include "analysis/cli/import_measurements.h"
#include "analysis/cli/import_trace.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/import_page.h"
#include "analysis/page/json.h"
#include "analysis/version.h"
#include "scenarios/loader/benchmarks/dlio_files.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

constexpr std::string_view kSystemForm = "mlperf-system";

// Returns the names of all forms.
std::vector<std::string_view> form_names() {
  std::vector<std::string_view> names = {kSystemForm};
  for (const TraceForm& form : trace_forms()) names.push_back(form.name);
  for (const std::string_view form : measured_forms()) names.push_back(form);
  names.insert(names.end(), std::begin(kJobLogForms), std::end(kJobLogForms));
  return names;
}

class ImportVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  // Kind of what is imported, by the form that is named or that the first file has.
  enum class Kind : std::uint8_t { trace, system, measured, job_log };

  Kind kind_of(const std::string& word) const;
  // Refuses options that the kind does not take.
  void expect_own_options() const;
  void finish_system();
  void finish_trace();
  ExitCode run_system(const Streams& streams);
  ExitCode run_trace(const Streams& streams);
  void print(const ImportSource& source, const ImportRead& read, const Streams& streams) const;

  std::vector<std::string> words_;
  Kind kind_ = Kind::trace;
  const TraceForm* trace_ = nullptr;  // Null: the first file says it.
  std::string file_, output_, store_, columns_;
  bool strict_ = false, anonymise_ = false;
  ImportMeasurements measurements_;
  ImportJobLog job_log_;
  AnswerForm form_;
};

void ImportVerb::declare(Options& options) {
  std::string forms =
      "a form and files of it; traces are known by how they begin. mlperf-system: a\n"
      "system description of MLPerf Storage, the JSON of v1.0 or the facts of one of\n"
      "v3.0 as a YAML map. Traces of a run, for a recording:";
  for (const TraceForm& form : trace_forms())
    forms += "\n" + std::string(form.name) + ": " + std::string(form.meaning);
  forms +=
      "\nRows of measured figures for `headrace calibrate`: fio: its JSON; ior: its text\n"
      "or JSON; mdtest: its text; dlio: the folder of a run, or of many, known by its\n"
      "summary.json. lctl: dumps of `lctl get_param`: what a Lustre does, and what a\n"
      "platform file can have of it. A log of a machine's jobs: swf, in the\n"
      "Standard Workload Format; sacct, as `sacct --parsable2` prints it";
  options.words("form", words_, forms, "FILE...");
  options.value("--out", output_,
                "the file to be written [standard output; TRACE.recording of a trace; none of a\n"
                "log of jobs]",
                "FILE");
  options.value("--store", store_,
                "the kind of a described storage, where its words do not tell:\n"
                "lustre, local, object_store, filer, gpfs or daos",
                "KIND");
  options.value("--columns", columns_,
                "of a table: begin, end or duration with their unit, process, host, thread,\n"
                "file, offset, length, kind, or - for one that is not taken, as in\n"
                "begin:ns,process,offset:512,length:512,kind:READ/WRITE; of an sacct log\n"
                "without a header: the list of its --format",
                "COLUMNS");
  options.flag("--strict", strict_, "of traces and benchmarks: end at the first record that cannot be read");
  options.flag("--anonymise", anonymise_,
               "of traces: files, folders, processes and hosts of the recording get other names,\n"
               "of the same depth and order, with the same endings and last numbers");
  measurements_.declare(options);
  job_log_.declare(options);
  options.footer(
      std::string(
          "A described system becomes a platform: each value has its place in the description, its\n"
          "formula, or its prior and range, in its comment; `headrace doubt` takes the ranges. Results of\n"
          "a system that is described are not looked at. `headrace replay` repeats a recording.\n\n"
          "Example:\n  headrace import mlperf-system system.json --out ours.yaml\n"
          "  headrace import run.dxt.txt --out run.recording\n"
          "  headrace import fio randread.json --out rows.csv\n"
          "  headrace import dlio results/unet3d --out rows.csv\n"
          "  headrace import swf jobs.swf --out others.yaml --peak 40\n\n") +
      kExitCodes);
  form_.declare(options);
}

ImportVerb::Kind ImportVerb::kind_of(const std::string& word) const {
  if (word == kSystemForm) return Kind::system;
  if (is_measured_form(word)) return Kind::measured;
  if (ImportJobLog::is_form(word)) return Kind::job_log;
  return Kind::trace;
}

void ImportVerb::expect_own_options() const {
  const std::string& word = words_.front();
  if (kind_ != Kind::system && !store_.empty())
    throw UsageError("--store is of a described system, and '" + word + "' is none");
  const bool has_columns = (trace_ != nullptr && trace_->name == "columns") || kind_ == Kind::job_log;
  if (!has_columns && !columns_.empty())
    throw UsageError("--columns is of a table and of a log: 'import columns FILE', 'import sacct FILE'");
  if (strict_ && kind_ != Kind::trace && kind_ != Kind::measured)
    throw UsageError("--strict is of traces and of the output of benchmarks");
  if (anonymise_ && kind_ != Kind::trace)
    throw UsageError("--anonymise is of traces, and '" + word + "' is none");
  if (kind_ != Kind::measured) measurements_.expect_unused(word);
  if (kind_ != Kind::job_log) job_log_.refuse_options();
}

void ImportVerb::finish() {
  if (!words_.empty() && is_dlio_result(words_.front()))
    words_.insert(words_.begin(), std::string(kDlioForm));
  if (words_.empty())
    throw UsageError("'import' needs what is to be imported: a trace, or a form (" + joined(form_names()) +
                     ") and a FILE");
  const std::string word = words_.front();
  kind_ = kind_of(word);
  trace_ = find_trace_form(word);
  if (kind_ == Kind::trace && trace_ == nullptr && !std::filesystem::exists(word)) {
    const std::vector<std::string_view> names = form_names();
    throw UsageError("'import' knows no '" + word + "', and there is no such file" + suggestion(word, names) +
                     " (" + joined(names) + ")");
  }
  expect_own_options();
  switch (kind_) {
    case Kind::system: return finish_system();
    case Kind::measured: return measurements_.finish(words_, output_, strict_);
    case Kind::job_log:
      job_log_.finish(words_, output_, columns_);
      return expect_apart({{"--out", output_}}, std::span(words_).subspan(1));
    case Kind::trace: return finish_trace();
  }
}

void ImportVerb::finish_trace() {
  if (trace_ != nullptr) words_.erase(words_.begin());
  if (words_.empty()) throw UsageError("'import " + std::string(trace_->name) + "' needs a trace: FILE");
  if (trace_ != nullptr && trace_->name == "columns" && columns_.empty())
    throw UsageError(
        "'import columns' needs to know what they hold: --columns begin:ns,offset:512,length:512");
}

void ImportVerb::finish_system() {
  if (words_.size() < 2) throw UsageError("'import mlperf-system' needs a system description: FILE");
  if (words_.size() > 2)
    throw UsageError("'" + words_[2] + "' is one word too many for 'import mlperf-system'");
  file_ = words_[1];
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
  switch (kind_) {
    case Kind::system: return run_system(streams);
    case Kind::measured: return measurements_.run(streams, form_);
    case Kind::job_log: return job_log_.run(form_, streams);
    case Kind::trace: break;
  }
  return run_trace(streams);
}

ExitCode ImportVerb::run_trace(const Streams& streams) {
  const TraceForm* const form = trace_ != nullptr ? trace_ : recognised_form(words_.front());
  if (form == nullptr)
    throw InputError(words_.front() + " begins as no trace that is known; name its form (" +
                     joined(form_names()) + ")");
  return import_trace(*form, words_, output_, {columns_, strict_, anonymise_}, form_, streams);
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
