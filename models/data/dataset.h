// Dataset: what is on the storage, as functions of an id.
//
// A file's size, its directory and its place are computed from its number when
// asked for, so a data set of a billion files costs no memory. Sizes follow
// DLIO's generator: the product of two normal dimensions, each whole and at
// least 1, drawn once a file. Rows of Parquet files are as long as said. Leaves
// out what containers add to files, but for HDF5's and Parquet's.
#pragma once

#include "models/data/dataset_spec.h"
#include "models/storage/file_system.h"
#include "sim/random.h"

namespace headrace {

class Dataset {
 public:
  // `set` tells the files of one data set from those of another; `sizes` is a
  // stream of its own.
  Dataset(const DatasetSpec& spec, std::int32_t set, const LayoutSpec& layout, RandomStream sizes);

  const DatasetSpec& spec() const { return spec_; }
  std::int64_t files() const { return spec_.files; }
  std::int64_t samples() const { return spec_.files * spec_.samples_per_file; }

  FileInfo file(std::int64_t index) const;
  Bytes sample_length(std::int64_t file) const;  // Of each sample of that file.

  std::int64_t file_of(SampleId sample) const { return sample / spec_.samples_per_file; }
  std::int64_t place_in_file(SampleId sample) const { return sample % spec_.samples_per_file; }

 private:
  DatasetSpec spec_;
  std::int32_t set_;
  LayoutSpec layout_;
  RandomStream sizes_;
  double dimension_;        // floor(sqrt(record length)).
  double dimension_stdev_;  // stdev / (2 sqrt(record length)).
};

}  // namespace headrace
