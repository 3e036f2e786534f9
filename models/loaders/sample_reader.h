// SampleReader: how one reader of a loader gets one sample from the storage.
#pragma once

#include <cstdint>
#include <optional>

#include "models/data/format.h"
#include "models/loaders/loader.h"

namespace headrace {

class SampleReader {
 public:
  explicit SampleReader(const LoaderContext& context, RandomStream preprocess);

  // Reads, decodes and preprocesses it.
  Task<> read(SampleId sample);

 private:
  Task<> fetch(std::int64_t file, Bytes offset, Bytes length, bool whole);

  Node& node_;
  FileSystem& storage_;
  const Dataset& data_;
  const FormatCost& cost_;
  ReadMode mode_;
  bool keep_open_;
  Distribution preprocess_time_;
  RandomStream preprocess_;
  std::int64_t open_file_ = -1;
  std::optional<HeldFile> held_;
};

}  // namespace headrace
