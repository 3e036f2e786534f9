#include <algorithm>
#include <string>
#include <vector>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

constexpr std::size_t kLongestWord = 64;  // A longer one is no typing mistake.

bool same_but_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// "v3.0" of "mlperf-v3.0": who leaves a whole part out means that, however near other words are.
bool is_behind_a_dash(std::string_view word, std::string_view candidate) {
  return candidate.size() > word.size() + 1 && candidate.ends_with(word) &&
         candidate[candidate.size() - word.size() - 1] == '-';
}

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> cells((a.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return cells[i * columns + j]; };
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    at(i, 0) = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return cells.back();
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = word.size() <= 3 ? 2 : 3;  // One more than is accepted.
  for (const std::string_view candidate : candidates) {
    if (same_but_case(word, candidate) || is_behind_a_dash(word, candidate)) return std::string(candidate);
    const std::size_t difference =
        candidate.size() > word.size() ? candidate.size() - word.size() : word.size() - candidate.size();
    if (difference >= best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return std::string(best);
}

}  // namespace headrace
