// DiskArraySpec: hard disks in parity groups behind one target: RAID6, or declustered over more disks than a
// group has. What an access costs them is in disk_array.cpp. Leaves out failures during a rebuild and the
// array's cache, but for writes in a row, which fill their stripes there.
#pragma once

#include "models/check.h"
#include "models/hardware/drives/disk.h"

namespace headrace {

struct DiskArraySpec {
  std::int64_t disks = 10;
  std::int64_t data = 8;
  std::int64_t parity = 2;
  Bytes chunk = 128_KiB;
  double efficiency = 1;
  Bytes gather;
  double rebuilding = 0;
  DiskSpec disk;

  void check(Check& check) const;
  void visit(Fields& f) {
    f.integer(
        {"disks", "disks behind a target; more than one parity group has: declustered", "prior [assumed]"},
        disks, 1, 10'000);
    f.integer({"data", "chunks of data in a stripe", "RAID6 8+2 [assumed]"}, data, 1, 64);
    f.integer({"parity", "chunks of parity in a stripe", "RAID6 8+2 [assumed]"}, parity, 0, 8);
    f.bytes({"chunk", "bytes of a stripe on one disk",
             "full stripes of 1 MiB at GWDG, 16 MiB at Lise [read]; over 8 disks of data [assumed]"},
            chunk, 4_KiB, 64_MiB);
    f.number({"efficiency", "share of its disks' time that an array turns into transfers",
              "all of it for one parity group; prior [assumed] when declustered: 0.6-0.75"},
             efficiency, 0.01, 1.0);
    f.bytes({"gather",
             "what the array reads ahead of a stream, or collects of it before it writes: so many bytes "
             "share one positioning; 0 B: it has no cache",
             "none [assumed]; some MiB on storage servers"},
            gather, 0_B, 1_GiB);
    f.number({"rebuilding", "share of its disks' time that a rebuild takes", "none [assumed]"}, rebuilding,
             0.0, 0.99);
    f.group(Field{"disk", "each of its disks"}, disk);
  }
};

}  // namespace headrace
