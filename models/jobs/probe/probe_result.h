// ProbeResult: what a probe of the storage found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/jobs/kind_result.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

inline constexpr std::string_view kOperationsFigure = "probe.operations_per_second";

// Figures of a probe of the storage, from when all of its processes were ready to the last end.
struct ProbeResult final : KindResultOf<ProbeResult> {
  std::string operation;
  std::int64_t processes = 0;
  std::int64_t operations = 0;  // Transfers, files or messages.
  Bytes bytes;
  Duration window;
  Histogram latency;  // Of an operation.

  bool measured() const override { return operations > 0; }
  std::vector<SaidFigure> headlines() const override {
    return {{kOperationsFigure, "operations/s"},
            {"probe.gb_per_second", "GB/s"},
            {"probe.latency_ms.p99", "p99"}};
  }
  void visit(Parts& p) override {
    p.part("operation", operation);
    p.part("processes", processes);
    p.part("operations", operations);
    p.part("bytes", bytes);
    p.part("window", window);
    p.part("latency", latency);
  }
};

}  // namespace headrace
