// DlioFiles: which files are of one run of DLIO, by their names and folders.
//
//   const DlioFiles found = find_dlio_files({"results/unet3d"});
//   found.runs[0].find(DlioFileKind::summary)->path     // "results/unet3d/run1/summary.json"
//
// A run is a folder, or the files of a folder whose names begin alike: run1_summary.json, run1_config.yaml.
// Files that are named one by one, without a summary among those that begin alike, join the run whose summary
// has the longest beginning in common. Names alone are looked at: what files hold is read elsewhere.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/benchmarks/measured_output.h"

namespace headrace {

enum class DlioFileKind : std::uint8_t { summary, epochs, rank, waits, config, overrides, report };

struct DlioFile {
  DlioFileKind kind = DlioFileKind::summary;
  std::string path;
  std::string run;        // Beginning of the paths of its run: "results/run1_".
  std::int64_t rank = 0;  // Rank that wrote it: of RANK_output.json.
};

struct DlioRunFiles {
  std::string name;  // "run1"
  std::vector<DlioFile> files;

  // Returns the only file of a kind; null where there is none.
  const DlioFile* find(DlioFileKind kind) const;
};

struct DlioFiles {
  std::vector<DlioRunFiles> runs;
  std::vector<DlioFile> reports;  // mlperf_storage_report.json of several runs.
  OutputPlaces left;              // Files that are of no run.
  Problems problems;              // E0721 for a word that is no file of DLIO's.
};

// Returns what a file is by its name; nothing where DLIO writes none of that name.
std::optional<DlioFile> dlio_file(const std::string& path);

// Expects files and folders, which are searched with all below them.
DlioFiles find_dlio_files(std::span<const std::string> words);

// Says whether a word without a form is a result of DLIO: a folder with one right in it, or such a file.
bool is_dlio_result(const std::string& word);

}  // namespace headrace
