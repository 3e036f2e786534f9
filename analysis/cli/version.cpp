#include "analysis/version.h"

#include <nlohmann/json.hpp>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/results/schema.h"

namespace headrace {

namespace {

class VersionVerb final : public Verb {
 public:
  void declare(Options& options) override {
    options.footer("Example:\n  headrace version --json");
    form_.declare(options);
  }
  ExitCode run(const Streams& streams) override;

 private:
  AnswerForm form_;
};

ExitCode VersionVerb::run(const Streams& streams) {
  if (form_.json) {
    const nlohmann::ordered_json tree = {{"schema", "headrace.version/1"},
                                         {"version", program_version()},
                                         {"revision", program_revision()},
                                         {"compiler", compiler_version()},
                                         {"result_database_schema", kSchemaVersion}};
    streams.out.write(json_text(tree));
  } else {
    streams.out.write(std::string("headrace ") + program_version() + " (revision " + program_revision() +
                      ", " + compiler_version() + ")\n");
  }
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> version_verb() { return std::make_unique<VersionVerb>(); }

}  // namespace headrace
