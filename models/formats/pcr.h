// PcrContainer: samples in a progressive compressed record.
//
// A file has the scans of its images sorted by fidelity: the first scans of all images, then the second ones
// of all, and so on. Whoever is content with the first groups reads a prefix of the file, once, and has all
// of its samples at that fidelity. Of 64 images of 110 KB a prefix of 0.5 is one read of 3.5 MB:
//
//   [scan 1 of 0, 1, 2 …][scan 2 of 0, 1, 2 …] …      read: [0, prefix x size)
//
// Leaves out labels and the index of the groups, some bytes a sample.
#pragma once

#include "models/formats/container.h"

namespace headrace {

class PcrContainer final : public Container {
 public:
  explicit PcrContainer(const PcrSpec& spec) : spec_(spec) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

 private:
  PcrSpec spec_;
  Bytes prefix_;
  bool is_read_ = false;
};

}  // namespace headrace
