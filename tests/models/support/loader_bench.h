// LoaderBench: one rank's loader on one node, driven by a loop that takes a
// fixed time for each batch. For tests of loaders.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/loaders/loader.h"
#include "sim/task_group.h"
#include "tests/models/support/free_host.h"

namespace headrace {

class LoaderBench {
 public:
  LoaderBench(FileSystem& storage, Simulation& sim, Metrics& metrics, const DatasetSpec& data,
              const HostWorkSpec& host = free_host())
      : sim_(sim),
        scope_(sim, metrics, "test"),
        network_(scope_.part("network"), NetworkSpec()),
        node_(scope_.part("node"), roomy(host), network_, 0),
        data_(data, 0, LayoutSpec(), scope_.random("sizes")),
        storage_(storage),
        processes_(sim) {}

  LoaderContext context(const LoaderSpec& spec, RankId rank, std::int64_t ranks) {
    LoaderContext context(scope_.part("rank", rank), node_, storage_, data_, spec);
    context.batch_size = spec.batch_size;
    context.rank = rank;
    context.ranks = ranks;
    return context;
  }
  // Of a cache in the memory of the node, or on `local`.
  CacheHome cache_home(FileSystem* local = nullptr) {
    return CacheHome(scope_.part("cache"), node_, local, FileId(), 0, 0);
  }
  const Dataset& data() const { return data_; }
  const Scope& scope() const { return scope_; }

  // The batches of one epoch and when the loop got each.
  struct Taken {
    std::vector<Batch> batches;
    std::vector<Time> at;
  };
  Taken take_epoch(DataLoader& loader, std::int64_t epoch, Duration each, std::int64_t most = -1,
                   std::int64_t left_out = 0) {
    Taken taken;
    processes_.spawn("loop", loop(loader, epoch, each, most, left_out, taken));
    outcome = sim_.run();
    return taken;
  }

  RunOutcome outcome;

 private:
  static NodeSpec roomy(const HostWorkSpec& host) {
    NodeSpec spec;
    spec.host_work = host;
    spec.cores = 1024;
    spec.accelerator_memory.emplace();
    spec.accelerator_memory->bandwidth = 1000_GBps;
    return spec;
  }
  Task<> loop(DataLoader& loader, std::int64_t epoch, Duration each, std::int64_t most, std::int64_t left_out,
              Taken& taken) {
    loader.begin_epoch(epoch, left_out);
    while (most < 0 || static_cast<std::int64_t>(taken.batches.size()) < most) {
      std::optional<Batch> batch = co_await loader.next();
      if (!batch) break;
      taken.batches.push_back(*batch);
      taken.at.push_back(sim_.now());
      co_await sim_.delay(each);
    }
    loader.end_epoch();
  }

  Simulation& sim_;
  Scope scope_;
  Network network_;
  Node node_;
  Dataset data_;
  FileSystem& storage_;
  TaskGroup processes_;
};

}  // namespace headrace
