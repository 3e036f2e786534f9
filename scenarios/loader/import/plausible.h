// PlausibleBounds: what a value of a system description may be; beyond it is a mistake of who wrote it.
#pragma once

#include "scenarios/loader/import/description_part.h"

namespace headrace {

// Plausible counts and sizes, in the units of the descriptions.
inline constexpr Plausible kNodeCount{1, 100'000, "a system has 1 to 100,000 nodes of a kind"};
inline constexpr Plausible kSocketCount{1, 16, "a node has 1 to 16 sockets"};
inline constexpr Plausible kCoreCount{1, 2048, "a socket or node has 1 to 2048 cores"};
inline constexpr Plausible kThreadCount{1, 4096, "a socket has 1 to 4096 threads"};
inline constexpr Plausible kClockGigahertz{0.5, 7, "a processor's clock is 0.5 to 7 GHz"};
inline constexpr Plausible kMemoryMebibytes{2048, 64.0 * 1024 * 1024, "a node has 2 GiB to 64 TiB of memory"};
inline constexpr Plausible kMemoryGibibytes{2, 64.0 * 1024, "a node has 2 GiB to 64 TiB of memory"};
inline constexpr Plausible kMemoryTransfers{800, 12800, "memory makes 800 to 12,800 MT/s"};
inline constexpr Plausible kPortCount{1, 64, "a node has 1 to 64 ports"};
inline constexpr Plausible kPortGigabits{1, 3200, "a port has 1 to 3200 Gbit/s"};
inline constexpr Plausible kDriveCount{1, 10'000, "there are 1 to 10,000 drives"};
inline constexpr Plausible kDriveGibibytes{8, 300'000, "a drive holds 8 GiB to 300 TB"};
inline constexpr Plausible kDriveIops{50, 20e6, "a drive makes 50 to 20 million accesses a second"};
inline constexpr Plausible kAcceleratorCount{0, 1024, "a node has up to 1024 accelerators"};

// Plausible rates of one drive, in bytes a second.
inline constexpr double kSlowestDrive = 50e6, kFastestDrive = 16e9;

inline constexpr double kMebibyte = 1024.0 * 1024, kGibibyte = 1024 * kMebibyte;

}  // namespace headrace
