#include "analysis/cli/import_job_log.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "analysis/cli/options/values.h"
#include "analysis/output_file.h"
#include "analysis/page/job_log_page.h"
#include "analysis/page/json.h"
#include "analysis/version.h"

namespace headrace {

bool ImportJobLog::is_form(std::string_view word) {
  return std::find(std::begin(kJobLogForms), std::end(kJobLogForms), word) != std::end(kJobLogForms);
}

void ImportJobLog::declare(Options& options) {
  options.value("--peak", peak_,
                "for a job log with --out: percent of a file system's work that\n"
                "jobs take when all of the machine is busy",
                "PERCENT");
  options.value("--machine-nodes", machine_nodes_, "for a job log: how many nodes the machine has", "N");
}

void ImportJobLog::finish(std::span<const std::string> words, const std::string& output,
                          const std::string& columns) {
  form_name_ = words[0];
  form_ = form_name_ == kJobLogForms[0] ? JobLogForm::swf : JobLogForm::sacct;
  if (words.size() < 2) throw UsageError("'import " + form_name_ + "' needs a log of jobs: FILE");
  if (words.size() > 2)
    throw UsageError("'" + words[2] + "' is one word too many for 'import " + form_name_ + "'");
  file_ = words[1];
  output_ = output;
  if (!peak_.empty()) peak_percent_ = percentage_of("--peak", peak_);
  if (peak_.empty() != output.empty())
    throw UsageError(peak_.empty() ? "--out: a load needs '--peak', for a log of jobs says nothing of bytes"
                                   : "--peak: it makes a load, which needs '--out'");
  if (!machine_nodes_.empty())
    wishes_.machine_nodes = static_cast<double>(count_of("--machine-nodes", machine_nodes_));
  if (!columns.empty() && form_ != JobLogForm::sacct) throw UsageError("--columns: it is for 'import sacct'");
  wishes_.columns = columns;
}

void ImportJobLog::refuse_options() const {
  for (const auto& [option, text] :
       {std::pair("--peak", &peak_), std::pair("--machine-nodes", &machine_nodes_)})
    if (!text->empty())
      throw UsageError(std::string(option) + ": it is for a log of jobs: swf or sacct FILE");
}

ExitCode ImportJobLog::run(const AnswerForm& form, const Streams& streams) const {
  TextLines lines(file_);
  const JobLog log = read_job_log(lines, form_, wishes_);
  if (!lines.fault().empty()) throw InputError(file_ + ": " + lines.fault());
  if (!log.wrong.empty()) {
    std::string text = file_ + ": " + log.wrong;
    for (const JobLog::Dropped& line : log.first_dropped)
      text += "\n  " + file_ + ":" + std::to_string(line.line) + ": " + line.why;
    throw InputError(text);
  }
  const JobLogSource source{file_, form_name_, program_version(), program_revision(), peak_percent_};
  if (!output_.empty()) write_file(with_folder(output_), job_log_file(source, log), job_log_kind());
  if (form.json) {
    streams.out.write(json_text(job_log_tree(source, log)));
  } else if (!form.quiet) {
    streams.out.write(job_log_report(source, log, Style(streams.out_colour())));
    if (!output_.empty())
      streams.out.write("\n" + output_ + " is the load: 'background: {others: {include: " + output_ +
                        ", file_system: NAME, ost: 0, count: N, first: HOUR}}'.\n");
  }
  return ExitCode::ok;
}

}  // namespace headrace
