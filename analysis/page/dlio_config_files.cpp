#include "analysis/page/dlio_config_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "analysis/output_file.h"
#include "scenarios/loader/dlio/dlio_config.h"

namespace headrace {

namespace {

constexpr std::string_view kHead = "# Simulated by headrace.\n";

bool is_simulated_config(std::string_view start) { return start.starts_with(kHead); }

constexpr FileKind kConfigKind = {"simulated configuration of DLIO", is_simulated_config};

// "- ++workload.reader.read_threads=8", in quotes where YAML would read a map or a comment.
std::string item(const std::string& text, const std::string& indent) {
  const bool plain = text.find(": ") == std::string::npos && text.find(" #") == std::string::npos &&
                     text.find('\'') == std::string::npos;
  if (plain) return indent + "- " + text + "\n";
  std::string quoted;
  for (const char letter : text) quoted += letter == '\'' ? std::string("''") : std::string(1, letter);
  return indent + "- '" + quoted + "'\n";
}

}  // namespace

std::string dlio_overrides_text(const DlioMachine& machine, const std::string& indent) {
  std::string text = item("workload=" + std::filesystem::path(machine.dlio).stem().string(), indent);
  for (const std::string& override : machine.overrides)
    if (override.find('=') != std::string::npos) text += item(override, indent);
  return text;
}

void write_dlio_config(const std::string& folder, const JobResult& job, const DlioMachine& machine) {
  const std::string head(kHead);
  write_file(with_folder(folder + "/config.yaml"),
             head + dlio_config_text(machine.work, dlio_version_of(job)), kConfigKind);
  write_file(folder + "/overrides.yaml", head + dlio_overrides_text(machine, ""), kConfigKind);
  write_file(folder + "/hydra.yaml",
             head + "hydra:\n  output_subdir: dlio_config\n  overrides:\n    task:\n" +
                 dlio_overrides_text(machine, "    "),
             kConfigKind);
}

}  // namespace headrace
