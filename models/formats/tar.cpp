#include "models/formats/tar.h"

#include "models/formats/packed_specs.h"

namespace headrace {

namespace {
constexpr Bytes kBlock = 512_B;      // Of POSIX's ustar format [read].
constexpr Bytes kRecord = 10'240_B;  // Twenty blocks, which a file is filled up to [read].
}  // namespace

Bytes TarContainer::length_of(const TarSpec& spec, Bytes sample) {
  return kBlock + filled(sample, kBlock) + kBlock * (2 * (spec.members - 1));
}

Bytes TarContainer::size_of(const TarSpec& spec, Bytes sample, std::int64_t samples) {
  return filled(length_of(spec, sample) * samples + kBlock * 2, kRecord);
}

void TarContainer::opened(Bytes sample, std::int64_t, FileReads&) {
  length_ = length_of(spec_, sample);
  next_ = 0;
}

void TarContainer::sample(std::int64_t place, FileReads& reads) {
  const std::int64_t from = place < next_ ? 0 : next_;
  reads.reads.push_back({length_ * from, length_ * (place + 1 - from)});
  reads.work += work_.member * (spec_.members * (place + 1 - from));
  next_ = place + 1;
}

}  // namespace headrace
