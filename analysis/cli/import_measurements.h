// ImportMeasurements: the forms of `headrace import` that are outputs of benchmarks, of DLIO, or of `lctl`.
//
//   if (is_measured_form(words.front())) measurements.finish(words, output);
//   return measurements.run(streams, form);
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/page/measurements_page.h"
#include "sim/units.h"

namespace headrace {

inline constexpr std::string_view kDlioForm = "dlio";

std::vector<std::string_view> measured_forms();
bool is_measured_form(std::string_view form);

class ImportMeasurements {
 public:
  void declare(Options& options);
  // Takes the form, the files, the file to be written, and whether the first record that cannot be read is an
  // error; throws UsageError.
  void finish(const std::vector<std::string>& words, const std::string& output, bool strict);
  // Throws UsageError where an option of these forms was given, which another form does not have.
  void expect_unused(const std::string& form) const;
  ExitCode run(const Streams& streams, const AnswerForm& form) const;

 private:
  // Holds the file that is written, and what is told of it where somebody wants that.
  struct Answer {
    std::string file;
    FileKind kind;
    std::function<std::string(const Style&)> report = {};
    std::function<nlohmann::ordered_json()> tree = {};
    std::string use = {};  // How the file is used: " has the rows: …".
  };

  MeasurementsSource source() const;
  bool has_answer(const Problems& problems, const Streams& streams, const AnswerForm& form) const;
  ExitCode run_benchmark(const Streams& streams, const AnswerForm& form) const;
  ExitCode run_dlio(const Streams& streams, const AnswerForm& form) const;
  ExitCode run_lustre(const Streams& streams, const AnswerForm& form) const;
  ExitCode print(const Answer& answer, const Streams& streams, const AnswerForm& form) const;

  std::string form_, output_, job_, link_;
  std::vector<std::string> files_;
  OutputChoice choice_;
};

}  // namespace headrace
