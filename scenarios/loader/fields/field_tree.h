// FieldTree: the field lists of specs as plain data, for whoever describes them: the reference, the tables of
// the READMEs, the JSON Schema.
//
//   FieldNode root = collect_fields([](Fields& f) { ArmSpec().visit(f); });
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/fields.h"

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
  std::vector<std::string> members;  // Policies that have this parameter; empty: a field of everybody.
  std::string chooser;  // Name of the field beside a parameter that chooses among policies; empty: none does.
  bool required = false;
  bool zero_is_nothing = false;     // A whole number from -1 on that may be anything but 0.
  std::string initial;              // The default as a scenario writes it; empty: none is told.
  bool may_lack_value = false;      // By default it has none: initial is "none".
  std::string likely;               // Where a prior is thought to lie, "500 us to 2 ms"; empty: it is none.
  std::string low, high;            // Bounds as a scenario writes them; empty: none.
  std::vector<std::string> words;   // Kind::word.
  std::vector<FieldNode> fields;    // Groups; of a list or map: those of an item.
  std::vector<std::string> one_of;  // Of these fields exactly one is given.

  std::string bounds() const;  // "1 to 8", "1 s or more"; empty: none.
  bool has_fields() const { return kind >= Kind::group; }
  bool repeats() const { return kind == Kind::list || kind == Kind::map; }
};

// Fields of a group of which exactly one is given, which is a rule of the checks and not of a field list.
struct ExclusiveFields {
  std::string path;  // Of the group: "jobs.<name>".
  std::vector<std::string> names;
};

FieldNode collect_fields(void (*visit)(Fields&), const std::vector<ExclusiveFields>& exclusive = {});
FieldNode distribution_fields();  // Of a distribution that is written as a map.

// The field at a path of keys, where entries of maps and lists may have any name; null where there is none.
const FieldNode* find_field(const FieldNode& root, std::string_view path);

// "whole number", "duration", "map of names".
std::string_view kind_name(FieldNode::Kind kind);

}  // namespace headrace
