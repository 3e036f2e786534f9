// LustreSpec: a Lustre file system as a scenario describes it.
//
// Defaults are Lustre's own where it has them; service times are priors until
// a platform file or a calibration replaces them.
#pragma once

#include <optional>

#include "models/cache/policy.h"
#include "models/hardware/device.h"
#include "models/hardware/network.h"
#include "models/placement/policy.h"
#include "models/scheduler/policy.h"

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
  Chosen<RequestScheduler> scheduler;
  PortSpec nic;

  void visit(Fields& f) {
    f.integer(required("count", "object storage servers; targets are dealt to them in turn"), count, 1,
              100'000);
    f.integer(
        {"threads", "bulk requests a server works on at once", "Lustre maximum of ost_io threads [read]"},
        threads, 1, 65'536);
    f.group(Field{"scheduler", "which bulk request a server takes next (Lustre's NRS)"}, scheduler);
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
  Bytes max_dirty = Bytes::count(2'000'000'000);
  Bytes grant = Bytes::count(2'000'000'000);
  double max_cached_share = 0.5;
  Chosen<CachePolicy> page_cache;
  Duration lock_max_age = 3900_s;
  std::int64_t lock_lru_size = 0;

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
    f.bytes({"max_dirty", "most unwritten bytes a node keeps for one target",
             "osc.max_dirty_mb: 2000 MB [read]; Lustre caps it at an eighth of the memory"},
            max_dirty, 1_MiB, 1024_GiB);
    f.bytes({"grant", "space that a target reserves for a node's unwritten bytes: the lower of the two holds",
             "prior [assumed]: targets with free space grant what a client may keep dirty"},
            grant, 1_MiB, 1024_GiB);
    f.number({"max_cached_share", "share of a node's memory that caches pages; 0: none",
              "llite.max_cached_mb: half of the memory [read]"},
             max_cached_share, 0.0, 1.0);
    f.group(Field{"page_cache", "which pages a full page cache gives up"}, page_cache);
    f.duration({"lock_max_age", "a lock unused for so long is given up, and its pages with it",
                "ldlm.lru_max_age of releases before 2024: 3900 s; 600 s since [read]"},
               lock_max_age, 1_s, Duration::seconds(1e9));
    f.integer({"lock_lru_size", "most unused locks a node keeps at one file system; 0: no limit",
               "dynamic by default [read]"},
              lock_lru_size, 0, 1'000'000'000);
  }
};

// One scheduler between all jobs and the file system: it decides which job's bulk request leaves next.
struct JobSchedulerSpec {
  Chosen<RequestScheduler> policy;
  std::int64_t in_flight = 1024;

  void visit(Fields& f) {
    policy.visit(f);
    f.integer({"in_flight", "bulk requests of all jobs under way at once", "prior [assumed]"}, in_flight, 1,
              1'000'000'000);
  }
};

struct LustreSpec {
  MdsSpec mds;
  OssSpec oss;
  OstSpec ost;
  LustreClientSpec client;
  Chosen<PlacementPolicy> placement;
  std::optional<JobSchedulerSpec> job_scheduler;

  void visit(Fields& f) {
    f.group(Field{"mds", "metadata servers"}, mds);
    f.group(required("oss", "object storage servers"), oss);
    f.group(required("ost", "object storage targets"), ost);
    f.group(Field{"client", "the file system's client on a compute node"}, client);
    f.group(Field{"placement", "on which target files begin"}, placement);
    f.group(Field{"job_scheduler", "a scheduler between the jobs and the file system; without it, none"},
            job_scheduler);
  }
};

}  // namespace headrace
