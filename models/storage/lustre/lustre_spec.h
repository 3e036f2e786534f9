// LustreSpec: a Lustre file system as a scenario describes it.
//
// Defaults are Lustre's own where it has them; service times are priors until
// a platform file or a calibration replaces them.
#pragma once

#include <optional>

#include "models/cache/policy.h"
#include "models/check.h"
#include "models/hardware/device.h"
#include "models/hardware/network.h"
#include "models/placement/policy.h"
#include "models/scheduler/policy.h"
#include "models/storage/lustre/lnet.h"
#include "models/store_facts.h"

namespace headrace {

// A time for each kind of metadata request.
struct MdsTimes {
  Distribution open, close, getattr, lookup, readdir, create, unlink;
};

struct MdsLatencySpec : MdsTimes {
  void visit(Fields& f) {
    constexpr std::string_view kOff = "none by default [assumed]";
    f.distribution({"open", "of an open", kOff}, open);
    f.distribution({"close", "of a close", kOff}, close);
    f.distribution({"getattr", "of a stat", kOff}, getattr);
    f.distribution({"lookup", "of a lookup of one path component", kOff}, lookup);
    f.distribution({"readdir", "of a part of a directory's names", kOff}, readdir);
    f.distribution({"create", "of a create", kOff}, create);
    f.distribution({"unlink", "of an unlink", kOff}, unlink);
  }
};

struct MdsSpec : MdsTimes {
  std::int64_t count = 1;
  std::int64_t threads = 16;
  MdsLatencySpec latency;
  Distribution directory_lock = Distribution(Law::exponential, 34_us);
  Duration journal_commit = 1_ms;
  bool striped_directories = false;
  Distribution data_overhead = Distribution(Law::exponential, 50_us);
  DeviceSpec device;
  PortSpec nic;

  MdsSpec() {
    open = Distribution(Law::exponential, 135_us);
    close = Distribution(Law::exponential, 50_us);
    getattr = Distribution(Law::exponential, 65_us);
    lookup = Distribution(Law::exponential, 65_us);
    readdir = Distribution(Law::exponential, 5_ms);
    create = Distribution(Law::exponential, 75_us);
    unlink = Distribution(Law::exponential, 125_us);
  }

  void visit(Fields& f) {
    f.integer({"count", "metadata servers; directories are dealt to them in turn", "prior [assumed]"}, count,
              1, 1024);
    f.integer({"threads", "requests served at once, limited by cores and locks, not by service threads",
               "prior [assumed]: 16 open and close 86,000 files/s, within the published 40,000-200,000"},
              threads, 1, 4096);
    f.distribution(
        {"open", "service of an open with its lookup",
         "prior [derived]: 16 threads at 82,000 to 151,000 opens, reads and closes a second of one server "
         "(lustre-release 0c16987b22), 61,000 of each of four (81ac7c0c98), less the close"},
        open);
    f.distribution({"close", "service of a close", "prior [assumed]"}, close);
    f.distribution({"getattr", "service of a stat",
                    "prior [derived]: 16 threads at 388,000 stats a second of one target (lustre-release "
                    "6a3d7634a1), 182,000 of each of four (81ac7c0c98)"},
                   getattr);
    f.distribution({"lookup", "service of a lookup of one path component", "prior [assumed]: as a stat"},
                   lookup);
    f.distribution({"readdir", "service of a request for a part of a directory's names", "prior [assumed]"},
                   readdir);
    f.distribution({"create", "service of a create",
                    "prior [derived]: 16 threads at 109,000 to 185,000 creates and closes a second "
                    "(lustre-release 697f2d95bf, cb1290768d), less the close"},
                   create);
    f.distribution({"unlink", "service of an unlink",
                    "prior [derived]: 16 threads at 119,000 to 147,000 a second (lustre-release cb1290768d, "
                    "0c16987b22)"},
                   unlink);
    f.group(Field{"latency",
                  "what a request takes beside its service, without a place among the threads: "
                  "the time of one process, where the service is that of many"},
            latency);
    f.distribution(
        {"directory_lock", "for which a create or unlink has its directory to itself, before its service",
         "prior [derived]: 117,000 creates a second in one directory of four targets (lustre-release "
         "81ac7c0c98)"},
        directory_lock);
    f.duration({"journal_commit",
                "forcing the journal, as an fsync asks; who comes meanwhile shares the next; none: a file "
                "system whose fsync is for the targets alone",
                "prior [assumed]: on flash; disks take about ten times as long"},
               journal_commit, Duration(), 100_s);
    f.flag(
        {"striped_directories", "files of one directory are spread over all metadata servers by their names",
         "Lustre default: a directory is on one [assumed]"},
        striped_directories);
    f.distribution({"data_overhead", "server work for a bulk request to files on it, beside the device",
                    "prior [assumed]: as on a target"},
                   data_overhead);
    f.group(Field{"device", "the drives of a metadata server, for the files that lie on it"}, device);
    f.group(Field{"nic", "network ports of a metadata server"}, nic);
  }
};

// Cache of a server: what it remembers of what it read and wrote.
struct ServerCacheSpec {
  Bytes memory;
  Bytes max_request = 8_MiB;
  double max_file_share = 1.0 / 64;
  bool write_through = true;
  Chosen<CachePolicy> policy;

