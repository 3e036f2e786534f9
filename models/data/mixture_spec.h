// MixtureSpec: data sets that are mixed by weight, sample by sample, in place of one data set.
//
//   mixture: {sets: {text: {weight: 0.7, files: 64}, images: {weight: 0.3, format: jpeg, files: 100000}}}
//
// The sequence goes on through all epochs of the job (mixture.h). A set that has run out begins again, in the
// order of its next epoch.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/data/dataset_spec.h"

namespace headrace {

// EpochEnd: which set an epoch of the job lasts as long as. The words are those of the Hugging Face data
// sets' interleave_datasets().
enum class EpochEnd : std::uint8_t { first_exhausted, all_exhausted };
inline constexpr std::string_view kEpochEnds[] = {"first_exhausted", "all_exhausted"};

struct MixedSetSpec {
  double weight = 1;
  DatasetSpec data;

  void visit(Fields& f) {
    f.number(required("weight", "its part of the samples; weights count relative to their sum"), weight, 1e-6,
             1e6);
    data.visit(f);
  }
};

struct MixtureSpec {
  EpochEnd epoch_ends = EpochEnd::first_exhausted;
  Named<MixedSetSpec> sets;

  std::vector<double> weights() const;
  // Returns the samples of an epoch, all ranks together.
  std::int64_t samples_of_epoch() const;

  void visit(Fields& f) {
    f.choice({"epoch_ends",
              "when an epoch ends: first_exhausted: with the first set that has run out; all_exhausted: with "
              "the last one, while the others begin again; total_training_steps may end it before",
              "Hugging Face's default [assumed]"},
             epoch_ends, kEpochEnds);
    f.map(Field{"sets", "data sets by names of their own"}, sets);
  }
};

}  // namespace headrace
