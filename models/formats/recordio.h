// RecordIoContainer: samples in a RecordIO file, as MXNet packs images.
//
// A record is 8 B of magic number and length, 24 B of label and number, and the sample, filled up to 4 B.
// Records stand one after another, and a list of where they begin, a file of its own, lets a reader go to
// any of them: `startup.manifests` reads such lists. Leaves out records that are cut in parts.
#pragma once

#include "models/formats/container.h"

namespace headrace {

class RecordIoContainer final : public Container {
 public:
  explicit RecordIoContainer(const RecordIoWork& work) : work_(work) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

  // Returns the bytes of a sample of that length in the file.
  static Bytes length_of(Bytes sample);

 private:
  RecordIoWork work_;
  Bytes length_;
};

}  // namespace headrace
