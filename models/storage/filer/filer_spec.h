// FilerSpec: an NFS server, or a few of them, as a scenario describes it.
#pragma once

#include <optional>

#include "models/storage/cached/page_cache_spec.h"
#include "models/storage/remote/server.h"

namespace headrace {

struct FilerSpec {
  ServerSpec heads;
  Distribution lookup = Distribution(Law::exponential, 100_us);
  Distribution create = Distribution(Law::exponential, 400_us);
  Distribution close = Distribution(Law::exponential, 50_us);
  Distribution request_overhead = Distribution(Law::exponential, 50_us);
  bool close_is_request = true;
  Bytes transfer_size = 1_MiB;
  std::int64_t slots = 64;
  std::int64_t nconnect = 1;
  Bandwidth connection_bandwidth = Bandwidth::bytes_per_second(2.5e9);
  Duration attributes_valid = 3_s;
  std::optional<PageCacheSpec> page_cache;

  void visit(Fields& f) {
    f.group(Field{"heads", "the servers; directories are dealt over them"}, heads);
    f.distribution({"lookup", "service of an open or a stat", "prior [assumed]"}, lookup);
    f.distribution({"create", "service of a create", "prior [assumed]"}, create);
    f.distribution({"close", "service of a close", "prior [assumed]"}, close);
    f.distribution(
        {"request_overhead", "server work for a READ, WRITE or COMMIT beside the drives", "prior [assumed]"},
        request_overhead);
    f.flag({"close_is_request", "whether a close is a request: as in NFSv4, unlike NFSv3",
            "prior [assumed]: NFSv4 without delegations"},
           close_is_request);
    f.bytes({"transfer_size", "most bytes of one READ or WRITE: rsize and wsize",
             "prior [assumed]: what Linux clients negotiate"},
            transfer_size, 4_KiB, 64_MiB);
    f.integer(
        {"slots", "requests at once on a connection", "prior [assumed]: session slots of the Linux client"},
        slots, 1, 4096);
    f.integer({"nconnect", "connections of a node to each head",
               "prior [assumed]: the Linux client's without the mount option"},
              nconnect, 1, 64);
    f.bandwidth({"connection_bandwidth", "what one connection carries, each way",
                 "prior [assumed]: one TCP stream on one core"},
                connection_bandwidth);
    f.duration({"attributes_valid", "for how long a stat is answered from what the node knows",
                "prior [assumed]: acregmin of the Linux client"},
               attributes_valid, Duration(), 86'400_s);
    f.group(Field{"page_cache", "a node's memory that keeps pages; without it, none"}, page_cache);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    facts.heads = heads.count;
    heads.tell(facts);
    if (page_cache) page_cache->tell(facts);
    return facts;
  }
};

}  // namespace headrace
