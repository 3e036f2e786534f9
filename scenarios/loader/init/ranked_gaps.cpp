#include "scenarios/loader/init/ranked_gaps.h"

#include <algorithm>

namespace headrace {
namespace {

// GapAdvice: the end of a field's path, or a part of it, and how its value is found.
struct GapAdvice {
  std::string_view field;
  std::string_view advice;
};

// The order is [assumed]: which machine and job it is comes first, then rates, then counts and times. Which
// fields the answer of one scenario hangs on, `headrace doubt` finds.
constexpr GapAdvice kAdvice[] = {
    {"platform.include", "give a dump of `lctl get_param`, a system description, or --platform NAME"},
    {"platform.file_systems.drive", "--platform NAME takes a shared storage in their place"},
    {"jobs.train.dlio", "give the DLIO file of the job, or a recording of a run of it"},
    {"jobs.train.nodes.count", "--nodes N names it"},
    {"platform.nodes.clients.count", "--nodes N names it"},
    {"clients.accelerators", "`nvidia-smi -L` on a node lists them"},
    {"jobs.train.accelerators_per_node", "`nvidia-smi -L` on a node lists them"},
    {"jobs.train.accelerator", "`nvidia-smi -L` on a node names it; its computation time is the DLIO file's"},
    {"clients.nic.bandwidth", "`ibstat` or `ethtool PORT` on a node tells it"},
    {"device.read_bandwidth", "fio or IOR measures it: `headrace import`, then `headrace calibrate`"},
    {"jobs.train.overrides", "remove the line to run the file's own data set, or write your number of files"},
    {"ost.count", "`lctl get_param '*'` on a client or server names the OSTs"},
    {"oss.count", "`lfs check osts` and the servers behind them, or the vendor's sheet"},
    {"oss.nic.bandwidth", "the vendor's sheet, or `ibstat` on a server"},
    {"servers.count", "the vendor's sheet"},
    {"clients.cores", "`lscpu` on a node tells it"},
    {"clients.memory", "`free` or /proc/meminfo on a node tells it"},
    {"layout.stripe_count", "`lfs getstripe` of the data tells it"},
    {"device.read_latency", "fio at depth 1 measures it: randread, bs=4k, direct=1"},
    {"jobs.train.dlio_version", "the version of DLIO or MLPerf Storage that is installed"},
    {"clients.memory_bandwidth", "`lscpu` names the processor, whose channels are known"},
    {"network.latency", "`ib_read_lat` or `ping` between two nodes measures it"},
};

bool is_of(std::string_view path, std::string_view field) {
  if (path == field) return true;
  return path.ends_with(field) && path[path.size() - field.size() - 1] == '.';
}

}  // namespace

std::vector<RankedGap> ranked_gaps(std::span<const ImportGap> gaps) {
  std::vector<RankedGap> ranked;
  for (const GapAdvice& row : kAdvice)
    for (const ImportGap& gap : gaps) {
      const auto is_told = [&](const RankedGap& other) { return other.advice == row.advice; };
      if (is_of(gap.field, row.field) && std::none_of(ranked.begin(), ranked.end(), is_told))
        ranked.push_back({gap, std::string(row.advice)});
    }
  return ranked;
}

}  // namespace headrace
