// JobCaches: the sample caches of a job, one a rank or one a node.
//
//   JobCaches caches(setting, *spec.cache);
//   context.cache = &caches.of(rank);
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "models/jobs/job.h"
#include "models/loaders/sample_cache.h"

namespace headrace {

class JobCaches {
 public:
  JobCaches(const JobSetting& setting, const CacheSpec& spec);

  SampleCache& of(RankId rank) { return caches_[of_rank_[static_cast<std::size_t>(rank)]]; }

  // Drops what they hold, with the processes that held it.
  void clear();

  // Returns the tally of all of them, also from before they were cleared.
  CacheResult result() const;
  std::string imbalance() const;

 private:
  void make();

  JobSetting setting_;
  CacheSpec spec_;
  CacheResult before_;  // They were cleared.
  std::vector<std::size_t> of_rank_;
  std::deque<SampleCache> caches_;
};

}  // namespace headrace
