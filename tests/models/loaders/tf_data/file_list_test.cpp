#include "models/loaders/tf_data/file_list.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

std::vector<std::int64_t> files_of(LoaderSpec spec, RankId rank, std::int64_t ranks, std::int64_t epoch) {
  TfDataRig rig(records_of(10, 1));
  const FileList list(rig.bench.context(spec, rank, ranks), epoch);
  std::vector<std::int64_t> files;
  for (std::int64_t i = 0; i < list.size(); ++i) files.push_back(list.at(i));
  return files;
}

TEST(FileList, DealsFilesToRanksInTurn) {
  EXPECT_EQ(files_of(naive_pipeline(), 0, 4, 1), (std::vector<std::int64_t>{0, 4, 8}));
  EXPECT_EQ(files_of(naive_pipeline(), 3, 4, 1), (std::vector<std::int64_t>{3, 7}));
}

TEST(FileList, AShuffleDealsEachFileOnceAndOtherwiseInEachEpoch) {
  LoaderSpec spec = naive_pipeline();
  spec.file_shuffle = Shuffle::random;
  std::set<std::int64_t> all;
  for (RankId rank = 0; rank < 4; ++rank)
    for (const std::int64_t file : files_of(spec, rank, 4, 1)) all.insert(file);
  EXPECT_EQ(all.size(), 10u);
  EXPECT_NE(files_of(spec, 0, 1, 1), files_of(spec, 0, 1, 2));
  spec.tf_data.cache_after = CacheAfter::map;
  EXPECT_EQ(files_of(spec, 0, 1, 1), files_of(spec, 0, 1, 2));
}

}  // namespace
}  // namespace headrace
