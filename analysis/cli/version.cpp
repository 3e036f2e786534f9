#include "analysis/version.h"

#include <nlohmann/json.hpp>

#include "analysis/cli/verbs.h"
#include "analysis/page/json.h"
#include "analysis/results/schema.h"

namespace headrace {

ExitCode version_verb(const Arguments& arguments, const Streams& streams) {
  if (arguments.json) {
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

}  // namespace headrace
