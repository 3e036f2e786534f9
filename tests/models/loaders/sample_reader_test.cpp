#include "models/loaders/sample_reader.h"

#include <gtest/gtest.h>

#include <deque>

#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class ReaderRig {
 public:
  explicit ReaderRig(const DatasetSpec& data)
      : storage(sim, 100_us, 200_us, 1_GBps, 50_us), bench(storage, sim, metrics, data) {}

  void read(SampleReader& reader, std::vector<SampleId> samples) {
    TaskGroup group(sim);
    group.spawn("reader", read_all(reader, std::move(samples)));
    sim.run();
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
  RandomStream preprocess = RandomStream(1, "preprocess");

  static Task<> read_all(SampleReader& reader, std::vector<SampleId> samples) {
    for (const SampleId sample : samples) co_await reader.read(sample);
  }
};

DatasetSpec data_of(Format format, std::int64_t samples_per_file) {
  DatasetSpec spec;
  spec.format = format;
  spec.files = 4;
  spec.samples_per_file = samples_per_file;
  spec.record_length = 4_KiB;
  return spec;
}

SampleReader reader_of(ReaderRig& rig, const LoaderSpec& spec) {
  return SampleReader(rig.bench.context(spec, 0, 1), rig.preprocess);
}

using Texts = std::vector<std::string>;

// Header first, body second: as many reads of 100 B or less as files, exactly, and every byte once.
TEST(SampleReader, AHeaderIsReadFirstAndOnceAFile) {
  constexpr std::int64_t kFiles = 200;
  DatasetSpec data = data_of(Format::jpeg, 1);
  data.files = kFiles;
  data.record_length = 90'000_B;
  data.record_length_stdev = 30'000_B;
  ReaderRig rig(data);
  LoaderSpec spec;
  spec.header = 64_B;
  SampleReader reader = reader_of(rig, spec);
  std::vector<SampleId> all;
  for (SampleId sample = 0; sample < kFiles; ++sample) all.push_back(sample);
  rig.read(reader, all);
  std::int64_t small = 0;
  Bytes read, stored;
  for (const auto& record : rig.storage.records()) {
    if (record.operation == IoOperation::read) read += record.length;
    small += record.operation == IoOperation::read && record.length <= 100_B ? 1 : 0;
  }
  for (std::int64_t file = 0; file < kFiles; ++file) stored += rig.bench.data().file(file).size;
  EXPECT_EQ(small, kFiles);
  EXPECT_EQ(rig.storage.count(IoOperation::read), 2 * kFiles);
  EXPECT_EQ(read, stored);
}

// Of a record format the header comes with every open; a file kept open has shown it.
TEST(SampleReader, ARecordBehindAHeaderIsReadWhole) {
  ReaderRig rig(data_of(Format::indexed_binary, 2));
  LoaderSpec spec;
  spec.header = 100_B;
  spec.keep_files_open = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {2, 3});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/1", "read 0/1 [0, 100)", "read 0/1 [100, 4096)",
                                        "read 0/1 [4096, 8192)", "close 0/1"}));
}

// npz: a sample costs its whole file, also where the file has several.
TEST(SampleReader, AWholeFileFormatReadsItAllForEachSample) {
  ReaderRig rig(data_of(Format::npz, 2));
  SampleReader reader = reader_of(rig, LoaderSpec());
  rig.read(reader, {2, 3});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/1", "read 0/1 [0, 8192)", "close 0/1", "open 0/1",
                                        "read 0/1 [0, 8192)", "close 0/1"}));
}

TEST(SampleReader, ARecordFormatReadsTheSampleOnly) {
  ReaderRig rig(data_of(Format::indexed_binary, 2));
  SampleReader reader = reader_of(rig, LoaderSpec());
  rig.read(reader, {3});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/1", "read 0/1 [4096, 8192)", "close 0/1"}));
}

TEST(SampleReader, AFileKeptOpenIsOpenedOnce) {
  ReaderRig rig(data_of(Format::indexed_binary, 2));
  LoaderSpec spec;
  spec.keep_files_open = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0, 1, 2});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/0", "read 0/0 [0, 4096)", "read 0/0 [4096, 8192)",
                                        "close 0/0", "open 0/1", "read 0/1 [0, 4096)"}));
  EXPECT_EQ(rig.storage.open_handles(), 1);
}

// Files stay open until all of their samples have been read, in whatever order.
TEST(SampleReader, FilesAreKeptOpenUntilAllOfThemIsRead) {
  ReaderRig rig(data_of(Format::indexed_binary, 2));
  LoaderSpec spec;
  spec.keep_files_open = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0, 2, 1, 3});
  EXPECT_EQ(rig.storage.texts(),
            (Texts{"open 0/0", "read 0/0 [0, 4096)", "open 0/1", "read 0/1 [0, 4096)",
                   "read 0/0 [4096, 8192)", "close 0/0", "read 0/1 [4096, 8192)", "close 0/1"}));
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

