#include "models/data/dataset.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headrace {
namespace {

DatasetSpec unet3d() {
  DatasetSpec spec;
  spec.format = Format::npz;
  spec.files = 1'000'000'000;
  spec.record_length = Bytes::count(146'600'628);
  spec.record_length_stdev = Bytes::count(68'341'808);
  return spec;
}

TEST(Dataset, ConstantSizesAreTheSquareOfTheWholeRoot) {
  DatasetSpec spec;
  spec.record_length = Bytes::count(114'660);  // floor(sqrt(114660)) = 338
  spec.samples_per_file = 1251;
  const Dataset data(spec, 0, LayoutSpec(), RandomStream(1, "sizes"));
  EXPECT_EQ(data.sample_length(7).count(), 338 * 338);
  EXPECT_EQ(data.file(7).size.count(), 338LL * 338 * 1251);
}

// The product of two independent normals with mean m = floor(sqrt(L)) and deviation s = S / (2 sqrt(L)), each
// cut to a whole number: mean about (m - 1/2)^2, variance about 2 m^2 s^2 + s^4.
TEST(Dataset, SizesAreProductsOfTwoNormals) {
  const Dataset data(unet3d(), 0, LayoutSpec(), RandomStream(1, "sizes"));
  const int n = 40'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const auto size = static_cast<double>(data.sample_length(i).count());
    sum += size;
    squares += size * size;
  }
  const double m = std::floor(std::sqrt(146'600'628.0)), s = 68'341'808.0 / (2 * std::sqrt(146'600'628.0));
  const double mean = sum / n, deviation = std::sqrt(squares / n - mean * mean);
  const double expected = std::sqrt(2 * m * m * s * s + s * s * s * s);
  EXPECT_NEAR(mean, (m - 0.5) * (m - 0.5), 4 * expected / std::sqrt(n));
  EXPECT_NEAR(deviation / expected, 1, 0.02);
}

TEST(Dataset, ASizeIsAFunctionOfTheFile) {
  const Dataset data(unet3d(), 0, LayoutSpec(), RandomStream(1, "sizes"));
  const Bytes last = data.sample_length(999'999'999);
  const Bytes first = data.sample_length(0);
  EXPECT_EQ(data.sample_length(999'999'999), last);
  EXPECT_EQ(data.sample_length(0), first);
  EXPECT_NE(first, last);
  const Dataset other(unet3d(), 0, LayoutSpec(), RandomStream(2, "sizes"));
  EXPECT_NE(other.sample_length(0), first);
}

TEST(Dataset, FilesAreDealtToSubfolders) {
  DatasetSpec spec;
  spec.subfolders = 3;
  const Dataset data(spec, 5, LayoutSpec(), RandomStream(1, "sizes"));
  EXPECT_EQ(data.file(7).directory, 1);
  EXPECT_EQ(data.file(7).id.set, 5);
  EXPECT_EQ(data.file(7).id.index, 7);
}

TEST(Dataset, SamplesAreCountedOverFiles) {
  DatasetSpec spec;
  spec.files = 10;
  spec.samples_per_file = 4;
  const Dataset data(spec, 0, LayoutSpec(), RandomStream(1, "sizes"));
  EXPECT_EQ(data.samples(), 40);
  EXPECT_EQ(data.file_of(11), 2);
  EXPECT_EQ(data.place_in_file(11), 3);
}

// A factor of one keeps every byte, also where a double knows no such number.
TEST(Dataset, DecodesByItsFactor) {
  DatasetSpec spec;
  const Bytes large = Bytes::count((std::int64_t{1} << 60) + 1);
  EXPECT_EQ(spec.decoded(large), large);
  spec.decoded_per_byte = 2.5;
  EXPECT_EQ(spec.decoded(1000_B), 2500_B);
}

}  // namespace
}  // namespace headrace
