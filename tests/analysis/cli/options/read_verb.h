// A verb of a test's own, read by the parser: what it declares meets words as they come from a shell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/cli/parser.h"

namespace headrace {

template <class V> std::unique_ptr<Verb> make_verb() { return std::make_unique<V>(); }

template <class V> constexpr VerbRow kRowOf[] = {{"do", "what a test asks for", make_verb<V>}};

// A verb of a test that does nothing.
class IdleVerb : public Verb {
 public:
  ExitCode run(const Streams& /*streams*/) override { return ExitCode::ok; }
};

template <class V> std::unique_ptr<V> read_verb(std::vector<std::string> words) {
  words.insert(words.begin(), "do");
  return std::unique_ptr<V>(static_cast<V*>(parse_verb(kRowOf<V>, words).release()));
}

template <class V> std::string refusal_of(const std::vector<std::string>& words) {
  try {
    read_verb<V>(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace headrace
