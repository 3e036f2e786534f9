// Recording: what the processes of a real or a simulated run asked of their files, and when.
//
//   const RecordedProcess& first = recording.processes.front();
//   first.operations.front().begin            // since the first operation of all
//
// Importers make it of other programs' traces (scenarios/loader/recordings/), a ReplayJob repeats it. Left
// out: what was written, and calls that failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/io.h"
#include "sim/units.h"

namespace headrace {

// Layers of calls: those of MPI-IO are made of calls of POSIX, which a trace may have as well.
enum class RecordedLayer : std::uint8_t { posix, stdio, mpi };
inline constexpr std::string_view kRecordedLayers[] = {"posix", "stdio", "mpi"};

struct RecordedOperation {
  Duration begin, end;       // Since the first operation of the recording.
  Bytes offset, length;      // Of reads and writes.
  std::uint32_t file = 0;    // Index of Recording::files.
  std::uint16_t thread = 0;  // Of the process, from 1; 0: not told.
  IoOperation operation = IoOperation::read;
  RecordedLayer layer = RecordedLayer::posix;

  bool moves_bytes() const { return operation == IoOperation::read || operation == IoOperation::write; }
  bool operator==(const RecordedOperation&) const = default;
};

struct RecordedFile {
  std::string path;
  Bytes size;                     // End of the last byte that anybody read or wrote.
  std::int64_t stripe_count = 0;  // Targets that its pieces were seen on; 0: not told.
  bool created = false;  // Whether the run made it: by a call that creates, or with bytes only written.
};

struct RecordedProcess {
  std::string name;  // "rank 3", "pid 4711".
  std::string host;
  std::vector<RecordedOperation> operations;  // Ascending by their begin.
};

struct Recording {
  Duration resolution;       // Step of its clock.
  bool of_counters = false;  // Whether its times and offsets are guessed, as it was made of counters.
  std::vector<RecordedFile> files;
  std::vector<RecordedProcess> processes;

  // Returns the time from the first begin to the last end.
  Duration span() const;
  std::size_t operations() const;
  // Returns the number of the host of each process, from 0, in the order in which hosts come.
  std::vector<std::size_t> host_numbers() const;
};

}  // namespace headrace
