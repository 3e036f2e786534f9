// MixtureResult: what a job that mixes data sets read of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/parts.h"

namespace headrace {

struct MixtureResult {
  struct Set {
    std::string name, file_system;
    double share = 0;          // Part of the samples, of 1.
    std::int64_t samples = 0;  // Samples of the steps that were done and that no failure has undone.
    double epochs = 0;         // Samples over those that the set has: above 1 it was repeated.
    Bytes given;  // By its file system, to the readers of all ranks; what a cache of samples had is no part.
    Bytes from_storage;  // And what came from beyond the nodes' memory for them.

    void visit(Parts& p) {
      p.part("name", name);
      p.part("file_system", file_system);
      p.part("share", share);
      p.part("samples", samples);
      p.part("epochs", epochs);
      p.part("given", given);
      p.part("from_storage", from_storage);
    }
  };
  std::vector<Set> sets;

  void visit(Parts& p) { p.part("sets", sets); }
};

}  // namespace headrace
