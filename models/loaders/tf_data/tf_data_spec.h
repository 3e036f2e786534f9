// TfDataSpec: the stages of a tf.data pipeline that DLIO's loaders do not have.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/fields.h"

namespace headrace {

// Calls at once, as tf.data says them: none, or as many as its model of the pipeline finds best.
inline constexpr std::int64_t kNoCalls = 0, kAutotune = -1;

// Files that are read in turn.
struct InterleaveSpec {
  std::int64_t cycle_length = 1;
  std::int64_t block_length = 1;
  std::int64_t num_parallel_calls = kNoCalls;
  bool deterministic = true;

  void visit(Fields& f) {
    f.integer(required("cycle_length", "files that are open at once"), cycle_length, 1, 65'536);
    f.integer({"block_length", "samples taken from a file before the turn of the next",
               "TensorFlow's own default [assumed]"},
              block_length, 1, 1'000'000'000);
    f.integer({"num_parallel_calls",
               "of those files, how many are read at the same time; 0: none, samples are read as they are "
               "asked for; -1: AUTOTUNE",
               "none by default, as in TensorFlow [assumed]"},
              num_parallel_calls, kAutotune, 65'536);
    f.flag({"deterministic", "whether samples come in the order of the cycle, although others are read",
            "TensorFlow's own default [assumed]"},
           deterministic);
  }
};

// MapSpec: what makes a sample of what was read: it decodes and preprocesses.
struct MapSpec {
  std::int64_t num_parallel_calls = kNoCalls;
  bool deterministic = true;

  void visit(Fields& f) {
    f.integer({"num_parallel_calls",
               "samples that are decoded and preprocessed at the same time; 0: one, as it is asked for; -1: "
               "AUTOTUNE",
               "none by default, as in TensorFlow [assumed]"},
              num_parallel_calls, kAutotune, 65'536);
    f.flag({"deterministic", "whether samples leave in the order in which they came",
            "TensorFlow's own default [assumed]"},
           deterministic);
  }
};

enum class CacheAfter : std::uint8_t { none, reading, map };
inline constexpr std::string_view kCacheAfter[] = {"none", "reading", "map"};

struct TfDataSpec {
  std::optional<InterleaveSpec> interleave;
  std::optional<MapSpec> map;
  CacheAfter cache_after = CacheAfter::none;
  std::int64_t autotune_after = 300;

  bool autotunes() const {
    return (interleave && interleave->num_parallel_calls == kAutotune) ||
           (map && map->num_parallel_calls == kAutotune);
  }

  void visit(Fields& f) {
    f.group(Field{"interleave", "tf.data: files that are read in turn; without it, one after another"},
            interleave);
    f.group(Field{"map", "tf.data: how samples are decoded and preprocessed; without it, one by one"}, map);
    f.choice({"cache_after",
              "tf.data: the stage whose samples stay in the rank's memory for later epochs, as "
              "Dataset.cache() has them",
              "none by default, as in TensorFlow [assumed]"},
             cache_after, kCacheAfter);
    f.integer({"autotune_after",
               "tf.data: samples of an epoch that a stage with AUTOTUNE makes one at a time, before it takes "
               "as many as the node runs threads",
               "prior [assumed]: a few hundred; a model of what it does, which is to climb by steps"},
              autotune_after, 0, 1'000'000'000);
  }
};

}  // namespace headrace
