// ImportJobLog: `headrace import swf FILE` and `headrace import sacct FILE`, two forms of the verb in
// import.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "scenarios/loader/job_logs/read_job_log.h"

namespace headrace {

class ImportJobLog {
 public:
  static bool is_form(std::string_view word);

  void declare(Options& options);
  // Checks its options for a form and a file, with what the verb has read; throws UsageError.
  void finish(std::span<const std::string> words, const std::string& output, const std::string& columns);
  // Refuses its options where another form is imported; throws UsageError.
  void refuse_options() const;
  ExitCode run(const AnswerForm& form, const Streams& streams) const;

 private:
  std::string file_, output_, peak_, machine_nodes_;
  std::string form_name_;
  double peak_percent_ = 0;
  JobLogWishes wishes_;
  JobLogForm form_ = JobLogForm::swf;
};

}  // namespace headrace
