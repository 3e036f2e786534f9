#include "scenarios/loader/init/port_rates.h"

#include <algorithm>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/import/plausible.h"

namespace headrace {
namespace {

// PortFound: a port in the output of a tool.
struct PortFound {
  double gigabits = 0;
  bool is_up = true;
  bool is_infiniband = false;
  int line = 0;  // Line of its rate.
};

std::string lowered_line(std::string_view line) {
  std::string all(trimmed(line));
  for (char& c : all) c = lower(c);
  return all;
}

// Returns Gbit/s of "200", "200 Gb/sec (4X HDR)" and "100000Mb/s"; nothing where there is no rate.
std::optional<double> gigabits_of(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::optional<double> number = finite_number(text.substr(0, end));
  if (!number) return std::nullopt;
  const double rate = trimmed(text.substr(end)).starts_with("mb/s") ? *number / 1000 : *number;
  if (rate < kPortGigabits.low || rate > kPortGigabits.high) return std::nullopt;
  return rate;
}

std::vector<PortFound> ports_in(std::string_view text) {
  std::vector<PortFound> ports;
  bool is_up = true;
  for (OutputLines lines(text); lines.next();) {
    const std::string line = lowered_line(lines.line());
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, colon);
    const std::string_view value = trimmed(std::string_view(line).substr(colon + 1));
    const bool is_rate = key == "rate" || key == "speed";
    if (key == "state") is_up = value.find("active") != std::string_view::npos;
    if (is_rate && gigabits_of(value)) ports.push_back({*gigabits_of(value), is_up, false, lines.number()});
    if (is_rate) is_up = true;
    if (ports.empty()) continue;
    if (key == "link layer" || key == "link_layer")
      ports.back().is_infiniband = value.starts_with("infiniband");
    if (key == "link detected" && value == "no") ports.back().is_up = false;
  }
  return ports;
}

}  // namespace

bool is_port_rates(std::string_view text) {
  for (OutputLines lines(text.substr(0, std::min<std::size_t>(text.size(), 4096))); lines.next();) {
    const std::string line = lowered_line(lines.line());
    const bool begins =
        (lines.line().starts_with("CA '") || lines.line().starts_with("Infiniband device '")) &&
        line.find('\'') != line.rfind('\'');
    if (begins) return true;
    if (line.starts_with("settings for ") && line.ends_with(':')) return true;
  }
  return false;
}

NodeEvidence read_port_rates(const std::shared_ptr<const SourceText>& source) {
  NodeEvidence evidence;
  std::vector<PortFound> ports = ports_in(source->text);
  std::erase_if(ports, [](const PortFound& port) { return !port.is_up; });
  if (ports.empty()) return evidence;
  const auto fastest = std::max_element(ports.begin(), ports.end(),
                                        [](const auto& a, const auto& b) { return a.gigabits < b.gigabits; });
  const auto equal = std::count_if(ports.begin(), ports.end(),
                                   [&](const PortFound& port) { return port.gigabits == fastest->gigabits; });
  DescribedPorts& found = evidence.host.ports;
  found.bandwidth = ToldValue{fastest->gigabits * 1e9 / 8, read_in(*source, fastest->line, "its rate")};
  found.count = ToldValue{std::min(static_cast<double>(equal), kPortCount.high),
                          read_in(*source, fastest->line, "ports that are up, of the highest rate")};
  evidence.fabric = fastest->is_infiniband ? "InfiniBand" : "Ethernet";
  return evidence;
}

}  // namespace headrace
