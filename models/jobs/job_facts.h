// JobFacts: what the spec of a kind of job says of it before it runs, for whoever checks, counts and ranks.
//
// A spec gives them in `JobFacts facts() const`. What a kind does not say stands for a job that has nothing
// of the sort: no samples, no requests, a process on each accelerator.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/check.h"
#include "models/jobs/figure.h"
#include "models/jobs/kind_result.h"
#include "models/jobs/purpose.h"
#include "sim/units.h"

namespace headrace {

struct JobSpec;

struct JobFacts {
  std::string_view kind;  // "training", "checkpoint", or the name of its row in Job::table().
  std::string_view does;  // Reason why it has no figures of another kind: "measures the storage".
  std::string title;      // What it runs, for a line about it: "unet3d", "probe of read".
  std::string manner;     // How, where that says more: "streaming inference".

  bool trains = false;
  bool answers = false;         // Requests, one by one.
  bool keeps_prefixes = false;  // Its servers keep beginnings of prompts.
  bool has_samples = false;     // Their rate is a figure of it.
  bool has_sizes = false;       // Its samples have a nominal length.
  bool moves_bytes = false;
  bool starts_up = true;  // Its processes are an application's, which imports its software.
  Purposes uses = Purposes().with(Purpose::data);  // What its own work has files for.

  std::int64_t processes_on_node = 0;  // 0: one for each of the job's accelerators.
  // Ground: what it runs on, for an estimate of events.
  struct Ground {
    // Reading: what it reads a data set from.
    struct Reading {
      Bytes request;          // Bytes that a request to the file system carries, …
      double of_request = 1;  // … and its events.
      Bytes pages;            // Memory of a node that keeps pages of the file system.
    };
    std::int64_t nodes = 1, ranks = 1;
    std::vector<Reading> data = {{}};  // By data set; one without a mixture.
    Bytes of_checkpoints;              // Bytes that a request to the file system of checkpoints carries.
    double of_row = 1;                 // Events of a row of writes, where they go by flows.
    bool flows = false;                // Whether ranges of reads and rows of writes are such requests.
  };
  // Estimates the events of the engine, as counted on shipped scenarios; null: there are none to speak of.
  double (*events)(const JobSpec& job, const Ground& ground) = nullptr;

  // CheckpointBytes: what its checkpoints are made of, for an estimate of memory.
  struct CheckpointBytes {
    double one = 0;  // Bytes of a checkpoint of all ranks that is written.
    double all = 0;  // Bytes that pass through the nodes' memory until that is dropped.
  };
  CheckpointBytes (*checkpoints)(const JobSpec& job, std::int64_t ranks) = nullptr;  // Null: it has none.

  // Written: what it creates on its storage, and leaves there.
  struct Written {
    bool any = false;
    std::optional<double> bytes;  // Nothing: only the run says how many.
  };
  Written (*written)(const JobSpec& job, std::int64_t ranks) = nullptr;  // Null: it creates nothing.

  std::span<const FigureRow> figures;  // Own of the kind (figures.h).
  std::string_view headline;           // The one by which the points of a sweep are ranked, …
  std::string_view headline_words;     // … and what stands behind its value: "ms p99".

  std::unique_ptr<KindResult> (*found)() = nullptr;  // Makes its KindResult; null: it has none.
  // Checks what spans the spec of the kind and the rest of the job; null: nothing does.
  void (*check)(const JobSpec& job, Check& check) = nullptr;
  // Warns of what the spec of the kind may say and hardly means, where the job is right; null: of nothing.
  void (*doubt)(const JobSpec& job, Check& check) = nullptr;
};

template <class Own>
std::unique_ptr<KindResult> new_kind_result() {
  return std::make_unique<Own>();
}

}  // namespace headrace
