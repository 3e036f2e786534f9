// NoEffect: a key of a DLIO file that a simulation has no use for, and why.
#pragma once

#include <string>

#include "models/parts.h"

namespace headrace {

struct NoEffect {
  std::string job;
  std::string key;     // "dataset.data_folder"
  std::string reason;  // "files are simulated, not stored"

  void visit(Parts& p) {
    p.part("job", job);
    p.part("key", key);
    p.part("reason", reason);
  }
};

}  // namespace headrace
