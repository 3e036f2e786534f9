#include "analysis/answer/cache_honesty.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// Makes a job whose epochs had such a share of their bytes from the storage.
JobResult job_with(const std::vector<double>& shares) {
  JobResult job = trained_job();
  job.epochs.clear();
  for (const double share : shares) {
    EpochResult epoch = epoch_of(static_cast<std::int64_t>(job.epochs.size()) + 1, 0, 1, 90, 100);
    epoch.delivered = 100'000_B;
    epoch.from_storage = Bytes::count(static_cast<std::int64_t>(share * 100'000));
    job.epochs.push_back(epoch);
  }
  return job;
}

TEST(CacheHonesty, IsSilentWhereAllTouchedTheStorage) {
  EXPECT_EQ(cache_sentence(trained_job()), "");
  EXPECT_EQ(cache_sentence(job_with({1, 0.01, 1.2})), "");
  EXPECT_EQ(cache_sentence(JobResult()), "");
}

// What reads nothing, such as synthetic samples, has nothing to be honest about.
TEST(CacheHonesty, IsSilentWhereNothingWasDelivered) {
  JobResult job = job_with({0});
  job.epochs[0].delivered = Bytes();
  EXPECT_EQ(cache_sentence(job), "");
}

TEST(CacheHonesty, NamesTheEpochsThatDidNot) {
  EXPECT_EQ(cache_sentence(job_with({1, 0})),
            "Epoch 2 never touched the storage: memory or a cache of the nodes had all or nearly all of the "
            "bytes, so the figures say nothing about the storage.");
  const std::string several = cache_sentence(job_with({1, 0, 0.009, 0.5, 0}));
  EXPECT_TRUE(several.starts_with("Epochs 2-3, 5 never touched")) << several;
}

TEST(CacheHonesty, NamesTheReadBacksThatDidNot) {
  JobResult job;
  job.checkpoints = {span_of(1, 0, 1, 1_GiB), span_of(1, 1, 2, 1_GiB, true), span_of(2, 2, 3, 1_GiB, true)};
  EXPECT_EQ(cache_sentence(job), "");
  job.checkpoints[2].from_storage = 1_MiB;
  EXPECT_TRUE(cache_sentence(job).starts_with("Read-back 2 never touched")) << cache_sentence(job);
  job.epochs = job_with({0}).epochs;
  EXPECT_TRUE(cache_sentence(job).starts_with("Epoch 1 never")) << cache_sentence(job);
  EXPECT_NE(cache_sentence(job).find("storage. Read-back 2 never"), std::string::npos);
}

}  // namespace
}  // namespace headrace
