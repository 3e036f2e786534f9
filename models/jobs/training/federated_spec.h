// FederatedSpec: rounds of clients that train on data of their own and exchange the model over slow links.
//
// A step is a round: those drawn for it take the model, train on their micro-batches and give it back; it
// lasts as the slowest of them does. Leaves out the server, which is never waited for, and weights of
// clients.
#pragma once

#include <cstdint>

#include "models/fields.h"

namespace headrace {

struct FederatedSpec {
  std::int64_t participants = -1;
  Bytes model_size = Bytes::count(1);
  Bandwidth bandwidth = 10_MBps;
  double spread = 0;
  Duration latency;

  void visit(Fields& f) {
    f.integer({"participants", "clients drawn for each round, by the run's seed; -1: all",
               "all by default: nobody sits out [assumed]"},
              participants, -1, 1'000'000);
    f.bytes(required("model_size", "what a participant takes before its batches, and gives after them"),
            model_size, 1_B, 1024_TiB);
    f.bandwidth({"bandwidth", "of a client's own link, each way", "prior [assumed]: an uplink of 80 Mbit/s"},
                bandwidth);
    f.number({"spread",
              "how unequal links are: deviation over mean of the time that they take, drawn once for each "
              "client from a lognormal law; 0: all alike",
              "none by default [assumed]"},
             spread, 0.0, 100.0);
    f.duration({"latency", "of a link, each way", "none by default [assumed]"}, latency, Duration(), 60_s);
  }
};

}  // namespace headrace
