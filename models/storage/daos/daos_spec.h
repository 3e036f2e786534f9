// DaosSpec: a store of the DAOS kind as a scenario describes it.
#pragma once

#include "models/storage/remote/server.h"

namespace headrace {

struct DaosSpec {
  ServerSpec engines = four();
  Distribution lookup = Distribution(Law::exponential, 20_us);
  Distribution create = Distribution(Law::exponential, 40_us);
  Distribution request_overhead = Distribution(Law::exponential, 10_us);
  Bytes chunk_size = 1_MiB;
  std::int64_t shards = 0;
  std::int64_t requests_in_flight = 128;

  void visit(Fields& f) {
    f.group(Field{"engines", "the engines; the groups of drives of all of them are the targets"}, engines);
    f.distribution({"lookup", "service of an open or a stat", "prior [assumed]"}, lookup);
    f.distribution({"create", "service of a create", "prior [assumed]"}, create);
    f.distribution({"request_overhead", "engine work for a chunk beside the drives", "prior [assumed]"},
                   request_overhead);
    f.bytes({"chunk_size", "bytes of a file on one target before the next one's turn, and of one request",
             "prior [assumed]: the default of the file layer"},
            chunk_size, 4_KiB, 64_MiB);
    f.integer({"shards", "targets a file is spread over; 0: all", "prior [assumed]: the widest object class"},
              shards, 0, 100'000);
    f.integer({"requests_in_flight", "requests a node has under way", "prior [assumed]"}, requests_in_flight,
              1, 65'536);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    engines.tell(facts);
    return facts;
  }

  static ServerSpec four() {
    ServerSpec engines;
    engines.count = 4;
    engines.devices = 4;
    return engines;
  }
};

}  // namespace headrace
