// LustreSpec: a Lustre file system as a scenario describes it.
//
// Defaults are Lustre's own where it has them; service times are priors until
// a platform file or a calibration replaces them.
#pragma once

#include "models/hardware/device.h"
#include "models/hardware/network.h"

namespace headrace {

struct MdsSpec {
  std::int64_t count = 1;
  std::int64_t threads = 16;
  Distribution open = Distribution(Law::exponential, 250_us);
  Distribution close = Distribution(Law::exponential, 100_us);
  Distribution getattr = Distribution(Law::exponential, 100_us);
  Distribution create = Distribution(Law::exponential, 400_us);
  PortSpec nic;

  void visit(Fields& f) {
    f.integer({"count", "metadata servers; directories are spread over them", "prior [assumed]"}, count, 1,
              1024);
    f.integer({"threads", "requests served at once, limited by cores and locks, not by service threads",
               "prior [assumed]: 16 at 250 us is 64,000 opens/s, within the published 40,000-200,000"},
              threads, 1, 4096);
    f.distribution(
        {"open", "service of an open with its lookup",
         "prior [derived]: unloaded stat 0.5 ms, create 0.9-2 ms round trip on older servers, halved"},
        open);
    f.distribution({"close", "service of a close", "prior [assumed]"}, close);
    f.distribution({"getattr", "service of a stat", "prior [assumed]"}, getattr);
    f.distribution({"create", "service of a create", "prior [assumed]"}, create);
    f.group(Field{"nic", "network ports of a metadata server"}, nic);
  }
};

struct OssSpec {
  std::int64_t count = 2;
  std::int64_t threads = 512;
  PortSpec nic;

  void visit(Fields& f) {
    f.integer(required("count", "object storage servers; targets are dealt to them in turn"), count, 1,
              100'000);
    f.integer(
        {"threads", "bulk requests a server works on at once", "Lustre maximum of ost_io threads [read]"},
        threads, 1, 65'536);
    f.group(Field{"nic", "network ports of a server"}, nic);
  }
};

struct OstSpec {
  std::int64_t count = 2;
  Distribution request_overhead = Distribution(Law::exponential, 50_us);
  Distribution lock_enqueue = Distribution(Law::exponential, 30_us);
  Distribution glimpse = Distribution(Law::exponential, 30_us);
  DeviceSpec device;

  void visit(Fields& f) {
    f.integer(required("count", "object storage targets of the file system"), count, 1, 100'000);
    f.distribution(
        {"request_overhead", "server work for a bulk request beside the device", "prior [assumed]"},
        request_overhead);
    f.distribution({"lock_enqueue", "service of an extent lock request", "prior [assumed]"}, lock_enqueue);
    f.distribution({"glimpse", "service of a size glimpse", "prior [assumed]"}, glimpse);
    f.group(Field{"device", "the drives of a target"}, device);
  }
};

struct LustreClientSpec {
  std::int64_t max_rpcs_in_flight = 8;
  std::int64_t metadata_max_rpcs_in_flight = 8;
  Bytes rpc_size = 4_MiB;
  Bytes max_read_ahead_per_file = 256_MiB;
  Bytes max_read_ahead_whole = 4_MiB;
  Bandwidth copy_bandwidth = 9_GBps;

  void visit(Fields& f) {
    f.integer(
        {"max_rpcs_in_flight", "bulk requests a node keeps at one target", "osc.max_rpcs_in_flight [read]"},
        max_rpcs_in_flight, 1, 256);
    f.integer({"metadata_max_rpcs_in_flight", "requests a node keeps at one metadata server",
               "mdc.max_rpcs_in_flight [read]"},
              metadata_max_rpcs_in_flight, 1, 512);
    f.bytes({"rpc_size", "most bytes of one bulk request", "Lustre 2.15 server default [read]"}, rpc_size,
            64_KiB, 64_MiB);
    f.bytes({"max_read_ahead_per_file", "most bytes read ahead of a sequential reader",
             "llite.max_read_ahead_per_file_mb: min(mount / 4, 256 MiB) [read]"},
            max_read_ahead_per_file, 1_MiB, 64_GiB);
    f.bytes({"max_read_ahead_whole", "a file up to this size is fetched whole",
             "llite.max_read_ahead_whole_mb [read]"},
            max_read_ahead_whole, 0_B, 64_MiB);
    f.bandwidth({"copy_bandwidth", "copy from the page cache by one thread",
                 "9.0 GB/s for 110 KB tmpfs files [measured]"},
                copy_bandwidth);
  }
};

struct LustreSpec {
  MdsSpec mds;
  OssSpec oss;
  OstSpec ost;
  LustreClientSpec client;

  void visit(Fields& f) {
    f.group(Field{"mds", "metadata servers"}, mds);
    f.group(required("oss", "object storage servers"), oss);
    f.group(required("ost", "object storage targets"), ost);
    f.group(Field{"client", "the file system's client on a compute node"}, client);
  }
};

}  // namespace headrace
