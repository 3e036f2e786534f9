// FlashSpec: solid-state drives behind one target, seen as one.
//
// Throughput at depth q is min(q size / (latency + size / bandwidth), bandwidth): the latency passes beside
// the transfers of others. `parallelism` over the latency is the greatest rate of small accesses, or what is
// stated of them (`read_iops`, `write_iops`) where that is less. Writes that have used up the fast ones are
// as slow as is stated, or, where the spare share is given, as garbage collection makes them: scattered ones
// are written 1 / (2 spare) times, ones that go on in an object once.
#pragma once

#include "models/fields.h"
#include "models/hardware/drives/drives.h"

namespace headrace {

struct FlashSpec {
  Bandwidth read_bandwidth = Bandwidth::bytes_per_second(10e9);
  Bandwidth write_bandwidth = Bandwidth::bytes_per_second(7e9);
  Distribution read_latency = Distribution(Law::lognormal, 100_us, 40_us);
  Distribution write_latency = Distribution(Law::lognormal, 30_us, 12_us);
  Distribution commit = Distribution(1_ms);
  std::int64_t parallelism = 256;
  std::int64_t read_iops = 0, write_iops = 0;
  Bytes fast_writes;
  Bandwidth sustained_write_bandwidth = Bandwidth::bytes_per_second(1e9);
  double spare_share = 0;
  double reads_behind_collection = 0;
  Duration collection = 750_us;
  double reads_behind_erase = 0;
  Duration erase = 3800_us;

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
    f.integer({"read_iops", "reads a second at most, however small; 0: as many as the parallelism allows",
               "none by default [assumed]"},
              read_iops, 0, 1'000'000'000);
    f.integer({"write_iops", "writes a second at most, likewise", "none by default [assumed]"}, write_iops, 0,
              1'000'000'000);
    f.bytes(
        {"fast_writes", "bytes written before the drives fall to sustained_write_bandwidth; 0: they never do",
         "none by default: a data sheet's steady figures hold from the start [assumed]"},
        fast_writes, 0_B, 1024_TiB);
    f.bandwidth({"sustained_write_bandwidth", "what the drives write together once they collect garbage",
                 "prior [assumed]: 4 KiB random writes of an enterprise drive at 285,000 a second"},
                sustained_write_bandwidth);
    f.number({"spare_share",
              "spare flash over all of it: in place of sustained_write_bandwidth, scattered writes fall to "
              "2 x this of write_bandwidth, and others do not; 0: as stated",
              "none by default [assumed]; enterprise drives 0.07-0.28 [read]"},
             spare_share, 0.0, 0.9);
    f.number({"reads_behind_collection", "share of reads that wait for a page being programmed",
              "none by default [assumed]"},
             reads_behind_collection, 0.0, 1.0);
    f.duration({"collection", "how long programming a page takes; such a read waits for a uniform part of it",
                "MQSim's sample configuration: 750 us [read]"},
               collection, Duration(), 1_s);
    f.number({"reads_behind_erase", "share of reads that wait for a block being erased, likewise",
              "none by default [assumed]"},
             reads_behind_erase, 0.0, 1.0);
    f.duration({"erase", "how long erasing a block takes", "MQSim's sample configuration: 3.8 ms [read]"},
               erase, Duration(), 1_s);
  }
};

}  // namespace headrace
