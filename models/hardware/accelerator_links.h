// AcceleratorLinks: what joins the accelerators of a node with its memory, and its storage: PCIe or
// NVLink-C2C.
//
//   AcceleratorLinks links(sim, scope.path(), spec, accelerators);
//   links.of(accelerator, AcceleratorLinks::Way::to_device).start(flow, size, action);
//
// Accelerators share a link as they share a switch: all of a node, or so many together. Each way is shared
// equally by the copies in progress. Leaves out links between accelerators.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "models/fields.h"
#include "sim/link.h"

namespace headrace {

// Checkpoints are captured over it, and batches fed where the job says so. Loading a model does not pass it.
struct PcieSpec {
  Bandwidth bandwidth = Bandwidth::bytes_per_second(26.4 * 1073741824.0);
  std::int64_t accelerators_per_link = 0;
  double unpinned = 0.45;
  double direct = 0.91;

  std::int64_t links(std::int64_t accelerators) const {
    if (accelerators_per_link == 0 || accelerators <= accelerators_per_link) return 1;
    return (accelerators + accelerators_per_link - 1) / accelerators_per_link;
  }

  void visit(Fields& f) {
    f.bandwidth({"bandwidth", "what copies over a link share, each way, from or to pinned memory",
                 "PCIe 4.0 x16, one slot: 26.4 of 28 GiB/s [read]"},
                bandwidth);
    f.integer({"accelerators_per_link", "accelerators that share a link; 0: all of a node",
               "prior [assumed]; 1: a slot or an NVLink-C2C each, 2: a PCIe switch for two"},
              accelerators_per_link, 0, 1024);
    f.number({"unpinned", "share of it that one copy from pageable memory reaches",
              "prior [assumed]: 0.3-0.5 of the line rate, of which pinned memory reaches 0.9"},
             unpinned, 0.01, 1.0);
    f.number({"direct", "share of it that carries what comes straight from the storage",
              "GPUDirect Storage from four NVMe drives: 53.0 of 58 GB/s [read]"},
             direct, 0.01, 1.0);
  }
};

class AcceleratorLinks {
 public:
  enum class Way : std::uint8_t { to_device, from_device };

  AcceleratorLinks(Simulation& sim, const std::string& node, const PcieSpec& spec, std::int64_t accelerators);

  const PcieSpec& spec() const { return spec_; }
  Link& of(std::int64_t accelerator, Way way);

  // Share of the run so far that a link carried something, of the busier way; the mean of all links.
  double utilisation();

 private:
  struct Pair {
    Pair(Simulation& sim, const std::string& name, Bandwidth bandwidth, PartId part);
    Link to_device, from_device;
  };

  Simulation& sim_;
  PcieSpec spec_;
  std::deque<Pair> links_;
};

}  // namespace headrace
