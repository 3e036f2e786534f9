// Device: what stands behind a target: a group of drives seen as one.
//
// An access waits for one of `parallelism` slots, then takes its latency and
// its turn on a shared data path: throughput at depth q is
// min(q size / (latency + size / bandwidth), bandwidth). Leaves out seeks,
// garbage collection, RAID read-modify-write and the write cliff.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/fields.h"
#include "models/hardware/pipe.h"
#include "sim/random.h"
#include "sim/scope.h"

namespace headrace {

struct DeviceSpec {
  Bandwidth read_bandwidth = Bandwidth::bytes_per_second(10e9);
  Bandwidth write_bandwidth = Bandwidth::bytes_per_second(7e9);
  Distribution read_latency = Distribution(Law::lognormal, 100_us, 40_us);
  Distribution write_latency = Distribution(Law::lognormal, 30_us, 12_us);
  Distribution commit = Distribution(1_ms);
  std::int64_t parallelism = 256;

  void visit(Fields& f) {
    f.bandwidth({"read_bandwidth", "what the drives of a target read together", "prior [assumed]"},
                read_bandwidth);
    f.bandwidth({"write_bandwidth", "what the drives of a target write together", "prior [assumed]"},
                write_bandwidth);
    f.distribution({"read_latency", "from request to first byte of a read",
                    "prior [read]: enterprise NVMe, queue depth 1, 92-150 us; spread [assumed]"},
                   read_latency);
    f.distribution({"write_latency", "from request to acceptance of a write",
                    "prior [read]: enterprise NVMe, queue depth 1, 21 us; spread [assumed]"},
                   write_latency);
    f.distribution({"commit", "making what was written durable, once an fsync asks", "prior [assumed]"},
                   commit);
    f.integer({"parallelism", "accesses the drives work on at once", "prior [assumed]"}, parallelism, 1,
              65'536);
  }
};

class Device {
 public:
  enum class Access : std::uint8_t { read, write, commit };

  Device(Scope scope, const DeviceSpec& spec);

  // `done` runs when the access is complete; `overhead` is work before it, also
  // in its slot.
  void submit(Access access, Bytes length, Duration overhead, Action done);

  // The same without the data path, for bytes that move over links: `ready` runs when they could begin to
  // move, and the slot is taken until release().
  void hold(Access access, Duration overhead, Action ready);
  void release(Access access, Bytes moved);

  // Share of the run that the data path carried bytes, or would have carried alone what moved over links.
  double utilisation() const;

 private:
  struct Work {
    Access access = Access::read;
    Bytes length;
    Duration overhead;
    bool held = false;
    Action done;
  };
  struct Slot {
    Action done;  // What to run when its access is complete.
    bool held = false;
  };
  static void finished(void* device, std::uint64_t slot);

  void submit(const Work& work);
  void begin(const Work& work);
  void free(std::uint32_t slot);
  Duration latency(Access access);

  Simulation& sim_;
  DeviceSpec spec_;
  RandomStream latencies_;
  Pipe path_;
  Duration moved_;  // What moved over links, as time on the data path.
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> held_slots_;  // Ready and not released: one is as good as another.
  std::deque<Work> waiting_;
};

}  // namespace headrace
