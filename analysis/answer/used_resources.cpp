#include "analysis/answer/used_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "models/jobs/purpose.h"

namespace headrace {

namespace {

// Ratio to the mean from which the busiest of several instances is a hot one.
constexpr double kHot = 2;
// Shares of the speed of all parts, and of one of them, from which on what slows them is worth a word.
constexpr double kSlowed = 0.1;
constexpr double kSlowedOne = 0.3;

// Leaves out the file systems of which the job names the use, where that use is none of those that fit.
std::vector<UsedResource> that_serve(const JobResult& job, std::span<const UsedResource> used,
                                     bool (*fits)(std::string_view purpose)) {
  std::vector<UsedResource> serving(used.begin(), used.end());
  if (!job.places) return serving;
  std::erase_if(serving, [&](const UsedResource& one) {
    bool named = false, any = false;
    for (const PlacesResult::Of& place : job.places->all) {
      if (place.file_system != one->owner) continue;
      named = true;
      any = any || fits(place.purpose);
    }
    return named && !any;
  });
  return serving;
}

}  // namespace

std::vector<UsedResource> used_by(const JobResult& job, std::span<const ResourceResult> resources) {
  std::vector<UsedResource> used;
  for (const ResourceResult& one : resources) {
    const auto found = std::find_if(job.uses.begin(), job.uses.end(),
                                    [&](const ResourceUse& use) { return use.resource == one.name; });
    if (found != job.uses.end() && one.instances > 0)
      used.push_back(
          {&one, found->while_waiting, std::max(found->while_waiting, found->busiest_while_waiting)});
  }
  return used;
}

std::vector<UsedResource> behind_checkpoints(const JobResult& job, std::span<const UsedResource> used) {
  return that_serve(job, used, [](std::string_view purpose) {
    return purpose == word(Purpose::checkpoints) || purpose == "local";
  });
}

std::vector<UsedResource> behind_batches(const JobResult& job, std::span<const UsedResource> used) {
  return that_serve(job, used, [](std::string_view purpose) {
    constexpr Purpose kOthers[] = {Purpose::checkpoints, Purpose::evaluation, Purpose::software,
                                   Purpose::logs};
    return std::none_of(std::begin(kOthers), std::end(kOthers),
                        [&](Purpose other) { return purpose == word(other); });
  });
}

std::vector<UsedResource> behind_logs(const JobResult& job, std::span<const UsedResource> used) {
  return that_serve(job, used, [](std::string_view purpose) { return purpose == word(Purpose::logs); });
}

std::vector<UsedResource> behind_start(const JobResult& job, std::span<const UsedResource> used) {
  return that_serve(job, used, [](std::string_view purpose) {  // Of the data it may list the names.
    return purpose == word(Purpose::software) || purpose == word(Purpose::data);
  });
}

UsedResource resource_behind(Activity activity, std::span<const UsedResource> used) {
  const auto rank = [](const UsedResource& one) {
    return std::tuple(one.busiest >= kBusy, !one->concurrency, one.busiest);
  };
  UsedResource best;
  for (const UsedResource& one : used)
    if (!one->disturbed && one->activity == activity && (!best || rank(one) > rank(best))) best = one;
  return best;
}

UsedResource busy_capacity(std::span<const UsedResource> used, double least) {
  UsedResource busiest;
  for (const UsedResource& one : used) {
    if (one->concurrency || one->disturbed || !is_of_storage(one->activity) || one.busiest < least) continue;
    if (!busiest || one.busiest > busiest.busiest) busiest = one;
  }
  return busiest;
}

UsedResource slowed_parts(Activity activity, std::span<const UsedResource> used) {
  UsedResource most;
  for (const UsedResource& one : used) {
    if (!one->disturbed || (activity != Activity::window && one->activity != activity)) continue;
    if (one.waited < kSlowed && one.busiest < kSlowedOne) continue;
    if (!most || one.busiest > most.busiest) most = one;
  }
  return most;
}

bool is_busy(const UsedResource& used) { return used && used.busiest >= kBusy; }

bool is_hot(const UsedResource& used) {
  return used && !used->concurrency && used.busiest >= kHalf && used.busiest >= kHot * used.waited;
}

std::string use_text(const UsedResource& used) {
  const char* const word = used->concurrency ? "in use" : "busy";
  if (used.waited < kBusy && used->instances > 1 && (used.busiest >= kBusy || is_hot(used)))
    return fmt::format("{} (the busiest of {}: {:.0f} % {} while the job waits, their mean {:.0f} %)",
                       used->name, used->instances, used.busiest * 100, word, used.waited * 100);
  return fmt::format("{} ({:.0f} % {} while the job waits)", used->name, used.waited * 100, word);
}

const char* storage_text(Activity activity) {
  switch (activity) {
    case Activity::metadata: return "metadata requests";
    case Activity::lock: return "locks that other clients hold";
    case Activity::window: return "the limits on requests in flight";
    case Activity::network: return "the network";
    case Activity::server_queue: return "what the storage servers take for each request";
    case Activity::memory: return "copies into and out of the page cache";
    default: return "the drives of the storage";
  }
}

std::string slowed_text(const UsedResource& slowed) {
  if (slowed.busiest >= kHot * slowed.waited)
    return fmt::format("{} (the slowest of {} by {:.0f} % while the job waits, their mean {:.0f} %)",
                       slowed->name, slowed->instances, slowed.busiest * 100, slowed.waited * 100);
  return fmt::format("{} (by {:.0f} % while the job waits)", slowed->name, slowed.waited * 100);
}

}  // namespace headrace
