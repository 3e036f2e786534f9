#include "models/formats/pcr.h"

#include <cmath>

namespace headrace {

void PcrContainer::opened(Bytes sample, std::int64_t samples, FileReads&) {
  const double all = static_cast<double>(sample.count()) * static_cast<double>(samples);
  prefix_ = Bytes::count(static_cast<std::int64_t>(std::ceil(spec_.prefix * all)));
  is_read_ = false;
}

void PcrContainer::sample(std::int64_t, FileReads& reads) {
  if (!is_read_) reads.reads.push_back({Bytes(), prefix_});
  is_read_ = true;
}

}  // namespace headrace
