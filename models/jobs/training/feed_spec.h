// FeedSpec: how the batches of a job reach its accelerators.
#pragma once

#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class FeedPath : std::uint8_t { memory, direct, bounced };
inline constexpr std::string_view kFeedPaths[] = {"memory", "direct", "bounced"};

struct FeedSpec {
  FeedPath path = FeedPath::memory;
  std::int64_t ahead = 0;

  void visit(Fields& f) {
    f.choice(
        {"path",
         "memory: read into the node's memory, decoded there and copied as batches, pinned where the "
         "loader pins; direct: each sample from the storage into the accelerator, which decodes it "
         "(GPUDirect Storage), at no cost of cores and memory; bounced: the same through a pinned buffer of "
         "the node's memory, one sample after another of each reader, as GPUDirect's compatibility mode"},
        path, kFeedPaths);
    f.integer({"ahead", "batches copied before the step that needs them; 0: each step waits for its copy",
               "none by default: a plain training loop copies its batch before it computes [assumed]"},
              ahead, 0, 1024);
  }
};

}  // namespace headrace
