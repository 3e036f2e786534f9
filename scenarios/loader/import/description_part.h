// DescriptionPart: a map of a system description with its path, whose values are read with bounds.
//
//   for (const DescriptionPart& node : root.list("nodes"))
//     cores = node.part("CPU").number("cores_per_socket", {1, 1024, "a socket has 1 to 1024 cores"});
//
// A list where a number stands is a problem; a number that cannot be meant is noted as not taken, with the
// reason, as published descriptions have such.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/import/described_system.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

// DescriptionNotes: what reading a description finds beside its values.
struct DescriptionNotes {
  Problems& problems;
  std::vector<NotTaken>& not_taken;
};

// Plausible: bounds of what may be meant, and the sentence that tells them.
struct Plausible {
  double low = 0, high = 0;
  std::string_view says;  // "a socket has 1 to 1024 cores"
};

class DescriptionPart {
 public:
  // `map` may be null: a part without values.
  DescriptionPart(const Tree* map, std::string path, DescriptionNotes& notes)
      : map_(map), path_(std::move(path)), notes_(&notes) {}

  bool exists() const { return map_ != nullptr; }
  bool has(std::string_view key) const { return value_at(key) != nullptr; }
  const std::string& path() const { return path_; }
  std::string path_of(std::string_view key) const;
  // Returns the place in the file of a key's value, or of the part.
  Mark mark_of(std::string_view key) const;
  std::vector<std::string> keys() const;

  DescriptionPart part(std::string_view key) const;
  std::vector<DescriptionPart> list(std::string_view key) const;
  // Returns a text, or the texts of a list with blanks between; empty where there is none.
  std::string text(std::string_view key) const;
  // Returns the text of a scalar, or of each scalar of a list.
  std::vector<Phrase> phrases(std::string_view key) const;
  std::optional<ToldValue> number(std::string_view key, const Plausible& plausible) const;

  void leave(std::string_view key, std::string why) const;
  // Adds a problem where the key stands, or the part.
  Problem& problem(std::string_view key, const char* code, std::string sentence) const;

 private:
  const Tree* value_at(std::string_view key) const;  // Null where it is absent or null.
  const Tree* value_of(std::string_view key, Tree::Kind kind, std::string_view wanted) const;

  const Tree* map_;
  std::string path_;
  DescriptionNotes* notes_;
};

// Returns a number that is all of a text; nothing where there is more or less.
std::optional<double> whole_number_text(std::string_view text);

// Returns a text as one line of ASCII with at most so many letters, for a comment.
std::string comment_words(std::string_view text, std::size_t most = 90);

}  // namespace headrace
