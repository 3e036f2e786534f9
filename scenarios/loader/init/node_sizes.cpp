#include "scenarios/loader/init/node_sizes.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/import/plausible.h"

namespace headrace {
namespace {

// Returns what stands behind a key at the beginning of a line; nothing: another line.
std::optional<std::string_view> behind(std::string_view line, std::string_view key) {
  line = trimmed(line);
  if (!line.starts_with(key)) return std::nullopt;
  return trimmed(line.substr(key.size()));
}

// Sets a whole number that is plausible.
void set_count(std::optional<ToldValue>& slot, std::string_view text, const Plausible& plausible,
               Origin origin) {
  const std::optional<std::int64_t> number = whole_number(text);
  if (!number) return;
  const auto value = static_cast<double>(*number);
  if (value < plausible.low || value > plausible.high) return;
  slot = ToldValue{value, std::move(origin)};
}

// Returns bytes of "251Gi", "263856788" and the like; nothing where no unit makes it a node's memory.
std::optional<double> memory_of(std::string_view text) {
  constexpr std::string_view kLetters = "KMGTP";
  const auto is_plausible = [](double bytes) {
    return bytes >= kMemoryMebibytes.low * kMebibyte && bytes <= kMemoryMebibytes.high * kMebibyte;
  };
  if (text.ends_with('i')) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  const std::size_t letter = kLetters.find(text.back());
  const bool has_unit = letter != std::string_view::npos;
  if (has_unit) text.remove_suffix(1);
  const std::optional<double> number = finite_number(text);
  if (!number || *number <= 0) return std::nullopt;
  constexpr double kPowers[] = {1, 2, 0};  // KiB, MiB, bytes.
  for (const double power : kPowers) {
    const double bytes = *number * std::pow(1024.0, has_unit ? static_cast<double>(letter) + 1 : power);
    if (is_plausible(bytes)) return bytes;
  }
  return std::nullopt;
}

}  // namespace

bool is_processor_list(std::string_view text) {
  return text.find("Core(s) per socket:") != std::string_view::npos &&
         text.find("Socket(s):") != std::string_view::npos;
}

NodeEvidence read_processor_list(const std::shared_ptr<const SourceText>& source) {
  NodeEvidence evidence;
  DescribedHosts& host = evidence.host;
  int line = 0;
  for (OutputLines lines(source->text); lines.next();) {
    const auto origin = [&](const char* key) { return read_in(*source, lines.number(), key); };
    if (const auto text = behind(lines.line(), "Core(s) per socket:")) {
      set_count(host.cores, *text, kCoreCount, origin("Core(s) per socket"));
      line = lines.number();
    } else if (const auto sockets = behind(lines.line(), "Socket(s):")) {
      set_count(host.sockets, *sockets, kSocketCount, origin("Socket(s)"));
    } else if (const auto threads = behind(lines.line(), "Thread(s) per core:")) {
      set_count(host.threads_per_core, *threads, {1, 8, "a core has 1 to 8 threads"},
                origin("Thread(s) per core"));
    } else if (const auto model = behind(lines.line(), "Model name:"); model && host.cpu.empty()) {
      host.cpu = *model;
    }
  }
  if (host.cores && host.sockets) {
    host.cores->value *= host.sockets->value;
    host.cores->origin = {OriginTag::derived, place_in(*source, line) + ": Core(s) per socket x Socket(s)"};
  }
  return evidence;
}

bool is_memory_sizes(std::string_view text) {
  bool has_head = false;
  for (OutputLines lines(text.substr(0, std::min<std::size_t>(text.size(), 4096))); lines.next();) {
    if (lines.line().starts_with("MemTotal:")) return true;
    const std::vector<std::string_view> words = words_of(lines.line());
    has_head |= words.size() >= 3 && words[0] == "total" && words[1] == "used" && words[2] == "free";
    if (has_head && !words.empty() && words[0] == "Mem:") return true;
  }
  return false;
}

NodeEvidence read_memory_sizes(const std::shared_ptr<const SourceText>& source) {
  NodeEvidence evidence;
  for (OutputLines lines(source->text); lines.next();) {
    const std::vector<std::string_view> words = words_of(lines.line());
    if (words.size() < 2 || (words[0] != "Mem:" && words[0] != "MemTotal:")) continue;
    const bool is_kernel = words[0] == "MemTotal:";
    std::optional<double> bytes = memory_of(words[1]);
    if (is_kernel)
      if (const auto number = finite_number(words[1])) bytes = *number * 1024;
    if (bytes && *bytes >= kMemoryMebibytes.low * kMebibyte && *bytes <= kMemoryMebibytes.high * kMebibyte)
      evidence.host.memory = ToldValue{std::round(*bytes / kMebibyte) * kMebibyte,
                                       read_in(*source, lines.number(), is_kernel ? "MemTotal" : "total")};
    else
      evidence.not_taken.push_back({place_in(*source, lines.number()), std::string(kMemoryMebibytes.says)});
    break;
  }
  return evidence;
}

}  // namespace headrace
