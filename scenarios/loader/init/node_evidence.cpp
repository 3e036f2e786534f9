#include "scenarios/loader/init/node_evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/platform_lines.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Kernels keep some of the memory that is built in, and descriptions round: no difference is told below.
constexpr double kSameWithin = 0.05;

std::string memory_text(double bytes) { return human_text(Bytes::count(std::llround(bytes))); }

// NodeField: a value of a node that several tools may tell.
struct NodeField {
  std::string_view what;
  std::optional<ToldValue>& (*of)(DescribedHosts&);
  std::string (*text)(double);
};

constexpr std::array<NodeField, 7> kFields = {{
    {"cores of a node", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.cores; }, count_text},
    {"sockets of a node", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.sockets; },
     count_text},
    {"threads of a core", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.threads_per_core; },
     count_text},
    {"memory of a node", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.memory; },
     memory_text},
    {"accelerators of a node",
     [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.accelerators; }, count_text},
    {"ports of a node", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.ports.count; },
     count_text},
    {"rate of a port", [](DescribedHosts& of) -> std::optional<ToldValue>& { return of.ports.bandwidth; },
     port_text},
}};

void add_value(const NodeField& field, std::optional<ToldValue>& known, const std::optional<ToldValue>& told,
               std::string_view why, std::vector<Contradiction>& contradictions) {
  if (!told) return;
  if (!known) {
    known = told;
    return;
  }
  if (std::abs(known->value - told->value) <= kSameWithin * std::max(known->value, told->value)) return;
  contradictions.push_back({std::string(field.what),
                            field.text(known->value) + " (" + known->origin.words + ")",
                            field.text(told->value) + " (" + told->origin.words + ")", std::string(why)});
}

std::string drives_text(const DescribedDrives& drives) {
  return count_text(drives.count.value) + " of " + comment_words(drives.model, 60) + " (" +
         drives.count.origin.words + ")";
}

}  // namespace

std::string place_in(const SourceText& source, int line) {
  return std::filesystem::path(source.file).filename().string() + ":" + std::to_string(line);
}

Origin read_in(const SourceText& source, int line, const std::string& words) {
  return {OriginTag::read, place_in(source, line) + ": " + words};
}

void add_evidence(NodeEvidence& known, NodeEvidence told, std::string_view why,
                  std::vector<Contradiction>& contradictions) {
  // A node's ports are counted and rated by one tool.
  if (known.host.ports.bandwidth && !known.host.ports.count) told.host.ports.count.reset();
  for (const NodeField& field : kFields)
    add_value(field, field.of(known.host), field.of(told.host), why, contradictions);
  if (known.host.cpu.empty()) known.host.cpu = told.host.cpu;
  if (known.host.memory_class.empty()) known.host.memory_class = told.host.memory_class;
  if (!known.host.memory_transfers) known.host.memory_transfers = told.host.memory_transfers;
  if (known.fabric.empty()) known.fabric = told.fabric;
  if (known.accelerator.text.empty())
    known.accelerator = told.accelerator;
  else if (!told.accelerator.text.empty() && told.accelerator.text != known.accelerator.text)
    contradictions.push_back(
        {"kind of the accelerators",
         comment_words(known.accelerator.text, 60) + " (" + known.accelerator.place + ")",
         comment_words(told.accelerator.text, 60) + " (" + told.accelerator.place + ")", std::string(why)});
  if (!known.host.drives)
    known.host.drives = told.host.drives;
  else if (told.host.drives && told.host.drives->count.value != known.host.drives->count.value)
    contradictions.push_back({"drives of a node", drives_text(*known.host.drives),
                              drives_text(*told.host.drives), std::string(why)});
  for (NotTaken& note : told.not_taken) known.not_taken.push_back(std::move(note));
}

}  // namespace headrace
