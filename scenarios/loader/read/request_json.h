// RequestJson: a request of a service as one line of JSON, as Mooncake's traces have it:
//
//   {"timestamp": 0, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1, 2]}
//
// Other keys are not read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headrace {

struct RequestJson {
  std::string wrong;  // What makes the line no request; empty where it is one.
  double milliseconds = 0;
  std::optional<std::int64_t> prompt_tokens, output_tokens;
  std::optional<std::vector<std::uint64_t>> blocks;
};

RequestJson parse_request_json(std::string_view line);

}  // namespace headrace
