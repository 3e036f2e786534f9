#include "scenarios/loader/text/problems.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "scenarios/loader/text/credentials.h"

namespace headrace {

std::string_view line_of(const Mark& mark) {
  const std::string_view text = mark.source->text;
  std::size_t start = 0;
  for (int i = 1; i < mark.line; ++i) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) return {};
    start = end + 1;
  }
  return text.substr(start, text.find('\n', start) - start);
}

namespace {

constexpr std::size_t kWidestLine = 120;  // Of a source line, in characters; a longer one is shown in part.

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

// Makes text printable: what came from a file must not steer the terminal it is shown on.
std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else
      out += byte == '\t' ? ' ' : byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return out;
}

struct Style {
  const char *error = "", *warning = "", *caret = "", *bold = "", *end = "";
};
constexpr Style kPlain;
constexpr Style kColour{"\033[1;31m", "\033[1;35m", "\033[1;32m", "\033[1m", "\033[0m"};

// The part of a line that is shown, and where the caret stands in it.
struct Excerpt {
  std::string text;
  std::size_t indent = 0;
  std::size_t caret = 1;
};

Excerpt excerpt(std::string_view line, const Mark& mark) {
  const std::size_t at = std::min(line.size(), static_cast<std::size_t>(std::max(mark.column, 1) - 1));
  const std::size_t covered = std::min(line.size() - at, static_cast<std::size_t>(std::max(mark.length, 1)));
  std::size_t from = 0;
  std::size_t to = line.size();
  if (line.size() > kWidestLine) {
    from = at > kWidestLine / 2 ? at - kWidestLine / 2 : 0;
    to = std::min(line.size(), from + kWidestLine);
    while (from > 0 && continues_character(line[from])) --from;
    while (to < line.size() && continues_character(line[to])) ++to;
  }
  Excerpt out;
  out.indent = characters(line.substr(from, at - from)) + (from > 0 ? 1 : 0);
  out.caret = std::max<std::size_t>(1, characters(line.substr(at, std::min(covered, to - at))));
  out.text = printable(line.substr(from, to - from));
  if (from > 0) out.text.insert(0, "…");
  if (to < line.size()) out.text += "…";
  return out;
}

std::string gutter(const std::string& number) {
  return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " |";
}

void print_source(const Problem& problem, const Style& style, std::string& out) {
  const Mark& mark = problem.mark;
  const std::string line = without_credentials(line_of(mark));
  const Excerpt shown = excerpt(line, mark);
  out += gutter(std::to_string(mark.line)) + (shown.text.empty() ? "" : " ") + shown.text + "\n";
  out += gutter("") + " " + std::string(shown.indent, ' ') + style.caret + std::string(shown.caret, '^');
  if (!problem.nearest.empty()) out += " " + printable(problem.nearest);
  out += std::string(style.end) + "\n";
}

void print(const Problem& problem, const Style& style, std::string& out) {
  const Mark& mark = problem.mark;
  const bool has_line = mark.source != nullptr && mark.line > 0;
  std::string place = mark.source ? printable(mark.source->file) : std::string();
  if (has_line) {
    const std::string_view line = line_of(mark);
    const std::string_view before = line.substr(0, static_cast<std::size_t>(std::max(mark.column, 1) - 1));
    place += ":" + std::to_string(mark.line) + ":" + std::to_string(characters(before) + 1);
  }
  const bool error = problem.severity == Severity::error;
  if (!place.empty()) out += style.bold + place + ": " + style.end;
  out += std::string(error ? style.error : style.warning) + (error ? "error[" : "warning[") + problem.code +
         "]" + style.end + ": " + printable(without_credentials(problem.sentence)) + "\n";
  if (has_line) {
    print_source(problem, style, out);
  } else if (!problem.nearest.empty()) {
    out += "   help: " + printable(problem.nearest) + "\n";
  }
  if (!problem.help.empty()) out += "   help: " + printable(problem.help) + "\n";
  if (mark.alias_line > 0) {
    out +=
        "   note: this place was reached through the alias in line " + std::to_string(mark.alias_line) + "\n";
  }
}

