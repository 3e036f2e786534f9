#include "models/formats/hdf5.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

Hdf5Spec cut_into(Bytes chunk) {
  Hdf5Spec spec;
  spec.chunk = chunk;
  return spec;
}

// size = 2,048 + samples x sample, as h5py wrote it (HDF5 1.10.8).
TEST(Hdf5File, WithoutChunksSamplesLieBehindTheHeader) {
  const Hdf5File file(Hdf5Spec(), 1'000'000_B, 16);
  EXPECT_EQ(file.size(), 16'002'048_B);
  EXPECT_EQ(file.chunk_at(0), 2048_B);
  EXPECT_EQ(file.chunk_at(file.first_chunk(5)), 5'002'048_B);
  EXPECT_EQ(file.pieces(), 1);
}

// index = 18 + 8 chunks: 5,138 B of 640 chunks, 146 of 16, as read by h5py; with a filter 18 + 16
// chunks: 82 of 4.
TEST(Hdf5File, TheIndexHasAnEntryForEachChunk) {
  EXPECT_EQ(Hdf5File(cut_into(4000_B), 40'000_B, 64).index(), 5138_B);
  Hdf5Spec several = cut_into(160'000_B);
  several.samples_per_chunk = 4;
  EXPECT_EQ(Hdf5File(several, 40'000_B, 64).index(), 146_B);
  several.filter = Hdf5Filter::gzip;
  EXPECT_EQ(Hdf5File(several, 40'000_B, 16).index(), 82_B);
}

// pieces = ceil(sample / chunk), each as large as the others: 3 x 16,384 B of 40,000.
TEST(Hdf5File, ASampleLiesInWholeChunks) {
  const Hdf5File file(cut_into(16'384_B), 40'000_B, 8);
  EXPECT_EQ(file.pieces(), 3);
  EXPECT_EQ(file.size(), file.header() + file.index() + 24 * 16'384_B);
  EXPECT_EQ(file.first_chunk(2), 6);
  EXPECT_EQ(file.chunk_at(7) - file.chunk_at(6), 16'384_B);
}

// pieces = ceil(side / side of a chunk)^2: 200 x 200 B in squares of 64 x 64 are 4 x 4, 65,536 B.
TEST(Hdf5File, SquaresAreCutOnBothSides) {
  Hdf5Spec spec = cut_into(4096_B);
  spec.square = true;
  const Hdf5File file(spec, 40'000_B, 1);
  EXPECT_EQ(file.pieces(), 16);
  EXPECT_EQ(file.stored() * file.pieces(), 65'536_B);
  spec.chunk = 1_MiB;
  EXPECT_EQ(Hdf5File(spec, 40'000_B, 1).pieces(), 1) << "no larger than the record";
  EXPECT_EQ(Hdf5File(spec, 40'000_B, 1).stored(), 40'000_B);
}

// chunks = ceil(samples / samples of a chunk); sample k begins (k mod samples of a chunk) parts into its own.
TEST(Hdf5File, AChunkHasAPartOfSeveralSamples) {
  Hdf5Spec spec = cut_into(4'000'000_B);
  spec.samples_per_chunk = 4;
  const Hdf5File file(spec, 1'000'000_B, 10);
  EXPECT_EQ(file.size(), file.header() + file.index() + 3 * 4'000'000_B);
  EXPECT_EQ(file.first_chunk(5), 1);
  EXPECT_EQ(file.begins_in_chunk(5), 1'000'000_B);
}

// stored = ceil(chunk x stored per byte); what does not compress is as large as before.
TEST(Hdf5File, AFilterMakesChunksSmallerInTheFileAlone) {
  Hdf5Spec spec = cut_into(10'001_B);
  spec.filter = Hdf5Filter::gzip;
  EXPECT_EQ(Hdf5File(spec, 10'001_B, 4).stored(), 10'001_B);
  spec.stored_per_byte = 0.5;
  EXPECT_EQ(Hdf5File(spec, 10'001_B, 4).stored(), 5001_B);
  EXPECT_EQ(Hdf5File(spec, 10'001_B, 4).unpacked(), 10'001_B);
}

// work = bytes in memory / rate of the filter.
TEST(Hdf5Work, UnpackingIsOfTheBytesInMemory) {
  Hdf5Work work;
  Hdf5Spec spec = cut_into(33'000'000_B);
  EXPECT_EQ(work.unpack(spec, spec.chunk), Duration());
  spec.filter = Hdf5Filter::gzip;
  EXPECT_EQ(work.unpack(spec, spec.chunk), spec.chunk / work.gzip_stored);
  spec.stored_per_byte = 0.4;
  EXPECT_EQ(work.unpack(spec, spec.chunk), 100_ms);
  spec.filter = Hdf5Filter::lzf;
  EXPECT_EQ(work.unpack(spec, spec.chunk), spec.chunk / work.lzf);
}

}  // namespace
}  // namespace headrace