  Bytes largest_file() const { return share_of(memory, max_file_share); }

  void visit(Fields& f) {
    f.bytes(required("memory", "of a server, for pages of its targets"), memory, 1_MiB, 1024_TiB);
    f.bytes({"max_request", "a request so long or longer goes around it",
             "osd readcache_max_io_mb: 8 MiB [read]"},
            max_request, 4_KiB, 1_GiB);
    f.number({"max_file_share", "a file larger than this share of the memory goes around it",
              "Lustre default: a 64th [read]"},
             max_file_share, 0.0, 1.0);
    f.flag({"write_through", "what is written stays in it as well; it is on the drives before the answer",
            "writethrough_cache_enable: on for ldiskfs [read]"},
           write_through);
    policy.visit(f);
  }
};

struct OssSpec {
  std::int64_t count = 2;
  std::int64_t threads = 512;
  Chosen<RequestScheduler> scheduler;
  std::optional<ServerCacheSpec> read_cache;
  PortSpec nic;

  void visit(Fields& f) {
    f.integer(required("count", "object storage servers; targets are dealt to them in turn"), count, 1,
              100'000);
    f.integer(
        {"threads", "bulk requests a server works on at once", "Lustre maximum of ost_io threads [read]"},
        threads, 1, 65'536);
    f.group(Field{"scheduler", "which bulk request a server takes next (Lustre's NRS)"}, scheduler);
    f.group(Field{"read_cache",
                  "memory of a server that answers reads in place of the drives; without it, none: Lustre "
                  "has it on for disks and switches it off for flash"},
            read_cache);
    f.group(Field{"nic", "network ports of a server"}, nic);
  }
};

struct OstSpec {
  std::int64_t count = 2;
  Distribution request_overhead = Distribution(Law::exponential, 50_us);
  Distribution lock_enqueue = Distribution(Law::exponential, 30_us);
  Distribution glimpse = Distribution(Law::exponential, 30_us);
  Bytes capacity;
  double fill = 0;
  double fill_spread = 0;
  std::int64_t newer = 0;
  double newer_fill = 0;
  DeviceSpec device;

  void visit(Fields& f) {
    f.integer(required("count", "object storage targets of the file system"), count, 1, 100'000);
    f.distribution(
        {"request_overhead", "server work for a bulk request beside the device", "prior [assumed]"},
        request_overhead);
    f.distribution({"lock_enqueue", "service of an extent lock request", "prior [assumed]"}, lock_enqueue);
    f.distribution({"glimpse", "service of a size glimpse", "prior [assumed]"}, glimpse);
    f.bytes({"capacity", "what a target holds, for a placement that looks at free space; 0: nobody counts it",
             "not counted by default [assumed]"},
            capacity, 0_B, Bytes::count(std::int64_t{1} << 60));
    f.number({"fill", "share of its capacity that is taken before the run, the run's data sets included",
              "none by default [assumed]"},
             fill, 0.0, 1.0);
    f.number({"fill_spread", "by how much of the capacity the fill of a target is more or less, uniformly",
              "none by default [assumed]"},
             fill_spread, 0.0, 1.0);
    f.integer({"newer", "so many of the last targets were added later", "none by default [assumed]"}, newer,
              0, 100'000);
    f.number({"newer_fill", "the fill of those", "empty by default [assumed]"}, newer_fill, 0.0, 1.0);
    f.group(Field{"device", "the drives of a target"}, device);
  }
};

struct LustreClientSpec {
  std::int64_t max_rpcs_in_flight = 8;
  std::int64_t metadata_max_rpcs_in_flight = 8;
  std::int64_t max_mod_rpcs_in_flight = 7;
  std::int64_t path_depth = 3;
  std::int64_t readdir_entries = 16'384;
  Bytes rpc_size = 4_MiB;
  Bytes max_read_ahead_per_file = 256_MiB;
  Bytes max_read_ahead_whole = 4_MiB;
  Bandwidth copy_bandwidth = 4_GBps;
  Bandwidth copy_in_bandwidth = 2100_MBps;
  Duration direct_page = 450_ns;
  Duration call_overhead = 2400_ns;
  Bytes max_dirty = Bytes::count(2'000'000'000);
  Bytes grant = Bytes::count(2'000'000'000);
  Duration dirty_expire = 30_s;
  Duration dirty_check = 5_s;
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
    f.integer({"max_mod_rpcs_in_flight", "creates and unlinks among them; 0: as many as of all",
               "mdc.max_mod_rpcs_in_flight: 7 [read]"},
              max_mod_rpcs_in_flight, 0, 512);
    f.integer({"path_depth",
               "directories above a file that are looked up, one after another, before its name; for later "
               "directories of the data set one, and none for one that is known",
               "prior [assumed]: folders of a project, a user and a data set"},
              path_depth, 0, 64);
    f.integer({"readdir_entries", "names of a directory that one request brings",
               "prior [derived]: 1 MiB of entries of 64 bytes"},
              readdir_entries, 1, 1'000'000'000);
    f.bytes({"rpc_size", "most bytes of one bulk request", "Lustre 2.15 server default [read]"}, rpc_size,
            64_KiB, 64_MiB);
    f.bytes({"max_read_ahead_per_file", "most bytes read ahead of a sequential reader",
             "llite.max_read_ahead_per_file_mb: min(mount / 4, 256 MiB) [read]"},
            max_read_ahead_per_file, 1_MiB, 64_GiB);
    f.bytes({"max_read_ahead_whole", "a file up to this size is fetched whole",
             "llite.max_read_ahead_whole_mb [read]"},
            max_read_ahead_whole, 0_B, 64_MiB);
    visit_work(f);
    f.bytes({"max_dirty", "most unwritten bytes a node keeps for one target",
             "osc.max_dirty_mb: 2000 MB [read]; Lustre caps it at an eighth of the memory"},
            max_dirty, 1_MiB, 1024_GiB);
    f.bytes({"grant", "space that a target reserves for a node's unwritten bytes: the lower of the two holds",
             "prior [assumed]: targets with free space grant what a client may keep dirty"},
            grant, 1_MiB, 1024_GiB);
    visit_write_back(f);
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

 private:
  void visit_work(Fields& f) {
    f.bandwidth(
        {"copy_bandwidth", "what one thread reads by way of the page cache, beside its requests",
         "prior [read]: dd of 1 MiB 4.0 GB/s since asynchronous read-ahead, 1.9 before (lustre-release "
         "c279167426); IOR 2.0 to 2.3 GB/s with its requests (7194eb6431)"},
        copy_bandwidth);
    f.bandwidth({"copy_in_bandwidth", "what one thread writes into the page cache",
                 "prior [read]: dd of 1 MiB 2.0 to 2.2 GB/s, 1.9 us a page (lustre-release 8aa231a994)"},
                copy_in_bandwidth);
    f.duration(
        {"direct_page", "work of the thread that reads around the page cache, for each page of 4 KiB",
         "prior [derived]: 119 ms a GiB, mostly pages that are handed over (lustre-release 14db1faa0f); "
         "twice as much before 2021"},
        direct_page, Duration(), 1_ms);
    f.duration(
        {"call_overhead", "work of the thread for a call that reads or writes, beside its bytes",
         "prior [derived]: 3.4 us a read of 4 KiB that is held (lustre-release 172048eaef), less its copy"},
        call_overhead, Duration(), 1_s);
  }
  void visit_write_back(Fields& f) {
    f.duration({"dirty_expire",
                "pages that have been dirty for so long are written though their request is not full; 0: "
                "never",
                "vm.dirty_expire_centisecs: 30 s [read]"},
               dirty_expire, Duration(), Duration::seconds(1e6));
    f.duration({"dirty_check", "how often a node looks for such pages while it has dirty ones",
                "prior [assumed]: the kernel's vm.dirty_writeback_centisecs, 5 s"},
               dirty_check, 1_ms, Duration::seconds(1e6));
  }
};

// Scheduler between all jobs and the file system: it decides which job's bulk request leaves next.
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
  LnetSpec lnet;
  Chosen<PlacementPolicy> placement;
  std::optional<JobSchedulerSpec> job_scheduler;

  StoreFacts facts() const;
  void check(Check& check) const;
  void visit(Fields& f) {
    f.group(Field{"mds", "metadata servers"}, mds);
    f.group(required("oss", "object storage servers"), oss);
    f.group(required("ost", "object storage targets"), ost);
    f.group(Field{"client", "the file system's client on a compute node"}, client);
    f.group(Field{"lnet", "messages between its clients and servers"}, lnet);
    f.group(Field{"placement", "on which target files begin"}, placement);
    f.group(Field{"job_scheduler", "a scheduler between the jobs and the file system; without it, none"},
            job_scheduler);
  }
};

}  // namespace headrace
