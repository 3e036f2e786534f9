// DarshanRecords: all that darshan-parser prints of a log, a record of each file, module and rank.
//
//   DarshanRecords records = read_darshan_records(input, writer, report);
//   records.all.front()[DarshanCounter::reads]
//
// Left out: counters that make no operations (strides, alignment, fastest rank), and standard streams.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "scenarios/loader/recordings/darshan_head.h"
#include "scenarios/loader/recordings/darshan_record.h"
#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

// DarshanHeat: bytes that a rank moved by time, in bins of equal width.
struct DarshanHeat {
  Duration width;
  std::vector<std::int64_t> read, written;
};

struct DarshanRecords {
  DarshanHead head;
  std::vector<DarshanRecord> all;
  std::map<std::pair<RecordedLayer, std::int64_t>, DarshanHeat> heat;  // By layer and rank.
};

// Reads the text of a log. Files and their stripes are given to the writer, what is no record to the report.
DarshanRecords read_darshan_records(TraceInput& input, RecordingWriter& writer, ImportReport& report);

}  // namespace headrace
