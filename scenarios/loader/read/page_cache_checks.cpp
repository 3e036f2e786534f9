#include "models/storage/filer/filer_spec.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/local/local_spec.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/tiers/tiers_spec.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

const std::optional<PageCacheSpec>* page_cache_of(const FileSystemSpec& system) {
  if (const LocalSpec* local = system.find<LocalSpec>()) return &local->page_cache;
  if (const FilerSpec* filer = system.find<FilerSpec>()) return &filer->page_cache;
  if (const GpfsSpec* gpfs = system.find<GpfsSpec>()) return &gpfs->page_cache;
  return nullptr;
}

// A policy beside its path below the file system.
using Choice = std::pair<const char*, const Chosen<CachePolicy>*>;

std::vector<Choice> choices_of(const FileSystemSpec& system) {
  std::vector<Choice> choices;
  if (const LustreSpec* lustre = system.find<LustreSpec>()) {
    choices.emplace_back("lustre.client.page_cache.policy", &lustre->client.page_cache);
    if (lustre->oss.read_cache)
      choices.emplace_back("lustre.oss.read_cache.policy", &lustre->oss.read_cache->policy);
  }
  if (const TiersSpec* tiers = system.find<TiersSpec>())
    choices.emplace_back("tiers.eviction.policy", &tiers->policy);
  if (const auto* pages = page_cache_of(system); pages != nullptr && *pages) {
    const char* path = system.find<LocalSpec>() != nullptr   ? "local.page_cache.policy"
                       : system.find<FilerSpec>() != nullptr ? "filer.page_cache.policy"
                                                             : "gpfs.page_cache.policy";
    choices.emplace_back(path, &(*pages)->policy);
  }
  return choices;
}

}  // namespace

void check_caches_of_stores(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, system] : scenario.platform.file_systems) {
    for (const auto& [field, policy] : choices_of(system)) {
      const std::string path = "platform.file_systems." + name + "." + field;
      const auto place = places.find(path);
      CachePolicy::Context cache;
      cache.capacity = 1_MiB;
      if (place == places.end() || is_refused(path, problems) || !policy->make(cache)->needs_future())
        continue;
      problems
          .add(place->second, "E0326",
               in_quotes(policy->name()) + " looks ahead, and a file system does not know what will be read")
          .at(path)
          .with_help("it is for the cache of a job, whose order is known");
    }
  }
}

Bytes memory_for_pages(const Scenario& scenario, const JobSpec& job, const NodeSpec& node) {
  for (const auto& [name, system] : scenario.platform.file_systems) {
    if (name != job.storage) continue;
    double share = 0;
    if (const LustreSpec* lustre = system.find<LustreSpec>()) share = lustre->client.max_cached_share;
    if (const auto* pages = page_cache_of(system); pages != nullptr && *pages) {
      if ((*pages)->capacity > Bytes()) return (*pages)->capacity;
      share = (*pages)->memory_share;
    }
    return Bytes::count(static_cast<std::int64_t>(share * static_cast<double>(node.memory.count())));
  }
  return Bytes();
}

}  // namespace headrace
