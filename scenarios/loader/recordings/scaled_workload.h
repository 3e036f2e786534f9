// ScaledWorkload: the job behind a recording at other ranks or batches, as overrides of its scenario, and
// what each step away from the recording assumes.
//
//   const ScaledPoint point = scaled_to(found, {ScaleWay::weak}, 32, places);
//   point.overrides                         // {"jobs.train.nodes.count=8", "…dataset.files=16000", …}
//
// Weak: a rank reads as many samples as it did, so that files grow with the ranks. Strong: the files stay,
// and ranks share them. Whatever is not sure of the recorded loader has alternatives, which are scaled as it
// is. Left out: evaluation and what an optimiser would do with another batch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/recordings/inferred_loader.h"

namespace headrace {

enum class ScaleWay : std::uint8_t { weak, strong };

struct ScaleWish {
  ScaleWay way = ScaleWay::weak;
  std::int64_t batch = 0;  // Samples of a rank and step; 0: as recorded.
};

// ScalePlaces: where the job runs on its platform.
struct ScalePlaces {
  std::string group;       // Of nodes.
  std::int64_t nodes = 0;  // That the group has; 0: not known.
};

struct ScaledPoint {
  std::int64_t ranks = 0, nodes = 0, files = 0, batch = 0;
  double doublings = 0;  // Between the recording and this: of ranks, and of the batch, in either direction.
  std::vector<std::string> overrides;
};

// Returns nothing where the ranks do not fill nodes as those of the recording do, or have no whole step.
std::optional<ScaledPoint> scaled_to(const InferredLoader& found, const ScaleWish& wish, std::int64_t ranks,
                                     const ScalePlaces& places);

// Lists what is assumed, in sentences, of all points together.
std::vector<std::string> assumptions_of(const InferredLoader& found, const ScaleWish& wish,
                                        const std::vector<ScaledPoint>& points, const ScalePlaces& places);

// LoaderAlternative: another value of something that is not sure.
struct LoaderAlternative {
  std::string what;  // "computation_time 0 ns".
  InferredLoader loader;
};

// Lists the alternatives of what has less than high confidence. `span` is that of the recording.
std::vector<LoaderAlternative> alternatives_of(const InferredLoader& found, Duration span);

}  // namespace headrace
