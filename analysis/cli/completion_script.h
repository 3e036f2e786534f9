// Completion: what the Tab key of a shell offers behind `headrace`.
//
//   completion_script("bash", verb_shapes(verbs()))   // a script for that shell to read
//
// Verbs first, then options of the verb, with their help where the shell shows one (zsh, fish); files for
// words.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analysis/cli/verb_shape.h"

namespace headrace {

inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

// The shell is one of kShells.
std::string completion_script(std::string_view shell, std::span<const VerbShape> verbs);

}  // namespace headrace
