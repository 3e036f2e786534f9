#include "models/formats/recordio.h"

#include "models/formats/packed_specs.h"

namespace headrace {

namespace {
// Magic number and length; flag, label and two numbers of an image [read: MXNet's RecordIO and IRHeader].
constexpr Bytes kRecordHead = 8_B + 24_B;
}  // namespace

Bytes RecordIoContainer::length_of(Bytes sample) { return filled(kRecordHead + sample, 4_B); }

void RecordIoContainer::opened(Bytes sample, std::int64_t, FileReads&) { length_ = length_of(sample); }

void RecordIoContainer::sample(std::int64_t place, FileReads& reads) {
  reads.reads.push_back({length_ * place, length_});
  reads.work += work_.record;
}

}  // namespace headrace
