// DatasetSpec: how many files of which sizes, and in which format.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class Format : std::uint8_t {
  npz,
  npy,
  jpeg,
  png,
  hdf5,
  csv,
  tfrecord,
  indexed_binary,
  mmap_indexed_binary,
  synthetic
};
inline constexpr std::string_view kFormats[] = {
    "npz",      "npy", "jpeg", "png", "hdf5", "csv", "tfrecord", "indexed_binary", "mmap_indexed_binary",
    "synthetic"};

struct DatasetSpec {
  Format format = Format::tfrecord;
  std::int64_t files = 8;
  std::int64_t samples_per_file = 1;
  Bytes record_length = 64_KiB;
  Bytes record_length_stdev;
  Bytes tensor_length;  // 0: the record itself.
  std::int64_t subfolders = 0;

  void visit(Fields& f) {
    f.choice({"format", "file format, which decides what a sample costs to read"}, format, kFormats);
    f.integer({"files", "files of the training set"}, files, 0, 1'000'000'000'000);
    f.integer({"samples_per_file", "samples in a file"}, samples_per_file, 1, 1'000'000'000'000);
    f.bytes({"record_length", "mean size of a sample"}, record_length, 1_B, 1024_TiB);
    f.bytes({"record_length_stdev", "standard deviation of that size, by DLIO's product of two normals"},
            record_length_stdev, 0_B, 1024_TiB);
    f.bytes({"tensor_length", "size of the tensor handed to the framework; 0 B: the record's"}, tensor_length,
            0_B, 1024_TiB);
    f.integer({"subfolders", "directories the files are spread over; 0: one"}, subfolders, 0, 1'000'000'000);
  }
};

}  // namespace headrace
