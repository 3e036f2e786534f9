#include "analysis/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "analysis/errors.h"

namespace headrace {

namespace {

constexpr const char* kOutcomes[] = {"finished", "stalled", "time_limit", "event_limit", "stopped"};
constexpr const char* kUnits[] = {"count", "ns", "B", "fraction", "1/s", "B/s"};

template <class Enum>
Enum find_word(std::string_view word, std::span<const char* const> words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) throw InternalError("'" + std::string(word) + "' is no word of a run");
  return static_cast<Enum>(found - words.begin());
}

}  // namespace

const char* outcome_word(RunEnd end) { return kOutcomes[static_cast<std::size_t>(end)]; }
const char* unit_word(Unit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

RunEnd run_end_of(std::string_view word) { return find_word<RunEnd>(word, kOutcomes); }
Unit unit_of(std::string_view word) { return find_word<Unit>(word, kUnits); }

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

}  // namespace headrace
