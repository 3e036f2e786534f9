// DataLoader: what a rank's training loop draws its batches from.
//
//   auto loader = make_loader(context);  // kinds.h
//   loader->begin_epoch(1, 0);
//   while (std::optional<Batch> batch = co_await loader->next()) …
//   loader->end_epoch();
//
// One loader serves one rank. What it reads ahead of the loop, and in which
// order, is the framework's; worker_loader.h and tfrecord_loader.h say which.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/data/dataset.h"
#include "models/hardware/node.h"
#include "models/loaders/loader_spec.h"
#include "models/loaders/sample_cache.h"
#include "models/shuffle/policy.h"
#include "models/storage/file_system.h"
#include "sim/resource.h"
#include "sim/scope.h"
#include "sim/task.h"

namespace headrace {

class SharedPrefix;

struct Batch {
  Batch(std::int64_t number, std::int64_t count, SampleId from, SampleId to)
      : index(number), samples(count), first(from), last(to) {}

  std::int64_t index;
  std::int64_t samples;
  std::int64_t on_device = 0;  // Of them, in the accelerator before the batch is copied there.
  SampleId first, last;        // The first and the last sample it took, in the order of reading.
  Time made;                   // When it lay ready for the loop.
};

// MixedSet: one of the data sets that a loader mixes, and where it is.
struct MixedSet {
  const Dataset* data = nullptr;
  FileSystem* storage = nullptr;
  SampleId first = 0;      // Where its samples begin among those of all.
  std::size_t number = 0;  // Among the sets.
};

struct LoaderContext {
  LoaderContext(Scope where, Node& host, FileSystem& store, const Dataset& set, const LoaderSpec& how)
      : scope(std::move(where)),
        node(host),
        storage(store),
        data(set),
        tensor(set.spec().tensor()),
        spec(how) {}

  Scope scope;
  Node& node;
  FileSystem& storage;
  const Dataset& data;          // The first of a mixture.
  std::vector<MixedSet> mixed;  // The sets of a mixture, by number; empty: `data` alone, at `storage`.
  Bytes tensor;                 // Size of a sample's; of a mixture the mean.
  LoaderSpec spec;
  std::int64_t batch_size = 1;
  RankId rank = 0;
  std::int64_t ranks = 1;
  bool shuffles_all = false;  // As DLIO does in v0.5, v1.0 and MLPerf's v3.0 (dlio_order.h).
  bool pads = false;          // As PyTorch's DistributedSampler does, of a workload that is no DLIO file's.
  std::int64_t seed = 0;
  bool seed_change_epoch = true;
  std::int64_t epochs = 1;                 // Of the job; a cache that looks ahead sees no further.
  const ShufflePolicy* shuffle = nullptr;  // Null: DLIO's own order. No stream of files has another one.
  SampleCache* cache = nullptr;            // Null: every sample comes from the storage.
  // Lock of a library that serves one thread of a process at a time; null: readers are processes.
  Resource* library = nullptr;
  SharedPrefix* prefix = nullptr;  // Operators that other ranks of the node share; null: none.
  // How what is read reaches the rank's accelerator: by no way of its own; as batches that the job copies out
  // of host memory, so that their copies there count, too; or sample by sample straight from the storage, or
  // through a buffer of host memory, in which cases no core decodes it.
  enum class Feed : std::uint8_t { none, batches, straight, bounced };
  Feed feed = Feed::none;
  std::int64_t accelerator = 0;  // Of the node.
  // Told what the batch that next() waits for was doing meanwhile; outlives the loader.
  Account* account = &nobody();
};

class DataLoader {
 public:
  virtual ~DataLoader() = default;

  // Epochs count from 1. What was read ahead in the epoch before is dropped. The first batches of an epoch
  // that is gone on with are left out: not read at all, or, of a stream, read and dropped.
  virtual void begin_epoch(std::int64_t epoch, std::int64_t left_out) = 0;
  // The next batch, or nothing when the epoch has no more whole ones for this rank.
  virtual Task<std::optional<Batch>> next() = 0;
  virtual void end_epoch() = 0;

  // Returns how many batches the loop may have in hand, made or being made.
  virtual std::int64_t ahead() const = 0;
  // Returns how many batches of the epoch lie ready for the loop.
  virtual std::int64_t in_hand() const = 0;
  // Returns how many batches of the epoch its readers have read once the loop has taken so many and waits; of
  // a stream with what its buffers hold.
  virtual double read_once_taken(std::int64_t batches) const = 0;

  // Mean share of its readers that were reading or decoding, over the run.
  virtual double readers_busy() const = 0;
};

}  // namespace headrace
