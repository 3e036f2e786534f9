// FirstJob: the job of a first scenario: a DLIO file, the loader behind a recording, or else UNet3D.
//
//   const FirstJob job = first_job(evidence, ground);
//   job.text     // "jobs:\n  train:\n    dlio: …", each value with its origin
//
// A data set of a DLIO file whose epoch would be too short to judge is made as large as MLPerf Storage asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/import/platform_lines.h"
#include "scenarios/loader/init/evidence.h"

namespace headrace {

// JobGround: the machine that the job runs on.
struct JobGround {
  std::string file;            // Where the scenario will lie.
  std::string group, storage;  // Names, of the platform.
  bool is_lustre = false;      // The storage is one.
  ToldValue nodes = {1, {OriginTag::assumed, "the least there can be"}};
  std::optional<ToldValue> accelerators;  // Of a node.
  double memory = 0;                      // Bytes of a node; 0: not known.
  Phrase accelerator;                     // Name, as the node's tools say it.
  std::vector<ToldText> layout;
  bool is_even = false;  // All ranks are to get the same number of samples.
  bool trains = true;    // Set by first_job(): the job trains.
};

struct FirstJob {
  std::string text;
  PlatformLines lines{"jobs.train", 2};
  std::vector<ImportGap> gaps;
  std::vector<NotTaken> not_taken;
  std::vector<Contradiction> contradictions;
  Problems problems;
};

FirstJob first_job(const Evidence& evidence, JobGround& ground);

// Returns how a scenario names a file: from the folder that it lies in.
std::string path_from(const std::string& scenario, const std::string& path);

// Returns how a scenario includes a platform that a user names: "perlmutter" is "platforms/perlmutter.yaml".
std::string platform_path(const std::string& name, const std::string& scenario);

}  // namespace headrace
