// LogResult: what ranks appended to their logs, and for how long.
#pragma once

#include <cstdint>

#include "models/parts.h"

namespace headrace {

struct LogResult {
  std::int64_t writers = 0;
  Bytes written;
  Duration spent;     // Sum over the writers.
  Histogram records;  // Times of a record, from the call to its return; one a record.

  void visit(Parts& p) {
    p.part("writers", writers);
    p.part("written", written);
    p.part("spent", spent);
    p.part("records", records);
  }
};

}  // namespace headrace
