// LocalSpec: a file system on the drives of each node.
#pragma once

#include <optional>

#include "models/hardware/device.h"
#include "models/storage/cached/page_cache_spec.h"

namespace headrace {

struct LocalSpec {
  Bytes capacity = Bytes::count(3'000'000'000'000);
  Distribution open = Distribution(20_us);
  Bytes request_size = 1_MiB;
  std::int64_t requests_in_flight = 8;
  DeviceSpec device = nvme();
  std::optional<PageCacheSpec> page_cache;

  void visit(Fields& f) {
    f.bytes({"capacity", "what the drives of a node hold", "prior [assumed]"}, capacity, 1_MiB, 1024_TiB);
    f.distribution(
        {"open", "opening, creating, closing, removing or looking up a file, or listing a directory",
         "12 us for tmpfs [measured]; prior [assumed]"},
        open);
    f.bytes({"request_size", "what one request to the drives carries at most", "prior [assumed]"},
            request_size, 4_KiB, 1_GiB);
    f.integer(
        {"requests_in_flight", "requests that one read or write keeps at the drives", "prior [assumed]"},
        requests_in_flight, 1, 65'536);
    f.group(Field{"device", "the drives of a node"}, device);
    f.group(Field{"page_cache", "a node's memory that keeps pages; without it, none"}, page_cache);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    facts.on_nodes = capacity;
    facts.request = request_size;
    facts.events_of_request = 1.05;  // Measured: no network is in between.
    if (page_cache) page_cache->tell(facts);
    return facts;
  }

  static DeviceSpec nvme() {
    DeviceSpec device;
    device.flash().read_bandwidth = 7_GBps;
    device.flash().write_bandwidth = 4_GBps;
    return device;
  }
};

}  // namespace headrace
