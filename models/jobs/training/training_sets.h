// TrainingSets: the data sets that a job trains on, where they are, and, of a mixture, in which order their
// samples are read.
//
//   const TrainingSets sets(context, work);
//   sets.all().front()              // the one of a job without a mixture
//   sets.mixed(seat)                // what a loader at that seat is to mix; nothing without a mixture
//   sets.orders(spec, own_order, plan)
//
// Sets stand in the order of the workload's, by number.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/data/dataset.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/training/mixture_result.h"
#include "models/loaders/loader.h"
#include "models/loaders/mixed_orders.h"

namespace headrace {

// Returns what the nodes of a job read of a set of files, each through its client.
template <class ClientOf>
ReadTally reads_of(std::span<const Seat> seats, std::int32_t set, ClientOf client_of) {
  ReadTally all;
  const FileSystem* last = nullptr;
  for (const Seat& seat : seats) {  // Seats of one node stand together.
    const FileSystem& client = client_of(seat);
    if (std::exchange(last, &client) == &client) continue;
    const ReadTally own = client.reads_of(set);
    all.given += own.given;
    all.fetched += own.fetched;
  }
  return all;
}

// Returns what of a tally is new since it was last taken, and takes it.
inline ReadTally since_taken(const ReadTally& all, ReadTally& taken) {
  ReadTally fresh;
  fresh.given = all.given - taken.given;
  fresh.fetched = all.fetched - taken.fetched;
  taken = all;
  return fresh;
}

class TrainingSets {
 public:
  // Files of the sets are new ones of the job.
  TrainingSets(const Job::Context& context, const WorkloadSpec& work);

  std::span<const Dataset> all() const { return sets_; }
  std::int64_t files() const;
  std::int64_t samples() const;

  // Returns the sets of a mixture with their clients at a seat; empty where there is no mixture.
  std::vector<MixedSet> mixed(const Seat& seat) const;
  // Makes the order of a mixture: in each set that of the job's shuffle, or else DLIO's own, which `own` is
  // the context of. `shuffle` is that of a lone set.
  std::unique_ptr<MixedOrders> orders(const JobSpec& job, const LoaderContext& own,
                                      const ShufflePolicy::Context& shuffle, std::int64_t length) const;

  // Return what the job's nodes read: of one set, or of all.
  ReadTally reads(std::span<const Seat> seats, std::size_t set) const;
  ReadTally reads(std::span<const Seat> seats) const;
  // Returns what was read of each set of a mixture, where so many samples were done of each.
  MixtureResult result(std::span<const Seat> seats, const std::vector<std::int64_t>& samples) const;

 private:
  struct Known {
    std::string name, file_system;
    double share = 1;
  };

  std::vector<Dataset> sets_;
  std::vector<Known> known_;  // By set.
  bool is_mixture_;
};

}  // namespace headrace
