// DataVisits: what the processes of a recording read of their data set, sample by sample.
//
//   const DataVisits data = data_visits(recording);
//   data.threads.front().visits.front().file      // the first file that the first thread read
//
// The data set is the files of one folder and ending of which most bytes were read and which the run did
// not make. A visit is a file that a thread reads whole, with all its reads; of a file of which threads
// read parts, each read is one. Left out: names, writes, and what threads do between visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct DataVisit {
  std::uint32_t file = 0;
  Bytes offset, length;  // First byte, and bytes that were read.
  Duration begin, end;
  std::int64_t reads = 1;
  std::int64_t epoch = 1;
};

struct DataThread {
  std::size_t process = 0;
  std::uint16_t thread = 0;
  std::vector<DataVisit> visits;  // Ascending by their begin.
};

struct DataVisits {
  std::string folder, ending;        // "/data/train/", "npz".
  std::vector<std::uint32_t> files;  // Those that were read, by the numbers in their names.
  std::vector<DataThread> threads;   // By process and thread.
  bool whole_files = true;           // Whether a visit is a file from its begin to its end.
  std::int64_t epochs = 0;           // Passes over the files.

  std::size_t visits() const;
  // Returns the time from the begin of the first visit to the end of the last.
  Duration span() const;
};

DataVisits data_visits(const Recording& recording);

// Returns the ending of a path, without the point; empty: it has none.
std::string ending_of(const std::string& path);

}  // namespace headrace
