// TarContainer: samples in a tar file, as WebDataset packs and reads them.
//
// A sample is several members, files of one name before the dot: the data, and small ones such as its label.
// Each member is a header of 512 B and its bytes, filled up to 512 B; the file is filled up to 10,240 B. With
// two members a sample of 110,000 B takes 512 + 110,080 + 1,024 B. A tar has no index: a reader goes through
// it from the front, so a sample costs what lies before it and was not read, and one that lies behind the
// reader's place costs all from the beginning. Leaves out compressed tars, and members without an order.
#pragma once

#include "models/formats/container.h"

namespace headrace {

class TarContainer final : public Container {
 public:
  TarContainer(const TarSpec& spec, const TarWork& work) : spec_(spec), work_(work) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

  // Returns the bytes of a sample of that length in the file, and of a file of so many.
  static Bytes length_of(const TarSpec& spec, Bytes sample);
  static Bytes size_of(const TarSpec& spec, Bytes sample, std::int64_t samples);

 private:
  TarSpec spec_;
  TarWork work_;
  Bytes length_;
  std::int64_t next_ = 0;  // Place of the sample at which the reader stands.
};

}  // namespace headrace
