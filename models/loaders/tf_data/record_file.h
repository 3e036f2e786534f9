// RecordFile: one file of a pipeline, which gives its samples from the first to the last.
//
// It is opened for the first sample and closed after the last. TFRecord files are read through a buffer of
// transfer_size, other files whole. Samples that a cache has are not read: a file of which it has all is
// not opened.
#pragma once

#include <cstdint>
#include <optional>

#include "models/formats/format.h"
#include "models/loaders/tf_data/stage.h"

namespace headrace {

class RecordFile {
 public:
  // `first_place` is the place of its first sample among those of the rank.
  RecordFile(StageSetting& setting, std::int64_t file, std::int64_t first_place);

  // Gives the next sample; nothing, and closes the file, when it has no more.
  Task<std::optional<Element>> next(Account& account);

 private:
  StageSetting& setting_;
  FileInfo info_;
  SampleId first_;
  std::int64_t first_place_, samples_;
  Bytes sample_, transfer_;
  bool is_read_;   // Synthetic samples are not.
  bool is_whole_;  // Read before the first sample is there.
  std::int64_t given_ = 0;
  Bytes read_;  // Up to here.
  std::optional<HeldFile> held_;
};

}  // namespace headrace
