// RestOfEpoch: the time of steps that are not simulated, as causes
// (sim/causes.h) name it: it went to what the steps before went to.
#pragma once

#include <string_view>

namespace headrace {

inline constexpr std::string_view kRestOfEpoch = "rest of an epoch, like its steps";

}  // namespace headrace
