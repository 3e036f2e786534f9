// Support of the tests of Lustre's statistics: small dumps of a system that never was.
#pragma once

#include <string>

#include "scenarios/loader/benchmarks/lustre_statistics.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {

inline constexpr const char* kServerDump = R"(memused=1000
osd-ldiskfs.weir-OST0000.kbytestotal=4194304
osd-ldiskfs.weir-OST0000.kbytesfree=3145728
osd-ldiskfs.weir-OST0001.kbytestotal=4194304
osd-ldiskfs.weir-OST0001.kbytesfree=3145728
osd-ldiskfs.weir-MDT0000.kbytestotal=1000
mdt.weir-MDT0000.exports.10.0.0.1@o2ib.uuid=
weir-MDT0000-lwp-OST0002_UUID
osd-ldiskfs.weir-OST0000.brw_stats=
snapshot_time:            1688603042.553844832 secs.nsecs

                           read      |     write
pages per bulk r/w     rpcs  % cum % |  rpcs        % cum %
256:                 1  50  50   |    0   0   0
1K:                 1  50 100   |    8 100 100

                           read      |     write
discontiguous pages    rpcs  % cum % |  rpcs        % cum %
0:                 2 100 100   |    8 100 100

                           read      |     write
disk I/O size          ios   % cum % |  ios         % cum %
4K:                 4  80  80   |    0   0   0
1M:                 1  20 100   |   32 100 100
osd-ldiskfs.weir-OST0001.brw_stats=
                           read      |     write
disk I/O size          ios   % cum % |  ios         % cum %
1M:                 3 100 100   |    0   0   0
obdfilter.weir-OST0000.exports.10.0.0.1@o2ib.stats=
write_bytes               5 samples [bytes] 4096 4096 20480 1
obdfilter.weir-OST0000.stats=
write_bytes               8 samples [bytes] 4194304 4194304 33554432 140737488355328
statfs                    4 samples [usecs] 0 129 400 2752
obdfilter.weir-OST0000.job_stats=
job_stats:
- job_id:          train.17
  snapshot_time:   1461772761
  read_bytes:      { samples:           2, unit: bytes, min:    4096, max:16777216, sum:        16781312 }
  write_bytes:     { samples:           0, unit: bytes }
  getattr:         { samples:           7, unit:  reqs }
- job_id:          "cp.root"
  write_bytes:     { samples: 4, unit: bytes, min: 1048576, max:1048576, sum: 4194304, hist: { 1M: 4 } }
)";

inline constexpr const char* kClientDump = R"(osc.weir-OST0000-osc-ffff97e8.max_rpcs_in_flight=16
osc.weir-OST0001-osc-ffff97e8.max_rpcs_in_flight=16
osc.weir-OST0002-osc-ffff97e8.max_rpcs_in_flight=8
osc.weir-OST0000-osc-ffff97e8.max_pages_per_rpc=1024
mdc.weir-MDT0000-mdc-ffff97e8.max_rpcs_in_flight=64
lov.weir-clilov-ffff97e8.stripecount=4
lov.weir-clilov-ffff97e8.stripesize=1048576
osc.weir-OST0000-osc-ffff97e8.rpc_stats=
snapshot_time:         1350435842.1 (secs.usecs)
read RPCs in flight:  0

            read            write
pages per rpc         rpcs   % cum % |       rpcs   % cum %
1024:                 5 100 100   |          7 100 100

            read            write
rpcs in flight        rpcs   % cum % |       rpcs   % cum %
1:                 2  40  40   |          0   0   0
8:                 3  60 100   |          7 100 100
llite.weir-ffff97e8.stats=
open                      10 samples [usecs] 0 100 500 9000
ioctl                     3 samples [reqs]
)";

// Returns what dumps tell together.
inline LustreStatistics statistics_of(const std::string& text, BenchmarkRead& read, bool strict = false) {
  LustreStatistics all;
  read = read_lustre_text(text, "dump.txt", {std::nullopt, strict}, all);
  return all;
}
inline LustreStatistics statistics_of(const std::string& text) {
  BenchmarkRead read;
  LustreStatistics all = statistics_of(text, read);
  EXPECT_FALSE(read.problems.has_errors()) << read.problems.text();
  EXPECT_EQ(read.dropped.count, 0u);
  return all;
}

}  // namespace headrace
