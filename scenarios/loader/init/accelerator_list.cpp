#include "scenarios/loader/init/accelerator_list.h"

#include <algorithm>
#include <set>

#include "models/jobs/accelerators.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/plausible.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

// Returns the name in "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-…)"; empty: it is another line.
std::string_view name_in_list(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("GPU ")) return {};
  const std::size_t colon = line.find(": "), end = line.find(" (UUID");
  if (colon == std::string_view::npos || end == std::string_view::npos || end <= colon) return {};
  if (!whole_number(line.substr(4, colon - 4))) return {};
  return trimmed(line.substr(colon + 2, end - colon - 2));
}

// Returns the name in "|   0  NVIDIA H100 80GB HBM3   On  | 00000000:19:00.0 Off | … |", likewise.
std::string_view name_in_table(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('|')) return {};
  line.remove_prefix(1);
  const std::string_view cell = line.substr(0, line.find('|'));
  std::string_view second = line.substr(std::min(cell.size() + 1, line.size()));
  second = second.substr(0, second.find('|'));
  if (std::count(second.begin(), second.end(), ':') != 2) return {};  // No address on the bus.
  std::string_view rest = trimmed(cell);
  if (!whole_number(take_word(rest))) return {};
  rest = trimmed(rest);
  for (const std::string_view persistence : {" On", " Off", " N/A"})
    if (rest.ends_with(persistence)) rest = trimmed(rest.substr(0, rest.size() - persistence.size()));
  return rest;
}

std::vector<std::string_view> csv_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = std::min(line.find(','), line.size());
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == line.size()) return cells;
    line.remove_prefix(comma + 1);
  }
}

// Returns the column of `name` in a header of CSV; nothing: it is none.
std::optional<std::size_t> name_column(std::string_view line) {
  const std::vector<std::string_view> cells = csv_cells(line);
  const auto name = std::find(cells.begin(), cells.end(), "name");
  const bool has_gpu = std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
    return cell.starts_with("memory.") || cell == "uuid" || cell == "index" || cell.starts_with("pci.") ||
           cell.starts_with("driver_");
  });
  if (name == cells.end() || (!has_gpu && cells.size() > 1)) return std::nullopt;
  return static_cast<std::size_t>(name - cells.begin());
}

// NamedAccelerator: a line that lists one.
struct NamedAccelerator {
  std::string_view name;
  int line = 0;
};

std::vector<NamedAccelerator> accelerators_in(std::string_view text) {
  std::vector<NamedAccelerator> found;
  std::optional<std::size_t> column;
  for (OutputLines lines(text); lines.next();) {
    if (const auto header = name_column(lines.line())) {
      column = header;
      continue;
    }
    std::string_view name = name_in_list(lines.line());
    if (name.empty()) name = name_in_table(lines.line());
    if (name.empty() && column) {
      const std::vector<std::string_view> cells = csv_cells(lines.line());
      if (*column < cells.size()) name = cells[*column];
    }
    if (!name.empty()) found.push_back({name, lines.number()});
  }
  return found;
}

std::vector<std::string_view> pieces_of(std::string_view words) {
  std::vector<std::string_view> pieces;
  const auto is_letter = [](char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
  };
  while (!words.empty()) {
    const auto end =
        static_cast<std::size_t>(std::find_if_not(words.begin(), words.end(), is_letter) - words.begin());
    if (end > 0) pieces.push_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return pieces;
}

}  // namespace

bool is_accelerator_list(std::string_view text) {
  const std::string_view head = text.substr(0, std::min<std::size_t>(text.size(), 4096));
  if (head.find("NVIDIA-SMI") != std::string_view::npos) return true;
  for (OutputLines lines(head); lines.next();)
    if (!name_in_list(lines.line()).empty() || (lines.number() <= 2 && name_column(lines.line())))
      return true;
  return false;
}

NodeEvidence read_accelerator_list(const std::shared_ptr<const SourceText>& source) {
  NodeEvidence evidence;
  const std::vector<NamedAccelerator> found = accelerators_in(source->text);
  if (found.empty()) {
    evidence.not_taken.push_back({place_in(*source, 1), "no accelerator is listed"});
    return evidence;
  }
  const NamedAccelerator& first = found.front();
  const std::string name = comment_words(first.name, 60);
  evidence.host.accelerators = ToldValue{std::min(static_cast<double>(found.size()), kAcceleratorCount.high),
                                         read_in(*source, first.line, "those that are listed")};
  evidence.accelerator = {place_in(*source, first.line), name};
  std::set<std::string_view> told = {first.name};
  for (const NamedAccelerator& other : found)
    if (told.insert(other.name).second)
      evidence.not_taken.push_back(
          {place_in(*source, other.line),
           "accelerators of another kind (" + comment_words(other.name, 60) + "): a node has one kind here"});
  return evidence;
}

AcceleratorName accelerator_name_in(std::string_view words) {
  const std::span<const std::string_view> known = known_accelerators();
  const std::vector<std::string_view> pieces = pieces_of(words);
  for (const std::string_view piece : pieces)
    for (const std::string_view name : known)
      if (piece.size() == name.size() && std::equal(piece.begin(), piece.end(), name.begin(),
                                                    [](char a, char b) { return lower(a) == lower(b); }))
        return {std::string(name), true};
  for (const std::string_view piece : pieces) {
    // Numbers and short words are near to many.
    const bool has_digit =
        std::any_of(piece.begin(), piece.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!has_digit || piece.size() < 4 || finite_number(piece)) continue;
    const std::string near = nearest_word(piece, known);
    if (!near.empty()) return {near, false};
  }
  return {comment_words(words, 60), false};
}

}  // namespace headrace
