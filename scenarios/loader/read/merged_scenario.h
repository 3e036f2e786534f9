// MergedScenario: the text of a scenario with its includes and overrides, as a tree that is read into specs
// as often as wanted, each time with further changes: the arms of a comparison, the points of a sweep.
//
// Const calls are safe from several threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/read/job_workloads.h"
#include "scenarios/loader/read/overrides.h"
#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/file_finder.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

class MergedScenario {
 public:
  // Nothing where the text is no scenario at all.
  static std::optional<MergedScenario> parse(std::string_view text, const std::string& file,
                                             const std::vector<Override>& changes, const FileFinder& files,
                                             Problems& problems);

  // Without some of the scenario's own keys: what compares arms is no part of one.
  MergedScenario without(std::vector<std::string_view> keys) const;

  struct Read {
    Scenario scenario;  // Whatever could be read, with problems or without.
    Places places;
  };
  Read read(const std::vector<Override>& changes, Problems& problems) const;

 private:
  MergedScenario(Tree text, std::string file, std::vector<Override> changes, const FileFinder& files)
      : text_(std::move(text)), file_(std::move(file)), changes_(std::move(changes)), files_(files) {}

  // The files that they include are placed in `files`, which is made where there are any.
  Tree merged_with(const std::vector<Override>& more, std::optional<FileFinder>& files,
                   Problems& problems) const;

  Tree text_;  // As it stands in the file.
  std::string file_;
  std::vector<Override> changes_;
  Tree merged_;
  FileFinder files_;
  std::shared_ptr<WorkloadFiles> workload_files_;  // Read once, for all reads.
  std::vector<std::string_view> without_;
};

}  // namespace headrace
