// Accelerators: the models that are known by name.
//
// A name is for the report only, so a list that lags behind costs a warning and no more.
#pragma once

#include <span>
#include <string_view>

namespace headrace {

std::span<const std::string_view> known_accelerators();

// Tells whether a text names one, in any letters: "NVIDIA H100 80GB".
bool names_accelerator(std::string_view text);

}  // namespace headrace