// A table of rows is read and parsed once: n samples take open + size / 1 GB/s + latency + size / parse +
// close, not n times that.
TEST(SampleReader, AWholeFileKeptOpenIsReadAndParsedOnce) {
  ReaderRig rig(data_of(Format::csv, 4));
  LoaderSpec spec;
  spec.keep_files_open = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0, 3, 1, 2});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/0", "read 0/0 [0, 16384)", "close 0/0"}));
  const Duration once = rig.sim.now() - Time();
  ReaderRig other(data_of(Format::csv, 4));
  SampleReader anew = reader_of(other, LoaderSpec());
  other.read(anew, {0, 3, 1, 2});
  EXPECT_EQ(other.sim.now() - Time(), once * 4);
}

TEST(SampleReader, DirectReadsAreForNpzAndNpyOnly) {
  LoaderSpec spec;
  spec.direct_io = true;
  for (const auto& [format, mode] :
       {std::pair{Format::npz, IoMode::direct}, std::pair{Format::indexed_binary, IoMode::buffered}}) {
    ReaderRig rig(data_of(format, 1));
    SampleReader reader = reader_of(rig, spec);
    rig.read(reader, {0});
    EXPECT_EQ(rig.storage.records()[1].mode, mode);
  }
}

// open 100 us + read 200 us + 4096 B at 1 GB/s + close 50 us + decode 4096 B at 1.7 GB/s + preprocess 3 ms.
TEST(SampleReader, ASampleTakesItsStorageDecodeAndPreprocessTimeInSeries) {
  ReaderRig rig(data_of(Format::npz, 1));
  LoaderSpec spec;
  spec.preprocess_time = Distribution(3_ms);
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0});
  const Duration decode = 4_KiB / cost_of(Format::npz).decode;
  EXPECT_EQ(rig.sim.now(), Time::at(100_us + 200_us + 4_KiB / 1_GBps + 50_us + decode + 3_ms));
}

// Their bytes are taken in at 4 GB/s in place of a decode at 1.7.
TEST(SampleReader, WhatIsReadDirectlyIsParsedWhereItLies) {
  ReaderRig rig(data_of(Format::npz, 1));
  LoaderSpec spec;
  spec.direct_io = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0});
  EXPECT_EQ(rig.sim.now(), Time::at(100_us + 200_us + 4_KiB / 1_GBps + 50_us + 4_KiB / 4_GBps));
}

// Bytes that are counted take no core, of what is decoded slowest as of what is decoded fastest; what is read
// around the page cache is parsed all the same.
TEST(SampleReader, CountedBytesAreNotDecoded) {
  for (const Format format : {Format::npz, Format::npy, Format::jpeg, Format::png}) {
    ReaderRig rig(data_of(format, 1));
    LoaderSpec spec;
    spec.decode = false;
    SampleReader reader = reader_of(rig, spec);
    rig.read(reader, {0});
    EXPECT_EQ(rig.sim.now(), Time::at(100_us + 200_us + 4_KiB / 1_GBps + 50_us));
  }
  ReaderRig rig(data_of(Format::npz, 1));
  LoaderSpec spec;
  spec.decode = false;
  spec.direct_io = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0});
  EXPECT_EQ(rig.sim.now(), Time::at(100_us + 200_us + 4_KiB / 1_GBps + 50_us + 4_KiB / 4_GBps));
}

CacheSpec room_for(Bytes capacity) {
  CacheSpec spec;
  spec.capacity = capacity;
  return spec;
}

SampleReader reader_of(ReaderRig& rig, const LoaderSpec& spec, SampleCache& cache) {
  LoaderContext context = rig.bench.context(spec, 0, 1);
  context.cache = &cache;
  return SampleReader(context, rig.preprocess);
}

// npz of two samples a file: the second sample finds the whole file. A hit is a copy, a decode of all of it
// and the preprocessing.
TEST(SampleReader, AHitOpensNothingAndIsStillDecoded) {
  ReaderRig rig(data_of(Format::npz, 2));
  SampleCache cache(rig.bench.cache_home(), room_for(1_MiB));
  LoaderSpec spec;
  spec.preprocess_time = Distribution(3_ms);
  SampleReader reader = reader_of(rig, spec, cache);
  rig.read(reader, {2});
  const Time missed = rig.sim.now();
  rig.read(reader, {3, 2});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/1", "read 0/1 [0, 8192)", "close 0/1"}));
  const Duration hit = 8_KiB / SampleCache::kCopy + 8_KiB / cost_of(Format::npz).decode + 3_ms;
  EXPECT_EQ(rig.sim.now(), missed + 2 * hit);
  EXPECT_EQ(cache.bytes_hit(), 16_KiB);
}

