// ObjectStoreSpec: an object store as a scenario describes it.
#pragma once

#include <optional>

#include "models/fields.h"
#include "models/hardware/network.h"
#include "models/store_facts.h"

namespace headrace {

// Rules of a service that refuses what is past its caps, and what its clients do then.
struct RefusalsSpec {
  std::int64_t attempts = 10;
  Duration first_rest = 100_ms;
  Duration longest_rest = 20_s;

  void visit(Fields& f) {
    f.integer({"attempts", "times that a request is sent at most; one that never gets through is reported",
               "prior [assumed]: common clients are content with 3 to 10"},
              attempts, 1, 1'000'000);
    f.duration({"first_rest",
                "longest rest before the second attempt; each next one is up to twice as long, "
                "and each as long as chance says between nothing and that",
                "prior [assumed]: exponential back-off with full jitter"},
               first_rest, 1_us, 3600_s);
    f.duration({"longest_rest", "where the doubling ends", "prior [assumed]: 20 s in common clients"},
               longest_rest, 1_us, 86'400_s);
  }
};

struct ObjectStoreSpec {
  Distribution get_first_byte = Distribution(Law::lognormal, 30_ms, 16_ms);
  Distribution put_latency = Distribution(Law::lognormal, 50_ms, 27_ms);
  std::int64_t gets_per_second = 5500;
  std::int64_t puts_per_second = 3500;
  std::int64_t request_burst = 1000;
  Bandwidth connection_bandwidth = Bandwidth::bytes_per_second(87.5e6);
  std::int64_t connections = 64;
  Bytes part_size = 8_MiB;
  Duration round_trip = 1_ms;
  bool head_on_open = false;
  PortSpec service = wide();
  std::optional<RefusalsSpec> refusals;

  void visit(Fields& f) {
    f.distribution({"get_first_byte", "from a GET or HEAD at the service to the first byte of its answer",
                    "prior [assumed]: medians of 15-40 ms within a region, sigma 0.5; providers quote "
                    "100-200 ms [read]"},
                   get_first_byte);
    f.distribution({"put_latency", "from the last byte of a PUT at the service to its answer",
                    "prior [assumed]: slower than a GET by two thirds"},
                   put_latency);
    f.integer({"gets_per_second", "GETs and HEADs of one prefix, a directory, in a second",
               "a provider's performance guide [read]"},
              gets_per_second, 1, 1'000'000'000);
    f.integer({"puts_per_second", "PUTs of one prefix in a second", "a provider's performance guide [read]"},
              puts_per_second, 1, 1'000'000'000);
    f.integer({"request_burst", "requests of a prefix that start at once after a rest", "prior [assumed]"},
              request_burst, 1, 1'000'000);
    f.bandwidth({"connection_bandwidth", "what one connection carries, each way",
                 "prior [assumed]: 85-90 MB/s, often quoted"},
                connection_bandwidth);
    f.integer({"connections", "connections of a node; each has one request at a time", "prior [assumed]"},
              connections, 1, 100'000);
    f.bytes({"part_size", "bytes of a ranged GET and of a part of a multipart upload",
             "prior [assumed]: the default of common transfer tools"},
            part_size, 64_KiB, 5_GiB);
    f.duration({"round_trip", "to the service and back, beyond the network's latency",
                "prior [assumed]: within a region"},
               round_trip, Duration(), 10_s);
    f.flag({"head_on_open", "whether an open asks for the object's size with a HEAD",
            "none: whoever reads a data set knows the sizes [assumed]"},
           head_on_open);
    f.group(Field{"service", "the ports of the service as a whole"}, service);
    f.group(
        Field{"refusals",
              "requests past the caps are refused, and sent again later; without it they wait their turn"},
        refusals);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    facts.set(Part::server, 1);  // The service as a whole.
    facts.request = part_size;
    facts.events_of_request = 6;  // Measured, as the others.
    return facts;
  }

  static PortSpec wide() {
    PortSpec port;
    port.ports = 16;
    return port;
  }
};

}  // namespace headrace
