// SampleReader: how one reader of a loader gets one sample, from the cache or from the storage.
//
// The cache holds whole files where the format reads whole files, else samples. A hit opens and closes
// nothing; it is decoded and preprocessed like a miss, but for what lies decoded in the memory of an
// accelerator. Files that are kept open stay so until all of their samples have been read; one that is read
// whole is read and decoded once meanwhile, and held in memory. Samples of containers are kept unpacked.
// What goes straight from the storage into the accelerator is in it when both the read and the way there
// have ended, which begin together; what it does with it there costs the node nothing. SampleReaders are
// those of one reader of a loader, one for each data set that the loader mixes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/formats/container.h"
#include "models/formats/format.h"
#include "models/loaders/loader.h"
#include "models/loaders/next_use.h"

namespace headrace {

class SampleReader {
 public:
  // `preprocess` outlives it: who reads an epoch goes on in the draws of the last one. `future` is for a
  // cache that looks ahead. The account is told what the time of a read went to.
  SampleReader(const LoaderContext& context, RandomStream& preprocess, NextUse* future = nullptr,
               Account& account = nobody())
      : SampleReader(context, {&context.data, &context.storage, 0, 0}, preprocess, future, account) {}
  SampleReader(const LoaderContext& context, const MixedSet& set, RandomStream& preprocess, NextUse* future,
               Account& account);

  // Reads, decodes and preprocesses it. `now` is the moment of reading in the terms of NextUse.
  Task<> read(SampleId sample, std::int64_t now = 0);
  // Does the same where tasks share operators: those once for all of them, and the rest for its own.
  Task<> read_shared(SampleId sample, std::int64_t now);
  bool shares() const { return prefix_ != nullptr; }

  // Samples so far that a cache had in the accelerator.
  std::int64_t found_on_device() const { return found_on_device_; }

 private:
  // Cached: what a cache says of an object, and what it is to be told when the object has been read.
  struct Cached {
    CacheKey key;
    Bytes kept;
    std::int64_t next_use = kNeverAgain;
    bool found = false;
    bool on_device = false;
  };

  // OpenFile: a file that the reader has open.
  struct OpenFile {
    OpenFile(FileSystem& storage, FileHandle handle, std::int64_t samples)
        : held(storage, handle), left(samples) {}
    HeldFile held;
    std::unique_ptr<Container> container;  // Null: the bytes of a sample lie together, and nothing else does.
    std::int64_t left;                     // Samples of it that have not been read.
    bool in_memory = false;                // All of it, decoded.
  };

  Task<bool> fetch(SampleId sample, Bytes length, bool whole, std::int64_t now, ThreadWork& decode);
  OpenFile* find_open(std::int64_t file);
  OpenFile& add_open(std::int64_t file, FileHandle handle);
  // Takes a file off those that are open, for whoever closes it now.
  FileHandle take_open(std::int64_t file, OpenFile& open);
  // Reads what the library of a container reads for a sample, of the open file.
  Task<> read_contained(OpenFile& open, SampleId sample, bool opened, ThreadWork& decode);
  Cached look_up(SampleId sample, Bytes length, bool whole, std::int64_t now);
  Duration draw_preprocess(double share);
  // Reads a part of an open file into the accelerator.
  Task<> read_straight(FileHandle file, Bytes offset, Bytes length);

  Node& node_;
  FileSystem& storage_;
  Account& account_;
  Simulation& sim_;
  const Dataset& data_;
  std::uint64_t set_;  // Number of the data set among those that share a cache.
  const FormatCost& cost_;
  Bandwidth decode_;     // Of one core.
  bool decodes_ = true;  // False: bytes are counted, and nothing is made of them.
  const ContainerWork& container_work_;
  std::unique_ptr<Container> spare_;  // Container of the file that was closed last, for the next one.
  FileReads contained_;
  Resource* library_;  // Null: each reader is a process of its own.
  SharedPrefix* prefix_;
  bool straight_, bounced_;  // Samples go into the accelerator, and through host memory.
  std::int64_t accelerator_;
  SampleCache* cache_;
  NextUse* future_;
  IoMode mode_;
  bool keep_open_;
  Bytes header_;
  Distribution preprocess_time_;
  PartId preprocesses_;
  RandomStream& preprocess_;
  std::int64_t found_on_device_ = 0;
  std::optional<OpenFile> open_;                     // File of this sample, where none is kept.
  std::unordered_map<std::int64_t, OpenFile> kept_;  // Files that are kept open, by number.
};

class SampleReaders {
 public:
  SampleReaders(const LoaderContext& context, RandomStream& preprocess, NextUse* future = nullptr,
                Account& account = nobody());

  // Read what SampleReader does, where samples are numbered through all sets.
  Task<> read(SampleId sample, std::int64_t now) {
    SampleReader& lone = readers_.front();
    if (first_.empty()) return lone.shares() ? lone.read_shared(sample, now) : lone.read(sample, now);
    return read_mixed(sample, now);
  }
  std::int64_t found_on_device() const;

 private:
  Task<> read_mixed(SampleId sample, std::int64_t now);

  std::deque<SampleReader> readers_;
  std::vector<SampleId> first_;  // Where the samples of each set begin; empty of a lone one.
};

}  // namespace headrace
