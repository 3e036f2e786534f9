// LustreStatistics: what dumps of `lctl get_param` say that a Lustre does and has.
//
//   LustreStatistics all;
//   read_lustre(notes, all);                   // Adds a dump: one of each server, of clients.
//   all.histograms["disk I/O size"][1048576]   // {reads, writes} of all targets
//
// Read are brw_stats, rpc_stats, job_stats, the stats of obdfilter, mdt and llite, sizes of targets, and
// settings. Left out are all others; how many there are of each name is counted.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

struct LustreCounts {
  double reads = 0, writes = 0;
};

// LustreHistogram: how often there was what, by the end of each bin: sizes in bytes, requests, milliseconds.
using LustreHistogram = std::map<double, LustreCounts>;

// LustreOperation: an operation in the stats of clients or servers, over all of them.
struct LustreOperation {
  double samples = 0;
  double sum = 0;    // In its unit; 0: not told.
  std::string unit;  // "usecs", "bytes", "reqs"
};

struct LustreJob {
  double reads = 0, writes = 0, read_bytes = 0, write_bytes = 0;
};

// LustreTarget: an OST or MDT whose space the dump tells.
struct LustreTarget {
  double total_kib = 0, free_kib = 0;
  Mark mark;  // Place of its total.
};

// LustreSetting: the values that a setting has on all that have it, with the place of each one's first.
struct LustreSetting {
  std::map<std::string, std::int64_t> values;
  std::map<std::string, Mark> marks;

  // Returns the value that most have.
  const std::string& usual() const;
};

// LustreNames: the targets of a file system, by their numbers.
struct LustreNames {
  std::set<std::string> osts, mdts;
  std::map<std::string, LustreTarget> ost_space;  // Those whose space is told.
};

struct LustreStatistics {
  std::map<std::string, LustreHistogram> histograms;  // By title.
  std::map<std::string, std::map<std::string, LustreOperation>>
      operations;  // By whose: "llite", and by name.
  std::map<std::string, LustreJob> jobs;
  std::map<std::string, LustreNames> systems;         // By name of the file system.
  std::map<std::string, LustreSetting> settings;      // By what settings_of() reads: "osc.all.max_dirty_mb".
  std::map<std::string, std::int64_t> not_looked_at;  // How many parameters of a name.

  // Returns the file system of which most is told; null where there is none.
  const std::pair<const std::string, LustreNames>* system() const;
};

void read_lustre(OutputNotes& notes, LustreStatistics& all);

}  // namespace headrace
