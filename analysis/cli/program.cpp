#include "analysis/cli/program.h"

#include <exception>
#include <new>
#include <system_error>

#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"
#include "analysis/errors.h"
#include "analysis/terminal.h"
#include "analysis/version.h"

namespace headrace {

namespace {

void report(const Streams& streams, const std::string& kind, const std::string& text) {
  streams.err.write("headrace: " + kind + ": " + text + "\n");
}

// Says what is being handled and gives its exit code; called from a handler.
ExitCode report_current_exception(const Streams& streams) {
  try {
    throw;
  } catch (const UsageError& error) {
    report(streams, "error", std::string(error.what()) + "\n  `headrace help` lists what there is");
    return ExitCode::usage;
  } catch (const InputError& error) {
    report(streams, "error", error.what());
    return ExitCode::input_data;
  } catch (const ResourceError& error) {
    report(streams, "error", error.what());
    return ExitCode::resource_failed;
  } catch (const std::bad_alloc&) {
    report(streams, "error", "out of memory; fewer threads (--jobs) or a smaller model need less");
    return ExitCode::resource_failed;
  } catch (const std::system_error& error) {  // Such as a thread that cannot be made.
    report(streams, "error",
           std::string("the system refuses what the program asks for: ") + error.what() +
               "; fewer threads (--jobs) ask for less");
    return ExitCode::resource_failed;
  } catch (const std::exception& error) {
    report(streams, "internal error",
           std::string(error.what()) + "\n  this is a fault of headrace " + program_version() +
               " (revision " + program_revision() + "), not of the scenario");
    return ExitCode::internal;
  }
}

}  // namespace

int run_program(const std::vector<std::string>& words, const Streams& raw) {
  TerminalSink out(raw.out, raw.out_is_terminal, raw.colour_allowed);
  TerminalSink err(raw.err, raw.err_is_terminal, raw.colour_allowed);
  const Streams streams{out, err, raw.out_is_terminal, raw.err_is_terminal, raw.colour_allowed};
  ExitCode code = ExitCode::ok;
  try {
    code = parse_verb(verbs(), words)->run(streams);
    streams.out.flush();
  } catch (...) {
    code = report_current_exception(streams);
  }
  streams.err.flush();
  return static_cast<int>(code);
}

}  // namespace headrace
