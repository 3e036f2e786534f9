// Reference: what the program knows of its own scenarios, as text: every field
// with its unit, default, bounds, source and meaning. All of it comes from the
// same visit() lists as the reader, so it cannot be out of date.
#pragma once

#include <string>
#include <string_view>

namespace headrace {

struct ReferenceText {
  bool found = false;
  std::string text;  // Where nothing was found: a sentence that names the nearest.
};

// Texts of `headrace show …`, for a terminal. Of fields: the one at a path, "platform.nodes.clients.count",
// where names of maps may be left as <name> or out; of a word that is no path all fields that have it in path
// or meaning, a line each.
ReferenceText fields_reference(std::string_view path_or_word = {});
std::string models_reference();
ReferenceText codes_reference(std::string_view code = {});  // All codes, or one.
std::string units_reference();

// Say the same in Markdown: the tables of scenarios/README.md and the whole of models/README.md.
std::string scenario_tables_markdown();
std::string models_markdown();

}  // namespace headrace
