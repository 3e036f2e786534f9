// Any text as a scenario: it is read or refused with problems, never a crash; and what is read is written as
// a text that reads back as the same. No other file is opened.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> overrides;
  // What follows a line of three equals signs is an override.
  if (const std::size_t end = text.find("\n===\n"); end != std::string_view::npos) {
    overrides.emplace_back(text.substr(end + 5));
    text = text.substr(0, end);
  }
  FileFinder no_files(FileFinder::Disk::no);
  const ScenarioRead read = read_scenario(text, "fuzz.yaml", overrides, no_files);
  HEADRACE_CHECK(read.problems.text().size() < std::size_t{1} << 20);
  HEADRACE_CHECK(read.scenario.has_value() == !read.problems.has_errors());
  if (!read.scenario) return 0;
  const std::string written = write_scenario(*read.scenario);
  const ScenarioRead again = read_scenario(written, "again.yaml", {}, no_files);
  HEADRACE_CHECK(again.scenario.has_value());
  HEADRACE_CHECK(write_scenario(*again.scenario) == written);
  return 0;
}
