#include "scenarios/loader/sweep/sweep_axis.h"

#include <algorithm>

#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// A piece of a text.
struct AxisPiece {
  std::size_t begin = 0, length = 0;
};

// Returns the pieces between the commas that stand in no bracket and no quote, without the blanks around.
std::vector<AxisPiece> pieces_of(std::string_view text, std::size_t begin) {
  std::vector<AxisPiece> pieces;
  int depth = 0;
  char quote = 0;
  std::size_t from = begin;
  const auto end_part = [&](std::size_t to) {
    while (from < to && text[from] == ' ') ++from;
    std::size_t last = to;
    while (last > from && text[last - 1] == ' ') --last;
    pieces.push_back({from, last - from});
    from = to + 1;
  };
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      end_part(i);
    }
  }
  end_part(text.size());
  return pieces;
}

Problem& refuse(const Mark& mark, const std::string& sentence, Problems& problems) {
  return problems.add(mark, "E0402", sentence)
      .with_help("an axis is key.path=1,2,4 or key.path=8..64:8 or key.path=log 10s..1h 8");
}

}  // namespace

bool is_axis(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || (equals > 0 && word[equals - 1] == '+')) return false;
  const std::vector<AxisPiece> pieces = pieces_of(word, equals + 1);
  return pieces.size() > 1 || is_range(std::string_view(word).substr(pieces[0].begin));
}

std::vector<std::string> fixed_axes(const std::vector<std::string>& words,
                                    const std::vector<std::string>& axes) {
  std::vector<std::string> fixed;
  for (const std::string& word : words) {
    const std::string path = word.substr(0, word.find('=') + 1);
    const bool is_axis = std::any_of(axes.begin(), axes.end(),
                                     [&](const std::string& axis) { return axis.starts_with(path); });
    if (!path.empty() && is_axis) fixed.push_back(word);
  }
  return fixed;
}

std::optional<AxisText> parse_axis(const std::string& text, const Mark& mark, const FieldNode& fields,
                                   Problems& problems) {
  const std::size_t equals = text.find('=');
  const auto covered = static_cast<std::size_t>(mark.length);
  const bool has_parts = mark.line > 0 && (covered == text.size() || covered == text.size() + 2);
  const auto place = [&](AxisPiece piece) {
    if (!has_parts) return mark;
    Mark at = mark;
    at.column += static_cast<int>(piece.begin + (covered - text.size()) / 2);
    at.length = static_cast<int>(std::max<std::size_t>(piece.length, 1));
    return at;
  };
  if (equals == std::string::npos || equals == 0) {
    refuse(mark, in_quotes(text) + (equals == 0 ? " names no field" : " has no '='"), problems);
    return std::nullopt;
  }
  if (text[equals - 1] == '+') {
    refuse(place({equals - 1, 2}), "an axis gives values with '=', not with '+='", problems);
    return std::nullopt;
  }
  AxisText read;
  read.axis.path = text.substr(0, equals);
  read.mark = place({0, equals});
  const FieldNode* field = find_field(fields, read.axis.path);
  const bool whole = field == nullptr || field->kind == FieldNode::Kind::integer;
  const std::vector<AxisPiece> pieces = pieces_of(text, equals + 1);
  for (const AxisPiece& piece : pieces) {
    const Mark at = place(piece.length > 0 ? piece : AxisPiece{std::min(piece.begin, text.size() - 1), 1});
    if (piece.length == 0) {
      refuse(at, "a value is missing", problems);
      return std::nullopt;
    }
    const std::string_view value = std::string_view(text).substr(piece.begin, piece.length);
    if (!is_range(value)) {
      read.axis.values.emplace_back(value);
      read.values.push_back(at);
      continue;
    }
    std::optional<RangeText> range = parse_range(value, whole, at, problems);
    if (!range) return std::nullopt;
    if (!range->has_steps && pieces.size() > 1) {
      problems.add(at, "E0405", in_quotes(value) + " stands beside other values, so it needs a step");
      return std::nullopt;
    }
    read.axis.is_range = !range->has_steps;
    if (read.axis.is_range) range->values = {range->range.low.text(), range->range.high.text()};
    read.axis.range = range->range;
    for (std::string& each : range->values) {
      read.axis.values.push_back(std::move(each));
      read.values.push_back(at);
    }
  }
  set_numbers(read.axis);
  return read;
}

void set_numbers(SweepAxis& axis) {
  axis.numbers.clear();
  std::optional<Amount::Kind> kind;
  for (const std::string& value : axis.values) {
    const auto amount = parse_amount(value);
    if (!amount || (kind && *kind != amount->kind)) {
      axis.numbers.clear();
      axis.unit.clear();
      return;
    }
    kind = amount->kind;
    axis.numbers.push_back(amount->value());
  }
  axis.unit = kind ? unit_of(*kind) : "";
}

}  // namespace headrace
