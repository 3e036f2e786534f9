// KeyValueSpec: servers of keys and values as a scenario describes them.
#pragma once

#include <string_view>

#include "models/storage/remote/server.h"

namespace headrace {

enum class ValuesIn : std::uint8_t { memory, drives };
inline constexpr std::string_view kValuesIn[] = {"memory", "drives"};

struct KeyValueSpec {
  ServerSpec servers = four();
  ValuesIn values = ValuesIn::memory;
  Distribution get = Distribution(Law::exponential, 20_us);
  Distribution put = Distribution(Law::exponential, 30_us);
  std::int64_t multi_get = 1;
  Distribution multi_get_key = Distribution(Law::exponential, 1_us);
  std::int64_t requests_in_flight = 16;

  void visit(Fields& f) {
    f.group(Field{"servers", "the servers; keys are spread over them by a hash"}, servers);
    f.choice({"values",
              "where values are: in the servers' memory, which costs nothing beyond a request's own "
              "service, or on their drives",
              "prior [assumed]"},
             values, kValuesIn);
    f.distribution({"get", "service of a get, beside the drives", "prior [assumed]"}, get);
    f.distribution({"put", "service of a put", "prior [assumed]"}, put);
    f.integer({"multi_get", "most keys that one request of a node asks a server for; 1: no multi-get",
               "none by default [assumed]"},
              multi_get, 1, 65'536);
    f.distribution({"multi_get_key", "service of each key of a multi-get behind the first",
                    "prior [assumed]: a look-up in memory; large values add their copy"},
                   multi_get_key);
    f.integer({"requests_in_flight", "gets that a node has under way at one server", "prior [assumed]"},
              requests_in_flight, 1, 65'536);
  }

  StoreFacts facts() const {
    StoreFacts facts;
    servers.tell(facts);
    if (values == ValuesIn::memory) facts.set(Part::target, 0);
    return facts;
  }

  static ServerSpec four() {
    ServerSpec servers;
    servers.count = 4;
    return servers;
  }
};

}  // namespace headrace
