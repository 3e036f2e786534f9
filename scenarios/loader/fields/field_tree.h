// FieldTree: the field lists of all specs as plain data, for whoever describes
// them: the reference, the tables of the READMEs, the JSON Schema.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headrace {

struct FieldNode {
  enum class Kind {
    integer,
    number,
    flag,
    text,
    texts,
    integers,
    duration,
    bytes,
    bandwidth,
    distribution,
    word,
    group,
    optional_group,
    list,
    map
  };

  Kind kind = Kind::group;
  std::string name;  // Empty: the root.
  std::string path;  // "platform.nodes.<name>.count".
  std::string meaning, source;
  std::string members;  // Of a parameter: the policies that have it, "partial, window".
  bool required = false;
  bool zero_is_nothing = false;
  std::string initial;              // The default as a scenario writes it; empty: none.
  std::string low, high;            // Bounds as a scenario writes them; empty: none.
  std::vector<std::string> words;   // Kind::word.
  std::vector<FieldNode> fields;    // Groups; of a list or map: those of an item.
  std::vector<std::string> one_of;  // Of these fields exactly one is given.

  bool has_fields() const { return kind >= Kind::group; }
  bool repeats() const { return kind == Kind::list || kind == Kind::map; }
};

FieldNode scenario_fields();
FieldNode distribution_fields();  // Of a distribution that is written as a map.

// The field at a path of keys, where entries of maps and lists may have any name; null where there is none.
const FieldNode* find_field(const FieldNode& root, std::string_view path);

// "whole number", "duration", "map of names".
std::string_view kind_name(FieldNode::Kind kind);

}  // namespace headrace
