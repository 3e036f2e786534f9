#include "models/jobs/training/job_caches.h"

namespace headrace {

JobCaches::JobCaches(const JobSetting& setting, const CacheSpec& spec) : setting_(setting), spec_(spec) {
  before_.policy = spec_.policy.name();
  before_.tier = kCacheTiers[static_cast<std::size_t>(spec_.tier)];
  make();
}

// Makes a cache for each node or rank, as their scope says. The ranks of a node follow each other.
void JobCaches::make() {
  const std::vector<Seat>& seats = setting_.seats;
  const bool on_drives = spec_.tier == CacheTier::local_storage;
  FileId file;
  if (on_drives) file.set = setting_.add_files("cache");
  for (std::size_t first = 0; first < seats.size();) {
    std::size_t last = first;
    if (spec_.scope == CacheScope::node)
      while (last + 1 < seats.size() && seats[last + 1].node == seats[first].node) ++last;
    file.index = static_cast<std::int64_t>(caches_.size());
    const CacheHome home(setting_.scope.part("cache", file.index), *seats[first].node, seats[first].local,
                         file, static_cast<RankId>(first), static_cast<RankId>(last));
    of_rank_.resize(last + 1, caches_.size());
    caches_.emplace_back(home, spec_);
    first = last + 1;
  }
}

void JobCaches::clear() {
  before_ = result();
  of_rank_.clear();
  caches_.clear();
  make();
}

CacheResult JobCaches::result() const {
  CacheResult result = before_;
  result.caches = static_cast<std::int64_t>(caches_.size());
  for (const SampleCache& cache : caches_) {
    result.hits += cache.hits();
    result.misses += cache.misses();
    result.evictions += cache.evictions();
    result.bytes_hit += cache.bytes_hit();
    result.bytes_missed += cache.bytes_missed();
  }
  return result;
}

std::string JobCaches::imbalance() const {
  for (const SampleCache& cache : caches_)
    if (std::string found = cache.imbalance(); !found.empty()) return found;
  return {};
}

}  // namespace headrace
