// UsedResources: what a job uses, and how busy that was while the job waited: what may be behind its waits.
//
//   const std::vector<UsedResource> used = used_by(job, run.resources);
//   use_text(resource_behind(Activity::device, behind_checkpoints(job, used)))
//       // "burst: OST devices (94 % busy while the job waits)"
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

// A server at or above this share of its time is called busy.
inline constexpr double kBusy = 0.7;
// A window that is not busy has room: what is busy for longer, and for half of the time, is behind it.
inline constexpr double kHalf = 0.5;

struct UsedResource {
  const ResourceResult* resource = nullptr;
  double waited = 0;   // Utilisation while the job waited, …
  double busiest = 0;  // … and that of its busiest instance then.

  explicit operator bool() const { return resource != nullptr; }
  const ResourceResult* operator->() const { return resource; }
};

std::vector<UsedResource> used_by(const JobResult& job, std::span<const ResourceResult> resources);

// Return those that a wait can be for: of checkpoints, of batches, models and predictions, or of the start. A
// file system on which the job keeps other files alone is not among them.
std::vector<UsedResource> behind_checkpoints(const JobResult& job, std::span<const UsedResource> used);
std::vector<UsedResource> behind_batches(const JobResult& job, std::span<const UsedResource> used);
std::vector<UsedResource> behind_logs(const JobResult& job, std::span<const UsedResource> used);
std::vector<UsedResource> behind_start(const JobResult& job, std::span<const UsedResource> used);

// Finds the resource behind a wait: of those that serve the activity a busy one, a capacity before a limit on
// what is in flight, and the one that was busiest.
UsedResource resource_behind(Activity activity, std::span<const UsedResource> used);

// Finds the capacity of the storage whose busiest instance was busy for most of the time that the job waited,
// for at least `least` of it. A place in a window is waited for while what in it is served, and a metadata
// request may stand behind data in a port: a busy server is behind both.
UsedResource busy_capacity(std::span<const UsedResource> used, double least);

// Finds the parts that faults and the load of others slow so much that a wait for them, or for a place in a
// window, is longer for it: by a tenth of the speed of all of them, or by three tenths of one's.
UsedResource slowed_parts(Activity activity, std::span<const UsedResource> used);

bool is_busy(const UsedResource& used);
// Tells whether one instance of a capacity has most of its work.
bool is_hot(const UsedResource& used);

// Returns what of the storage an activity is a wait for: "the drives of the storage".
const char* storage_text(Activity activity);
// Says how busy it was: "scratch: OST devices (94 % busy while the job waits)".
std::string use_text(const UsedResource& used);
// Says by how much: "scratch: OSTs that faults and others slow (by 34 % while the job waits)".
std::string slowed_text(const UsedResource& slowed);

}  // namespace headrace
