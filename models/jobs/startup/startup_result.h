// StartupResult: what the first start of a job took, and what its processes did meanwhile.
#pragma once

#include <cstdint>

#include "models/parts.h"

namespace headrace {

struct StartupResult {
  Duration span;  // From the job's start until its last rank was ready.
  std::int64_t processes = 0;
  Duration lookups, opens, reads, modules, listing, manifests;  // Sums over the processes.
  Bytes from_storage;            // Part of the software that came from beyond the nodes' memory.
  Bytes manifests_from_storage;  // The same of manifests.

  void visit(Parts& p) {
    p.part("span", span);
    p.part("processes", processes);
    p.part("lookups", lookups);
    p.part("opens", opens);
    p.part("reads", reads);
    p.part("modules", modules);
    p.part("listing", listing);
    p.part("manifests", manifests);
    p.part("from_storage", from_storage);
    p.part("manifests_from_storage", manifests_from_storage);
  }
};

}  // namespace headrace
