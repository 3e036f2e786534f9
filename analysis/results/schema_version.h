// The versions of the schema of a result database: the one that is written, and the first with each part.
#pragma once

namespace headrace {

inline constexpr int kSchemaVersion = 4;
inline constexpr int kFirstVersionOfSweeps = 2;
inline constexpr int kFirstVersionOfSeals = 3;
inline constexpr int kFirstVersionOfCalls = 3;
inline constexpr int kFirstVersionOfParts = 4;

}  // namespace headrace
