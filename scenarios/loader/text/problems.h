// Problems: everything that is wrong with a text, said at once.
//
//   problems.add(mark, "E0104", "'Gbit' is not a bandwidth").hint("did you mean 'Gbit/s'?");
//
// Each problem has the file, line and column, the line itself with a caret, one
// sentence, the nearest valid word and a line of help. The first 20 errors and
// 20 warnings are kept, the rest counted. Warnings do not make a text invalid.
// Codes are listed and explained in problem_codes.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headrace {

// A text with its name, shared by all marks into it.
struct SourceText {
  std::string file;  // As the user wrote it, or "command line".
  std::string text;
};

struct Mark {
  std::shared_ptr<const SourceText> source;
  int line = 0;        // From 1; 0: the text as a whole.
  int column = 0;      // From 1, in bytes of UTF-8.
  int length = 1;      // Bytes the caret covers.
  int alias_line = 0;  // Where the text was used by alias when this place holds its anchor; 0: no alias.
};

// Returns the line that a mark with a source is on, without its line feed.
std::string_view line_of(const Mark& mark);

enum class Severity { error, warning };

struct Problem {
  Severity severity = Severity::error;
  std::string code;  // "E0123", "W0007": stable, explained by `headrace show codes`.
  Mark mark;
  std::string path;  // "platform.nodes.clients.count"; may be empty.
  std::string sentence;
  std::string nearest;  // "did you mean 'Gbit/s'?"; may be empty.
  std::string help;     // May be empty.

  Problem& hint(std::string text) {
    nearest = std::move(text);
    return *this;
  }
  Problem& with_help(std::string text) {
    help = std::move(text);
    return *this;
  }
  Problem& at(std::string field_path) {
    path = std::move(field_path);
    return *this;
  }
};

class Problems {
 public:
  static constexpr std::size_t kShown = 20;

  Problem& add(Mark mark, std::string code, std::string sentence);
  Problem& warn(Mark mark, std::string code, std::string sentence);

  bool has_errors() const { return errors_ > 0; }
  std::size_t errors() const { return errors_; }
  // Says whether a further error would only be counted: then its hint need not be searched.
  bool is_full() const { return errors_ >= kShown; }
  std::span<const Problem> all() const { return shown_; }

  // Takes over what is not here yet; `note` is added to the help of each.
  void absorb(const Problems& others, const std::string& note);

  // Errors before warnings, each by place; files in the order of their first problem. Includes that fail come
  // first, as much else may be wrong for them alone.
  void sort_by_position();

  // The form of a compiler's messages, with colour only when asked.
  std::string text(bool colour = false) const;

 private:
  Problem& insert(Severity severity, Mark mark, std::string code, std::string sentence);

  std::vector<Problem> shown_;
  Problem dropped_;  // Where a builder writes once the list is full.
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

// The candidate within edit distance 2 (1 for words of up to 3 letters), or "".
std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace headrace
