#include <algorithm>
#include <nlohmann/json.hpp>

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

constexpr std::string_view kImportForms[] = {"mlperf-system"};

class ImportVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  void print(const ImportSource& source, const ImportRead& read, const Streams& streams) const;

  std::vector<std::string> words_;
  std::string file_, output_, store_;
  AnswerForm form_;
};

void ImportVerb::declare(Options& options) {
  options.words("form", words_,
                "mlperf-system FILE: a system description of MLPerf Storage, the JSON\n"
                "of v1.0 or the facts of one of v3.0 as a YAML map",
                "FILE");
  options.value("--out", output_, "the platform file to be written [standard output]", "FILE");
  options.value("--store", store_,
                "the kind of the storage, where its words do not tell:\n"
                "lustre, local, object_store, filer, gpfs or daos",
                "KIND");
  options.footer(
      std::string("Each value has its place in the description, its formula, or its prior and range, in\n"
                  "its comment: `headrace doubt` takes the ranges. Measured results are not looked at.\n\n"
                  "Example:\n  headrace import mlperf-system system.json --out ours.yaml\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ImportVerb::finish() {
  if (words_.empty()) throw UsageError("'import' needs what is to be imported: mlperf-system FILE");
  if (std::find(std::begin(kImportForms), std::end(kImportForms), words_.front()) == std::end(kImportForms))
    throw UsageError("'import' knows no '" + words_.front() + "'" + suggestion(words_.front(), kImportForms) +
                     " (mlperf-system)");
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
