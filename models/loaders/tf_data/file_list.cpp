#include "models/loaders/tf_data/file_list.h"

namespace headrace {

namespace {

// A cache has the files in the order of the first epoch, whatever the later ones would be.
std::uint64_t key_of(const LoaderContext& context, std::int64_t epoch) {
  const auto seed = static_cast<std::uint64_t>(context.seed);
  const bool is_cached = context.spec.tf_data.cache_after != CacheAfter::none;
  const bool changes = context.spec.file_shuffle == Shuffle::random || context.seed_change_epoch;
  return seed + static_cast<std::uint64_t>(changes && !is_cached ? epoch : 1);
}

}  // namespace

FileList::FileList(const LoaderContext& context, std::int64_t epoch)
    : rank_(context.rank),
      ranks_(context.ranks),
      size_((context.data.files() - context.rank + context.ranks - 1) / context.ranks) {
  const auto files = static_cast<std::uint64_t>(context.data.files());
  if (context.spec.file_shuffle != Shuffle::off && files > 0)
    permutation_.emplace(files, key_of(context, epoch));
}

}  // namespace headrace
