// FeedSpec: how the batches of a job reach its accelerators.
#pragma once

#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class FeedPath : std::uint8_t { memory, direct };
inline constexpr std::string_view kFeedPaths[] = {"memory", "direct"};

struct FeedSpec {
  FeedPath path = FeedPath::memory;
  std::int64_t ahead = 0;

  void visit(Fields& f) {
    f.choice({"path",
              "memory: read into the node's memory, decoded there and copied as batches, pinned where the "
              "loader pins; direct: each sample from the storage into the accelerator, which decodes it "
              "(GPUDirect Storage), at no cost of cores and memory"},
             path, kFeedPaths);
    f.integer({"ahead", "batches copied before the step that needs them; 0: each step waits for its copy",
               "none by default: a plain training loop copies its batch before it computes [assumed]"},
              ahead, 0, 1024);
  }
};

}  // namespace headrace
