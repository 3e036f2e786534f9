// Where a made-up run came from.
#pragma once

#include "analysis/results/run_writer.h"

namespace headrace {

inline Provenance sample_provenance() {
  Provenance provenance;
  provenance.resolved_text = "schema: headrace/1\n";
  provenance.fidelity = "request";
  provenance.revision = "abc123";
  provenance.started_at = "2024-09-02T14:12:48Z";
  provenance.wall_seconds = 1.5;
  return provenance;
}

}  // namespace headrace
