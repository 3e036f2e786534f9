// DatasetSpec: how many files of which sizes, and in which format.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "models/fields.h"
#include "models/formats/container.h"

namespace headrace {

// Payload: what a packed sample is, once it is unpacked.
enum class Payload : std::uint8_t { array, jpeg, png };
inline constexpr std::string_view kPayloads[] = {"array", "jpeg", "png"};

struct DatasetSpec {
  Format format = Format::tfrecord;
  Payload payload = Payload::array;
  std::int64_t files = 8;
  std::int64_t samples_per_file = 1;
  Bytes record_length = 64_KiB;
  Bytes record_length_stdev;
  Bytes tensor_length;  // 0: the decoded record.
  double decoded_per_byte = 1;
  std::int64_t subfolders = 0;
  ContainerSpecs containers;

  // Returns how many bytes so many of a file are once decoded.
  Bytes decoded(Bytes length) const {
    if (decoded_per_byte == 1) return length;
    return Bytes::count(std::llround(static_cast<double>(length.count()) * decoded_per_byte));
  }
  // Returns more bytes than any sample has: each of the two sides whose product it is lies within ten
  // standard deviations, but once in 10^23 draws.
  double most_of_a_sample() const {
    const double side = std::sqrt(static_cast<double>(record_length.count()));
    const double spread = static_cast<double>(record_length_stdev.count()) / (2 * std::max(side, 1.0));
    return std::max(1.0, (side + 10 * spread) * (side + 10 * spread));
  }
  // Returns the format whose decoding a sample costs.
  Format decoded_as() const {
    if (payload == Payload::jpeg) return Format::jpeg;
    return payload == Payload::png ? Format::png : format;
  }
  // Returns the bytes of one sample in memory.
  Bytes tensor() const { return tensor_length > Bytes() ? tensor_length : decoded(record_length); }

  void visit(Fields& f) {
    f.choice({"format", "file format, which decides what a sample costs to read"}, format, kFormats);
    f.choice({"payload",
              "what samples of 'tar', 'recordio', 'lmdb', 'beton', 'hdf5' and indexed files are: an array "
              "costs what "
              "the format does, an image is decoded as such",
              "array: as DLIO's samples [read]"},
             payload, kPayloads);
    f.integer({"files", "files of the training set"}, files, 0, 1'000'000'000'000);
    f.integer({"samples_per_file", "samples in a file"}, samples_per_file, 1, 1'000'000'000'000);
    f.bytes({"record_length", "mean size of a sample"}, record_length, 1_B, 1024_TiB);
    f.bytes({"record_length_stdev", "standard deviation of that size, by DLIO's product of two normals"},
            record_length_stdev, 0_B, 1024_TiB);
    f.bytes({"tensor_length", "size of the tensor handed to the framework; 0 B: the decoded record's"},
            tensor_length, 0_B, 1024_TiB);
    f.number(
        {"decoded_per_byte", "bytes of a decoded sample for each byte of its file: they move in memory",
         "none by default: as the benchmark's formats [derived]; 5 for photographs of 500 x 375 in 110 KB"},
        decoded_per_byte, 0.01, 1000.0);
    f.integer({"subfolders", "directories the files are spread over; 0: one"}, subfolders, 0, 1'000'000'000);
    containers.visit(f);
  }
};

}  // namespace headrace
