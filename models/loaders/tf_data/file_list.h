// FileList: which files of a data set are a rank's in an epoch, and in which order.
//
// The files of all ranks are put in order, and rank r of P takes those at r, r + P, r + 2P, …, as
// Dataset.shard does. A permutation is a function: no order is stored.
#pragma once

#include <cstdint>
#include <optional>

#include "models/loaders/loader.h"
#include "sim/random.h"

namespace headrace {

class FileList {
 public:
  FileList(const LoaderContext& context, std::int64_t epoch);

  std::int64_t size() const { return size_; }
  std::int64_t at(std::int64_t place) const {
    const std::int64_t among_all = rank_ + place * ranks_;
    return permutation_ ? static_cast<std::int64_t>((*permutation_)(static_cast<std::uint64_t>(among_all)))
                        : among_all;
  }

 private:
  std::int64_t rank_, ranks_, size_;
  std::optional<KeyedPermutation> permutation_;
};

}  // namespace headrace
