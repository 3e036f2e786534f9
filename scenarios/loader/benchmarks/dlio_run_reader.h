// DlioRun: what one run of the real DLIO was, and what it measured, as the files that it leaves say.
//
//   const DlioRunsRead read = read_dlio_runs({"results/unet3d"}, {});
//   read.runs[0].figures[0].value     // 93.585, of "au_percent"
//   read.runs[0].workload->loader.batch_size     // 7
//
// Figures have the names that a job which trains has. A run without a summary.json did not end, and one
// without accelerator utilisation did not train: they are told and left out.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/jobs/training/workload_spec.h"
#include "scenarios/loader/benchmarks/dlio_files.h"
#include "scenarios/loader/benchmarks/measured_output.h"
#include "scenarios/loader/measured/dlio_waits.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

// DlioEpoch: an epoch of a run; 0 where no file tells.
struct DlioEpoch {
  double seconds = 0, checkpoint_seconds = 0;
  std::optional<double> au_percent, samples_per_second;
};

// DlioRankWaits: the waits of a rank, which its own file has.
struct DlioRankWaits {
  std::int64_t rank = 0;
  DlioWaits waits;
};

struct DlioRun {
  std::string name;
  Mark mark;  // Place of its summary.
  std::int64_t nodes = 0, accelerators = 0;
  std::int64_t files = 0, samples_per_file = 0;  // Of the training set; 0: nobody says.
  double mebibytes_per_second = 0;               // All ranks together; 0: nobody says.
  bool has_failed = false;                       // DLIO says that its utilisation is below what is asked for.
  bool may_be_cached = false;  // DLIO says that a node's memory may hold its part of the files.
  std::vector<DlioEpoch> epochs;
  std::optional<WorkloadSpec> workload;    // What its config.yaml says.
  std::optional<DlioVersion> version;      // What the spelling of that tells.
  std::vector<DlioRankWaits> ranks;        // Sorted by rank.
  std::vector<OutputFigure> figures;       // "au_percent"
  std::vector<std::string> notes, doubts;  // What is told; and why none of it is fitted.

  std::int64_t accelerators_per_node() const { return accelerators / nodes; }
};

struct DlioRunsRead {
  std::vector<DlioRun> runs;
  OutputPlaces dropped;  // Records and runs that cannot be read.
  OutputPlaces left;     // What can be read and is not taken.
  Problems problems;     // With an error where nothing was measured.
};

// Expects files and folders. The choice's link is what the ports of a node carry.
DlioRunsRead read_dlio_runs(std::span<const std::string> words, const OutputChoice& choice);

// DlioRunReader: the files of one run, text by text, in any order.
class DlioRunReader {
 public:
  DlioRunReader(std::string name, const OutputChoice& choice, DlioRunsRead& into);

  void read(DlioFileKind kind, std::int64_t rank, const std::shared_ptr<const SourceText>& source);
  // Adds the run, or tells why there is none.
  void finish();

 private:
  void drop(const Mark& mark, std::string why);
  void read_summary(const std::shared_ptr<const SourceText>& source);
  void read_metric(const Tree& metric);
  void add_figure(const Tree& metric, std::string_view key, std::string_view figure);
  void read_epochs(const std::shared_ptr<const SourceText>& source);
  void read_rank(std::int64_t rank, const std::shared_ptr<const SourceText>& source);
  void read_waits(const std::shared_ptr<const SourceText>& source);
  void read_workload();
  void add_wait_figures();
  DlioEpoch& epoch(std::size_t index);  // From 0.
  DlioWaits& waits_of(std::int64_t rank);

  OutputChoice choice_;
  DlioRunsRead& into_;
  DlioRun run_;
  std::shared_ptr<const SourceText> config_, overrides_;
  Mark waits_;  // Place of the first times of a rank.
  Mark any_;    // Place of any file.
};

}  // namespace headrace
