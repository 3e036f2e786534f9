#include "analysis/cli/import_measurements.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/page/dlio_runs_page.h"
#include "analysis/page/json.h"
#include "analysis/page/lustre_page.h"
#include "analysis/version.h"
#include "scenarios/loader/benchmarks/benchmark_forms.h"
#include "scenarios/loader/benchmarks/dlio_rows.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

// Names of the job, where nothing else is said.
constexpr const char* kProbeName = "probe";
constexpr const char* kTrainingName = "train";
constexpr std::string_view kLustreForm = "lctl";

bool is_name_of_job(const std::string& word) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !word.empty() && std::all_of(word.begin(), word.end(), fits);
}

Bandwidth link_of(const std::string& text) {
  const auto read = parse_bandwidth(text);
  if (const auto* const error = std::get_if<QuantityError>(&read))
    throw UsageError("--link: " + error->sentence + ": write a rate such as 200Gbit/s");
  const Bandwidth link = std::get<Bandwidth>(read);
  if (link <= Bandwidth()) throw UsageError("--link: the ports of a node carry more than nothing");
  return link;
}

}  // namespace

std::vector<std::string_view> measured_forms() {
  const auto benchmarks = benchmark_forms();
  std::vector<std::string_view> forms(benchmarks.begin(), benchmarks.end());
  forms.push_back(kDlioForm);
  forms.push_back(kLustreForm);
  return forms;
}

bool is_measured_form(std::string_view form) {
  const auto forms = measured_forms();
  return std::find(forms.begin(), forms.end(), form) != forms.end();
}

void ImportMeasurements::declare(Options& options) {
  options.value("--job", job_,
                "of fio, ior, mdtest: the scenario's job that is a probe [probe]; of dlio: the\n"
                "one that trains [train]",
                "NAME");
  options.value("--link", link_,
                "of fio, ior, mdtest, dlio: what the ports of a node carry; a rate above that is\n"
                "doubted",
                "RATE");
}

void ImportMeasurements::finish(const std::vector<std::string>& words, const std::string& output,
                                bool strict) {
  choice_.is_strict = strict;
  form_ = words.front();
  files_.assign(words.begin() + 1, words.end());
  output_ = output;
  if (files_.empty())
    throw UsageError("'import " + form_ + "' needs what " + form_ +
                     " wrote: " + (form_ == kDlioForm ? "FOLDER" : "FILE"));
  if (form_ == kLustreForm && (!job_.empty() || !link_.empty()))
    throw UsageError(std::string(job_.empty() ? "--link" : "--job") +
                     " does nothing for 'lctl', which has no rows");
  if (job_.empty()) job_ = form_ == kDlioForm ? kTrainingName : kProbeName;
  if (!is_name_of_job(job_))
    throw UsageError("--job: '" + job_ + "' is no name of a job: letters, digits, '-' and '_'");
  if (!link_.empty()) choice_.link = link_of(link_);
  expect_apart({{"--out", output_}}, files_);
}

void ImportMeasurements::expect_unused(const std::string& form) const {
  const char* const given = !job_.empty() ? "--job" : !link_.empty() ? "--link" : "";
  if (*given != '\0')
    throw UsageError(std::string(given) + " is for the output of benchmarks, and does nothing for '" + form +
                     "'");
}

// Writes what was imported to the file or to standard output, and the report to the other one.
ExitCode ImportMeasurements::print(const Answer& answer, const Streams& streams,
                                   const AnswerForm& form) const {
  if (!output_.empty()) write_file(with_folder(output_), answer.file, answer.kind);
  if (form.json) {
    streams.out.write(json_text(answer.tree()));
    return ExitCode::ok;
  }
  if (output_.empty()) streams.out.write(answer.file);
  if (form.quiet) return ExitCode::ok;
  Sink& report = output_.empty() ? streams.err : streams.out;
  report.write(answer.report(Style(output_.empty() ? streams.err_colour() : streams.out_colour())));
  if (!output_.empty()) report.write("\n" + wrap(output_ + answer.use));
  return ExitCode::ok;
}

ExitCode ImportMeasurements::run(const Streams& streams, const AnswerForm& form) const {
  if (form_ == kDlioForm) return run_dlio(streams, form);
  return form_ == kLustreForm ? run_lustre(streams, form) : run_benchmark(streams, form);
}

// Tells problems, unless only answers are wanted and there is one; says whether there is.
bool ImportMeasurements::has_answer(const Problems& problems, const Streams& streams,
                                    const AnswerForm& form) const {
  const bool is_told = !form.quiet && !form.json;
  if (problems.has_errors() || is_told) streams.err.write(problems.text(streams.err_colour()));
  return !problems.has_errors();
}

MeasurementsSource ImportMeasurements::source() const {
  return {form_, job_, files_, program_version(), program_revision()};
}

ExitCode ImportMeasurements::run_benchmark(const Streams& streams, const AnswerForm& form) const {
  Measurements found;
  Problems problems;
  for (const std::string& file : files_) {
    BenchmarkRead read = read_benchmark_file(form_, file, choice_);
    problems.absorb(read.problems, "");
    found.absorb(std::move(read));
  }
  if (!has_answer(problems, streams, form)) return ExitCode::usage;
  found.rows = probe_rows(found.outputs, job_);
  Answer answer{measurements_file(source(), found), measurements_kind()};
  answer.report = [&](const Style& style) { return measurements_report(source(), found, style); };
  answer.tree = [&] { return measurements_tree(source(), found); };
  answer.use = " has the rows: `headrace calibrate SCENARIO --data " + output_ +
               " --fit PATH`, where the job '" + job_ + "' of the scenario is a probe.";
  return print(answer, streams, form);
}

ExitCode ImportMeasurements::run_dlio(const Streams& streams, const AnswerForm& form) const {
  DlioRunsFound found{read_dlio_runs(files_, choice_), {}};
  if (!has_answer(found.read.problems, streams, form)) return ExitCode::usage;
  found.rows = dlio_rows(found.read.runs, job_);
  Answer answer{dlio_runs_file(source(), found), measurements_kind()};
  answer.report = [&](const Style& style) { return dlio_runs_report(source(), found, style); };
  answer.tree = [&] { return dlio_runs_tree(source(), found); };
  answer.use = " has the rows: `headrace calibrate SCENARIO --data " + output_ +
               " --fit PATH`, where the job '" + job_ +
               "' of the scenario trains by a DLIO file; `headrace init` makes one of config.yaml.";
  return print(answer, streams, form);
}

ExitCode ImportMeasurements::run_lustre(const Streams& streams, const AnswerForm& form) const {
  LustreFound found;
  Measurements records;  // Its records that cannot be read.
  Problems problems;
  for (const std::string& file : files_) {
    BenchmarkRead read = read_lustre_file(file, choice_, found.all);
    problems.absorb(read.problems, "");
    records.absorb(std::move(read));
  }
  if (!has_answer(problems, streams, form)) return ExitCode::usage;
  found.dropped = std::move(records.dropped);
  found.values = lustre_values(found.all, found.left);
  Answer answer{lustre_file(source(), found), lustre_kind()};
  answer.report = [&](const Style& style) { return lustre_report(source(), found, style); };
  answer.tree = [&] { return lustre_tree(source(), found); };
  answer.use = " has the values, to be pasted below a file system of a platform.";
  return print(answer, streams, form);
}

}  // namespace headrace
