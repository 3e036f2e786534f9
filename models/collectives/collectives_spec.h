// CollectivesSpec: the sum of gradients that ends each training step.
//
// Left out: the other collectives of a job (of tensors in parallel, of pipelines, of shards of the state).
#pragma once

#include <optional>

#include "models/collectives/policy.h"

namespace headrace {

struct InsideNodeSpec : ExchangePath {
  InsideNodeSpec() : ExchangePath{3_us, 230_GBps} {}

  void visit(Fields& f) {
    f.duration({"latency", "of a step of an exchange", "prior [assumed]: NVLink, a step of NCCL"}, latency,
               Duration(), 10_s);
    f.bandwidth({"bandwidth", "what a rank sends to the next, while it takes as much from another",
                 "prior [assumed]: bus bandwidth of A100 over NVLink"},
                bandwidth);
  }
};

struct BetweenNodesSpec : ExchangePath {
  BetweenNodesSpec() : ExchangePath{8_us, Bandwidth::bytes_per_second(21.25e9)} {}

  void visit(Fields& f) {
    f.duration({"latency", "of a step of an exchange", "prior [assumed]: a step of NCCL"}, latency,
               Duration(), 10_s);
    f.bandwidth({"bandwidth",
                 "what a node sends to the next over all its ports, while it takes as much from another; "
                 "under `contend` the ports themselves decide",
                 "prior [assumed]: 0.85 of one port of 200 Gbit/s"},
                bandwidth);
  }
};

// Gradients of fewer bits. Sparse ones, which do not add up in place, are left out.
struct CompressionSpec {
  double ratio = 4;
  Bandwidth rate = 500_GBps;

  // Returns the bytes that are sent in place of so many.
  Bytes sent(Bytes size) const {
    return Bytes::count(static_cast<std::int64_t>(static_cast<double>(size.count()) / ratio));
  }
  // Returns how long a rank compresses them and decompresses their sum.
  Duration work(Bytes size) const { return 2 * (size / rate); }

  void visit(Fields& f) {
    f.number({"ratio", "bytes of gradients over those that are sent", "prior [assumed]: 8 bits for 32"},
             ratio, 1.0, 10'000.0);
    f.bandwidth({"rate",
                 "gradients that an accelerator compresses, or decompresses; none of it hides behind the "
                 "computation",
                 "prior [assumed]: what HBM2e of 2 TB/s reads and writes in two passes"},
                rate);
  }
};

struct CollectivesSpec {
  Bytes gradient_size;
  std::optional<CompressionSpec> compression;
  Chosen<AllReduce> algorithm;
  double overlap = 0.75;
  InsideNodeSpec inside_node;
  BetweenNodesSpec between_nodes;
  bool contend = false;

  // Returns the bytes that ranks sum in a step as they send them.
  Bytes sent() const { return compression ? compression->sent(gradient_size) : gradient_size; }

  void visit(Fields& f) {
    f.bytes({"gradient_size", "what the ranks sum in each training step; 0 B: nothing",
             "none by default: the benchmark has no gradients [read]"},
            gradient_size, 0_B, 1024_TiB);
    f.group(
        Field{"compression", "gradients are compressed before they are sent; without it, sent as they are"},
        compression);
    algorithm.visit(f, Field{"algorithm", AllReduce::kMeaning});
    f.number({"overlap", "share of a step's computation behind which the exchange hides",
              "prior [assumed]: 0.6-0.9"},
             overlap, 0.0, 1.0);
    f.group(Field{"inside_node", "the way between the ranks of a node"}, inside_node);
    f.group(Field{"between_nodes", "the way between nodes"}, between_nodes);
    f.flag({"contend", "what goes from node to node takes the nodes' network ports, beside their I/O",
            "off by default: ports of its own [assumed]"},
           contend);
  }
};

}  // namespace headrace