// In an accelerator it lies decoded, five bytes for each of the file: a hit is 5 x 8 KiB at 1000 GB/s, and no
// decoding.
TEST(SampleReader, AHitInAnAcceleratorIsDecodedAlready) {
  DatasetSpec data = data_of(Format::npz, 2);
  data.decoded_per_byte = 5;
  ReaderRig rig(data);
  CacheSpec room = room_for(1_MiB);
  room.tier = CacheTier::accelerator;
  SampleCache cache(rig.bench.cache_home(), room);
  LoaderSpec spec;
  spec.preprocess_time = Distribution(3_ms);
  SampleReader reader = reader_of(rig, spec, cache);
  rig.read(reader, {2});
  EXPECT_EQ(reader.found_on_device(), 0);
  const Time missed = rig.sim.now();
  rig.read(reader, {3, 2});
  EXPECT_EQ(rig.sim.now(), missed + 2 * (40_KiB / 1000_GBps));
  EXPECT_EQ(reader.found_on_device(), 2);
  EXPECT_EQ(cache.bytes_hit(), 80_KiB);
}

// A decode moves three bytes for each decoded one: 5 x 4 KiB x 3 over the bus of 150 GB/s beside 4 KiB at 1.7
// GB/s; a hundredfold expansion takes longer on the bus than on the core.
TEST(SampleReader, DecodedBytesMoveInMemory) {
  for (const double decoded : {1.0, 5.0, 1000.0}) {
    DatasetSpec data = data_of(Format::npz, 1);
    data.decoded_per_byte = decoded;
    ReaderRig rig(data);
    SampleReader reader = reader_of(rig, LoaderSpec());
    rig.read(reader, {0});
    const double bus = decoded * 3 * 4096 / 150e9;
    const double span = std::max(4096 / 1.7e9, bus);
    EXPECT_NEAR(rig.sim.now().since_start().in_seconds(), 350e-6 + 4096e-9 + span, 3e-9) << decoded;
  }
}

// hdf5: samples of one file are objects of their own.
TEST(SampleReader, ARecordFormatKeepsSamples) {
  ReaderRig rig(data_of(Format::indexed_binary, 2));
  SampleCache cache(rig.bench.cache_home(), room_for(1_MiB));
  SampleReader reader = reader_of(rig, LoaderSpec(), cache);
  rig.read(reader, {2, 3, 2});
  EXPECT_EQ(rig.storage.texts(), (Texts{"open 0/1", "read 0/1 [0, 4096)", "close 0/1", "open 0/1",
                                        "read 0/1 [4096, 8192)", "close 0/1"}));
  EXPECT_EQ(cache.hits(), 1);
}

TEST(SampleReader, SyntheticSamplesTouchNoStorage) {
  ReaderRig rig(data_of(Format::synthetic, 1));
  SampleReader reader = reader_of(rig, LoaderSpec());
  rig.read(reader, {0, 1});
  EXPECT_TRUE(rig.storage.records().empty());
  EXPECT_EQ(rig.sim.now(), Time());
}

// A chunked file: its head with the open, the index with the first sample, each chunk by itself.
TEST(SampleReader, ASampleOfChunksIsReadChunkByChunk) {
  DatasetSpec data = data_of(Format::hdf5, 2);
  data.containers.hdf5.chunk = 2_KiB;
  ReaderRig rig(data);
  LoaderSpec spec;
  spec.keep_files_open = true;
  SampleReader reader = reader_of(rig, spec);
  rig.read(reader, {0, 1});
  EXPECT_EQ(rig.storage.texts(),
            (Texts{"open 0/0", "read 0/0 [0, 707)", "read 0/0 [2048, 2098)", "read 0/0 [2098, 4146)",
                   "read 0/0 [4146, 6194)", "read 0/0 [6194, 8242)", "read 0/0 [8242, 10290)", "close 0/0"}));
}

// Threads of one process wait for the library: two that read 10 samples each take as long as one for 20;
// processes half of it.
TEST(SampleReader, ThreadsShareTheLockOfTheLibraryAndProcessesDoNot) {
  const auto taken = [](bool shared, std::int64_t readers) {
    DatasetSpec data = data_of(Format::hdf5, 20);
    ReaderRig rig(data);
    Resource library(rig.sim, "library", 1);
    LoaderContext context = rig.bench.context(LoaderSpec(), 0, 1);
    context.spec.keep_files_open = true;
    if (shared) context.library = &library;
    std::deque<SampleReader> all;
    for (std::int64_t i = 0; i < readers; ++i) all.emplace_back(context, rig.preprocess);
    TaskGroup group(rig.sim);
    for (std::int64_t i = 0; i < readers; ++i) {
      std::vector<SampleId> own;
      for (std::int64_t k = 0; k < 20 / readers; ++k) own.push_back(i * (20 / readers) + k);
      group.spawn("reader", ReaderRig::read_all(all[static_cast<std::size_t>(i)], own));
    }
    rig.sim.run();
    return rig.sim.now().since_start();
  };
  const Duration one = taken(true, 1);
  EXPECT_GT(taken(true, 2), one * 95 / 100);
  EXPECT_LT(taken(false, 2), one * 60 / 100);
}

}  // namespace
}  // namespace headrace
