// PageCacheSpec: the memory of a node that keeps pages of a file system.
#pragma once

#include "models/cache/foresight.h"
#include "models/store_facts.h"

namespace headrace {

struct PageCacheSpec {
  Chosen<CachePolicy> policy;
  double memory_share = 0.5;
  Bytes capacity;
  Bytes piece = 1_MiB;
  Bytes read_ahead = 8_MiB;
  double dirty_share = 0.2;
  double background_share = 0.1;
  Duration dirty_expire = 30_s;
  std::int64_t write_back_streams = 8;
  Bandwidth copy_bandwidth = 9_GBps;

  // Tells what a node keeps in it.
  void tell(StoreFacts& facts) const {
    facts.pages = capacity;
    facts.pages_share = memory_share;
  }

  void check(Check& check) const { refuse_foresight(check, "policy", policy); }

  void visit(Fields& f) {
    policy.visit(f);
    f.number({"memory_share", "share of a node's memory that keeps pages", "prior [assumed]"}, memory_share,
             0.0, 1.0);
    f.bytes({"capacity", "the same in bytes; 0: the share says it", "by the share [assumed]"}, capacity, 0_B,
            1024_TiB);
    f.bytes({"piece", "what reading ahead fetches whole, and what a write copies at once",
             "prior [assumed]: Linux has folios of up to 2 MiB"},
            piece, 4_KiB, 64_MiB);
    f.bytes({"read_ahead", "most bytes fetched ahead of a sequential reader; 0: none",
             "prior [assumed]: Linux has 128 KiB, and fast stores are tuned to megabytes"},
            read_ahead, 0_B, 64_GiB);
    f.number({"dirty_share", "share of the cache that may be unwritten, at least a piece; then writers wait",
              "prior [assumed]: vm.dirty_ratio"},
             dirty_share, 0.0, 1.0);
    f.number({"background_share", "share of the cache past which what is unwritten is written back",
              "prior [assumed]: vm.dirty_background_ratio"},
             background_share, 0.0, 1.0);
    f.duration({"dirty_expire", "age at which it is written back in any case",
                "prior [assumed]: vm.dirty_expire_centisecs"},
               dirty_expire, Duration(), 86'400_s);
    f.integer({"write_back_streams", "files written back at once", "prior [assumed]"}, write_back_streams, 1,
              4096);
    f.bandwidth({"copy_bandwidth", "copy between the cache and one thread",
                 "9.0 GB/s for 110 KB tmpfs files [measured]"},
                copy_bandwidth);
  }
};

}  // namespace headrace
