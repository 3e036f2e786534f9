// Recordings of a few operations, for tests of what replays them.
#pragma once

#include <string>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

inline RecordedOperation recorded(IoOperation operation, Duration begin, Duration end, std::uint32_t file = 0,
                                  Bytes length = Bytes(), Bytes offset = Bytes(), std::uint16_t thread = 0) {
  RecordedOperation made;
  made.operation = operation;
  made.begin = begin;
  made.end = end;
  made.file = file;
  made.length = length;
  made.offset = offset;
  made.thread = thread;
  return made;
}

// A recording of one process on one host, with so many files of 10 MB that were there before.
inline Recording recording_of(std::vector<RecordedOperation> operations, std::size_t files = 1) {
  Recording recording;
  for (std::size_t f = 0; f < files; ++f) {
    RecordedFile& file = recording.files.emplace_back();
    file.path = "/data/file-" + std::to_string(f) + ".npz";
    file.size = Bytes::count(10'000'000);
  }
  RecordedProcess& process = recording.processes.emplace_back();
  process.name = "rank 0";
  process.host = "node0";
  process.operations = std::move(operations);
  return recording;
}

}  // namespace headrace
