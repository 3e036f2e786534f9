// GpfsSpec: a file system of the GPFS kind as a scenario describes it.
#pragma once

#include <optional>

#include "models/storage/cached/page_cache_spec.h"
#include "models/storage/remote/server.h"

namespace headrace {

struct GpfsSpec {
  ServerSpec servers = four();
  Distribution token = Distribution(Law::exponential, 50_us);
  Distribution lookup = Distribution(Law::exponential, 150_us);
  Distribution create = Distribution(Law::exponential, 400_us);
  Distribution request_overhead = Distribution(Law::exponential, 50_us);
  std::int64_t token_managers = 1;
  Bytes block_size = 8_MiB;
  std::int64_t requests_in_flight = 72;
  std::int64_t files_cached = 4000;
  std::optional<PageCacheSpec> page_cache;

  void visit(Fields& f) {
    f.group(Field{"servers", "NSD servers; metadata and blocks are dealt over all of them"}, servers);
    f.distribution({"token", "service of a token request", "prior [assumed]"}, token);
    f.distribution({"lookup", "service of reading an inode", "prior [assumed]"}, lookup);
    f.distribution({"create", "service of a create", "prior [assumed]"}, create);
    f.distribution({"request_overhead", "server work for a block beside the drives", "prior [assumed]"},
                   request_overhead);
    f.integer({"token_managers", "servers that give tokens, the first ones; files are spread over them",
               "prior [assumed]"},
              token_managers, 1, 100'000);
    f.bytes({"block_size", "bytes on one server before the next one's turn, and of one request",
             "prior [assumed]: large file systems have 8-16 MiB"},
            block_size, 64_KiB, 16_MiB);
    f.integer({"requests_in_flight", "requests a node has under way",
               "prior [assumed]: as many prefetch threads as a node has by default"},
              requests_in_flight, 1, 65'536);
    f.integer({"files_cached", "files whose token and inode a node keeps, the last ones it used",
               "prior [assumed]: maxFilesToCache"},
              files_cached, 0, 100'000'000);
    f.group(Field{"page_cache", "the page pool of a node; without it, none"}, page_cache);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    servers.tell(facts);
    facts.request = block_size;
    if (page_cache) page_cache->tell(facts);
    return facts;
  }

  static ServerSpec four() {
    ServerSpec servers;
    servers.count = 4;
    return servers;
  }
};

}  // namespace headrace
