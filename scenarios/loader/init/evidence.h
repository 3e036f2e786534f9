// Evidence: what files of any known kind tell together, for a first scenario.
//
//   Evidence evidence = read_evidence({"lsblk.txt", "nvidia-smi.txt", "unet3d.yaml"});
//   evidence.files[0].kind          // "lsblk"
//   evidence.node.host.drives       // What lsblk said
//
// A file is known by what it holds, whatever its name. One of no kind is the warning W0095, which names the
// kinds; where none is of any, that is the error E0750. Throws InputError where a recording cannot be read.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/training/workload_spec.h"
#include "scenarios/loader/benchmarks/lustre_statistics.h"
#include "scenarios/loader/benchmarks/measured_output.h"
#include "scenarios/loader/import/described_system.h"
#include "scenarios/loader/init/node_evidence.h"
#include "scenarios/loader/recordings/inferred_loader.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

// KnownFile: a file and the kind that it is of.
struct KnownFile {
  std::string path;
  std::string kind;  // "DLIO workload"
};

// DlioEvidence: a DLIO workload file, and what it says.
struct DlioEvidence {
  std::string path;
  std::string text;
  std::vector<std::string> override_files, overrides;
  DlioVersion version = DlioVersion::v2_0;
  Origin version_origin;
  WorkloadSpec workload;
};

// RecordingEvidence: a recording and the loader behind it.
struct RecordingEvidence {
  std::string path;
  InferredLoader loader;
};

// MeasuredEvidence: a run of a benchmark and the file that tells of it.
struct MeasuredEvidence {
  std::string path, form;  // "ior"
  MeasuredOutput output;
};

struct Evidence {
  std::vector<KnownFile> files;
  NodeEvidence node;
  std::optional<DescribedSystem> described;  // A system description of MLPerf Storage.
  std::string described_in;
  LustreStatistics lustre;  // All dumps of `lctl get_param`.
  std::string lustre_in;    // The first of them; empty: there is none.
  std::vector<MeasuredEvidence> measured;
  std::optional<DlioEvidence> dlio;
  std::optional<RecordingEvidence> recording;
  std::vector<Contradiction> contradictions;
  std::vector<NotTaken> not_taken;
  Problems problems;
};

Evidence read_evidence(std::span<const std::string> paths);

// Reads a DLIO file as the version that its spelling tells.
void read_dlio_evidence(DlioEvidence& dlio, Problems& problems);

// Returns the kinds of files that are known, a line each: "lsblk: drives: …".
std::string known_kinds_text(std::string_view lead);

}  // namespace headrace
