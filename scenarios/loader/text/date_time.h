// DateTime: dates with a time of day, as logs write them: "2023-11-16 18:15:46.680",
// "2024-05-10T00:00:00+00:00".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/units.h"

namespace headrace {

// Returns the time since 1970 began; nothing where the text is no date with a time of day. A text without a
// zone is read as if it were in UTC. Digits beyond nanoseconds are cut off.
std::optional<Duration> since_1970(std::string_view text);

// Returns "2023-11-16 18:15:46" of seconds since 1970.
std::string date_time_text(std::int64_t seconds_since_1970);

}  // namespace headrace
