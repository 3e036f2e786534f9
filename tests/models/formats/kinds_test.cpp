#include "models/formats/kinds.h"

#include <gtest/gtest.h>

#include <set>

namespace headrace {
namespace {

constexpr Bytes kSample = 100'000_B;
constexpr std::int64_t kSamples = 12;

// Several layouts of files of each format.
std::vector<ContainerSpecs> specs() {
  std::vector<ContainerSpecs> all(5);
  all[1].hdf5.chunk = 4096_B;
  all[2].hdf5.chunk = 4096_B;
  all[2].hdf5.square = true;
  all[3].hdf5.chunk = 300'000_B;
  all[3].hdf5.samples_per_chunk = 4;
  all[3].hdf5.data_set_kept_open = true;
  all[4].hdf5.chunk = 8_MiB;
  all[4].hdf5.samples_per_chunk = 3;
  all[4].hdf5.filter = Hdf5Filter::gzip;
  all[4].parquet.row_group = 5;
  all[1].tar.members = 1;
  all[2].lmdb.read_around = 4_KiB;
  all[3].lmdb.read_around = 1_MiB;
  all[1].pcr.prefix = 0.25;
  all[2].beton.page = 128_KiB;
  all[3].beton.held_pages = 4;
  return all;
}

// Laws of every format: reads lie in the file; with all that is held, they have at least the bytes of the
// samples, or the share of them that is wanted, and where samples lie in one piece no others.
TEST(Container, ReadsLieInTheFileAndHoldTheSamples) {
  const ContainerWork work;
  for (std::size_t i = 0; i < std::size(kFormats); ++i) {
    const auto format = static_cast<Format>(i);
    for (const ContainerSpecs& spec : specs()) {
      const Bytes size = size_of_file(format, spec, kSample, kSamples);
      EXPECT_GE(size, kSample * kSamples) << kFormats[i];
      const auto container = make_container(format, spec, work);
      if (!container) continue;
      FileReads reads;
      container->opened(kSample, kSamples, reads);
      Bytes overhead;
      for (const FileReads::Read& read : reads.reads) overhead += read.length;
      Bytes all;
      for (std::int64_t place = 0; place < kSamples; ++place) container->sample(place, reads);
      for (const FileReads::Read& read : reads.reads) {
        EXPECT_GE(read.offset, 0_B) << kFormats[i];
        EXPECT_LE(read.offset + read.length, size) << kFormats[i];
        EXPECT_GT(read.length, 0_B) << kFormats[i];
        all += read.length;
      }
      const double share = format == Format::pcr ? spec.pcr.prefix : 1;
      EXPECT_GE(static_cast<double>((all - overhead).count()),
                share * static_cast<double>((kSample * kSamples).count()))
          << kFormats[i];
      if (format == Format::hdf5 && !spec.hdf5.is_chunked()) {
        EXPECT_EQ(all - overhead, kSample * kSamples) << kFormats[i];
      }
      const bool costs = format != Format::pcr && format != Format::beton;  // No call of a library for each.
      EXPECT_EQ(reads.work > Duration(), costs) << kFormats[i];
    }
  }
}

TEST(Container, FormatsWhoseSamplesLieInOnePieceHaveNone) {
  const ContainerSpecs spec;
  const ContainerWork work;
  for (const Format format : {Format::npz, Format::npy, Format::jpeg, Format::indexed_binary, Format::csv}) {
    EXPECT_EQ(make_container(format, spec, work), nullptr);
    EXPECT_EQ(size_of_file(format, spec, kSample, kSamples), kSample * kSamples);
  }
}

}  // namespace
}  // namespace headrace
