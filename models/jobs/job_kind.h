// JobKind: what a job does. What follows from it is in the table of kinds.h.
#pragma once

#include <cstdint>
#include <string_view>

namespace headrace {

enum class JobKind : std::uint8_t { training, checkpoint, inference, probe };
inline constexpr std::string_view kJobKinds[] = {"training", "checkpoint", "inference", "probe"};

constexpr std::string_view name_of(JobKind kind) { return kJobKinds[static_cast<std::size_t>(kind)]; }

}  // namespace headrace
