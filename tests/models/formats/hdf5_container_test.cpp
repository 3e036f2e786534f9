#include "models/formats/hdf5_container.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using Reads = std::vector<FileReads::Read>;

// OpenFile: a file of 16 samples that was opened, and what reading samples of it asks for.
class OpenFile {
 public:
  OpenFile(const Hdf5Spec& spec, Bytes sample) : container_(spec, work_) {
    container_.opened(sample, 16, opening);
  }
  Reads sample(std::int64_t place) {
    last.clear();
    container_.sample(place, last);
    return last.reads;
  }

  FileReads opening, last;

 private:
  Hdf5Work work_;
  Hdf5Container container_;
};

Hdf5Spec chunks_of(Bytes chunk, std::int64_t samples = 1) {
  Hdf5Spec spec;
  spec.chunk = chunk;
  spec.samples_per_chunk = samples;
  return spec;
}

// The offsets and lengths that strace showed for h5py 3.7, but for the small reads at the head of the file.
TEST(Hdf5Container, ReadsAreThoseOfTheLibrary) {
  OpenFile plain(Hdf5Spec(), 1'000'000_B);
  EXPECT_EQ(plain.opening.reads, (Reads{{0_B, 707_B}}));
  EXPECT_EQ(plain.sample(0), (Reads{{2048_B, 1'000'000_B}}));
  EXPECT_EQ(plain.sample(5), (Reads{{5'002'048_B, 1'000'000_B}}));
}

TEST(Hdf5Container, TheIndexIsReadWithTheFirstSampleAndEachChunkByItself) {
  OpenFile chunked(chunks_of(16'384_B), 40'000_B);
  const Bytes index = 18_B + 8_B * 48, data = 2048_B + index;
  EXPECT_EQ(
      chunked.sample(0),
      (Reads{{2048_B, index}, {data, 16'384_B}, {data + 16'384_B, 16'384_B}, {data + 32'768_B, 16'384_B}}));
  EXPECT_EQ(chunked.sample(1).size(), 3U);
}

// DLIO's reader opens the data set for each sample: a chunk of four samples is read four times: strace.
TEST(Hdf5Container, WhatTheDataSetHeldIsGoneWhenItIsOpenedAnew) {
  Hdf5Spec spec = chunks_of(160'000_B, 4);
  OpenFile anew(spec, 40'000_B);
  anew.sample(0);
  EXPECT_EQ(anew.sample(1).size(), 1U);
  spec.data_set_kept_open = true;
  OpenFile held(spec, 40'000_B);
  held.sample(0);
  EXPECT_TRUE(held.sample(1).empty());
  EXPECT_TRUE(held.sample(3).empty());
  EXPECT_EQ(held.sample(4).size(), 1U);
}

// The cache holds its last chunks: of 1 MiB six of 160,000 B, so the seventh takes the place of the first.
TEST(Hdf5Container, TheChunkCacheHoldsTheLastChunksUsed) {
  Hdf5Spec spec = chunks_of(160'000_B);
  spec.data_set_kept_open = true;
  OpenFile file(spec, 160'000_B);
  for (std::int64_t place = 0; place < 6; ++place) file.sample(place);
  EXPECT_TRUE(file.sample(0).empty());
  file.sample(6);
  EXPECT_TRUE(file.sample(0).empty()) << "used since";
  EXPECT_EQ(file.sample(1).size(), 1U);
}

// Chunks of 4 MB do not fit into 1 MiB: without a filter the sample's own bytes are read, with one all of it.
TEST(Hdf5Container, OfAChunkAboveTheCacheThePartIsReadUnlessItIsFiltered) {
  Hdf5Spec spec = chunks_of(4'000'000_B, 4);
  OpenFile plain(spec, 1'000'000_B);
  plain.sample(0);
  const Bytes data = 2048_B + 18_B + 8_B * 4;
  EXPECT_EQ(plain.sample(5), (Reads{{data + 4'000'000_B + 1'000'000_B, 1'000'000_B}}));
  spec.filter = Hdf5Filter::gzip;
  spec.stored_per_byte = 0.5;
  OpenFile packed(spec, 1'000'000_B);
  packed.sample(0);
  EXPECT_EQ(packed.sample(5), (Reads{{2048_B + 18_B + 16_B * 4 + 2'000'000_B, 2'000'000_B}}));
}

// work = opening the data set + call + chunks x chunk + bytes in memory / rate, each time that they are read.
TEST(Hdf5Container, WorkIsOfTheCallItsChunksAndTheirBytes) {
  const Hdf5Work work;
  OpenFile plain(Hdf5Spec(), 40'000_B);
  plain.sample(0);
  EXPECT_EQ(plain.last.work, work.open_data_set + work.call);
  Hdf5Spec spec = chunks_of(4000_B);
  spec.filter = Hdf5Filter::lzf;
  spec.stored_per_byte = 0.6;
  spec.data_set_kept_open = true;
  OpenFile packed(spec, 40'000_B);
  packed.sample(0);
  EXPECT_EQ(packed.last.work, work.open_data_set + work.call + (work.chunk + 4000_B / work.lzf) * 10);
  packed.sample(0);
  EXPECT_EQ(packed.last.work, work.call + work.chunk * 10) << "held";
}

}  // namespace
}  // namespace headrace