std::string counted(std::size_t n, const char* what) {
  return std::to_string(n) + " more " + what + (n == 1 ? "" : "s");
}

// Says whether a file is missing from the text, for which the rest of it may look wrong.
bool is_cause_of_others(const Problem& problem) {
  return problem.severity == Severity::error && problem.code >= "E0023" && problem.code <= "E0027";
}

}  // namespace

Problem& Problems::insert(Severity severity, Mark mark, std::string code, std::string sentence) {
  std::size_t& count = severity == Severity::error ? errors_ : warnings_;
  ++count;
  Problem* problem = &dropped_;
  if (count <= kShown) problem = &shown_.emplace_back();
  *problem = Problem();
  problem->severity = severity;
  problem->code = std::move(code);
  problem->mark = std::move(mark);
  problem->sentence = std::move(sentence);
  return *problem;
}

Problem& Problems::add(Mark mark, std::string code, std::string sentence) {
  return insert(Severity::error, std::move(mark), std::move(code), std::move(sentence));
}

Problem& Problems::warn(Mark mark, std::string code, std::string sentence) {
  return insert(Severity::warning, std::move(mark), std::move(code), std::move(sentence));
}

void Problems::absorb(const Problems& others, const std::string& note) {
  const auto file_of = [](const Mark& mark) { return mark.source ? mark.source->file : std::string(); };
  for (const Problem& other : others.shown_) {
    const bool known = std::any_of(shown_.begin(), shown_.end(), [&](const Problem& own) {
      return own.code == other.code && own.sentence == other.sentence && own.mark.line == other.mark.line &&
             own.mark.column == other.mark.column && file_of(own.mark) == file_of(other.mark);
    });
    if (known) continue;
    // A file that was read twice stays one file in the list.
    const auto same = std::find_if(shown_.begin(), shown_.end(), [&](const Problem& own) {
      return own.mark.source && other.mark.source && own.mark.source->file == other.mark.source->file &&
             own.mark.source->text == other.mark.source->text;
    });
    const auto source = same == shown_.end() ? other.mark.source : same->mark.source;
    Problem& taken = insert(other.severity, other.mark, other.code, other.sentence);
    taken.mark.source = source;
    taken.at(other.path).hint(other.nearest);
    const bool both = !other.help.empty() && !note.empty();
    taken.with_help(other.help + (both ? "; " : "") + note);
  }
  // Those that were only counted may be known or not.
  if (others.errors_ > kShown) errors_ += others.errors_ - kShown;
  if (others.warnings_ > kShown) warnings_ += others.warnings_ - kShown;
}

void Problems::sort_by_position() {
  std::unordered_map<const SourceText*, std::size_t> order;
  for (const Problem& p : shown_) order.try_emplace(p.mark.source.get(), order.size());
  std::stable_sort(shown_.begin(), shown_.end(), [&](const Problem& a, const Problem& b) {
    const auto key = [&](const Problem& p) {
      return std::tuple(p.severity, !is_cause_of_others(p), order.at(p.mark.source.get()), p.mark.line,
                        p.mark.column);
    };
    return key(a) < key(b);
  });
}

std::string Problems::text(bool colour) const {
  std::string out;
  for (const Problem& problem : shown_) print(problem, colour ? kColour : kPlain, out);
  const std::size_t more_errors = errors_ > kShown ? errors_ - kShown : 0;
  const std::size_t more_warnings = warnings_ > kShown ? warnings_ - kShown : 0;
  if (more_errors > 0) out += "… and " + counted(more_errors, "error") + "\n";
  if (more_warnings > 0) out += "… and " + counted(more_warnings, "warning") + "\n";
  return out;
}

}  // namespace headrace
