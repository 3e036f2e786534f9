// Tree: what a text says, before anyone asks what it means: words, lists and
// maps, each with the place it came from. Made by document.h; includes and
// overrides change it; field_reader.h reads it into specs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/problems.h"

namespace headrace {

struct Tree {
  enum class Kind { null, scalar, sequence, map };

  struct Entry;

  Kind kind = Kind::null;
  std::string scalar;          // Kind::scalar: the text as written, without quotes.
  bool quoted = false;         // A quoted scalar is a text, never a number.
  std::vector<Tree> items;     // Kind::sequence.
  std::vector<Entry> entries;  // Kind::map, in the order of the text, keys unique.
  Mark mark;

  // Walks the entries: not for loops over them.
  const Entry* find(std::string_view key) const;
  Entry* find(std::string_view key);
};

struct Tree::Entry {
  std::string key;
  Mark key_mark;
  Tree value;
  bool from_override = false;  // Not in the text: a command-line override named it first.
};

// Keeps the first of equal keys and reports the others.
void remove_duplicates(Tree& map, Problems& problems);

// Takes what `over` does not say from `under`: maps key by key, all else whole.
void merge_under(Tree& over, const Tree& under);

}  // namespace headrace
