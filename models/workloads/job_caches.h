// JobCaches: the sample caches of a job, one a rank or one a node.
//
//   JobCaches caches(setting, *spec.cache);
//   context.cache = &caches.of(rank);
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "models/loaders/sample_cache.h"
#include "models/workloads/job.h"

namespace headrace {

class JobCaches {
 public:
  JobCaches(const JobSetting& setting, const CacheSpec& spec);

  SampleCache& of(RankId rank) { return caches_[of_rank_[static_cast<std::size_t>(rank)]]; }

  // Of all of them.
  CacheResult result() const;
  std::string imbalance() const;

 private:
  CacheSpec spec_;
  std::vector<std::size_t> of_rank_;
  std::deque<SampleCache> caches_;
};

}  // namespace headrace
