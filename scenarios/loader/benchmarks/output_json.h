// The JSON in a benchmark's output, as trees with the line of each key.
//
//   for (const JsonText& json : json_texts(source)) use(json.tree);
//
// A text begins at a line that begins with '{'; what stands before and after is passed over, as programs
// print warnings there. Of a text that breaks off, the records of lists that are whole are kept.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/tree.h"

namespace headrace {

struct JsonText {
  Tree tree;                   // A map.
  std::optional<Mark> broken;  // Place at which it is no JSON any more; absent: it is whole.
};

std::vector<JsonText> json_texts(const std::shared_ptr<const SourceText>& source);

// Returns what stands at a path of keys with dots between; null where there is nothing.
const Tree* json_at(const Tree& tree, std::string_view path);
// Returns the number at a path of keys.
std::optional<double> json_number(const Tree& tree, std::string_view path);
// Returns the text at a path of keys; empty where there is none.
std::string json_text_at(const Tree& tree, std::string_view path);

}  // namespace headrace
