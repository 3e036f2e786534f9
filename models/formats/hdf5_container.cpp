#include "models/formats/hdf5_container.h"

#include <algorithm>

namespace headrace {

namespace {

// The first bytes of a file, which opening it and its data set read in five small pieces [measured: HDF5
// 1.10.8]. They lie in one page, so they are one read here.
constexpr Bytes kOpening = 707_B;

}  // namespace

void Hdf5Container::opened(Bytes sample, std::int64_t samples, FileReads& reads) {
  file_.emplace(spec_, sample, samples);
  length_ = sample;
  data_set_opened_ = index_read_ = false;
  drop_chunks();
  reads.reads.push_back({Bytes(), kOpening});
}

void Hdf5Container::sample(std::int64_t place, FileReads& reads) {
  const Hdf5File& file = *file_;
  if (!data_set_opened_ || !spec_.data_set_kept_open) {
    reads.work += work_.open_data_set;
    data_set_opened_ = true;
    drop_chunks();
  }
  reads.work += work_.call;
  if (!spec_.is_chunked()) {
    reads.reads.push_back({file.chunk_at(place), length_});
    return;
  }
  if (!index_read_) reads.reads.push_back({file.header(), file.index()});
  index_read_ = true;
  reads.work += work_.chunk * file.pieces();
  const std::int64_t first = file.first_chunk(place);
  const bool fits = file.unpacked() <= spec_.chunk_cache;
  for (std::int64_t piece = 0; piece < file.pieces(); ++piece) {
    const std::int64_t chunk = first + piece;
    if (holds(chunk)) continue;
    if (!fits && !spec_.is_filtered()) {
      const Bytes wanted = std::min(file.part(), length_ - file.part() * piece);
      reads.reads.push_back({file.chunk_at(chunk) + file.begins_in_chunk(place), wanted});
      continue;
    }
    reads.reads.push_back({file.chunk_at(chunk), file.stored()});
    reads.work += work_.unpack(spec_, file.unpacked());
    if (fits) keep(chunk);
  }
}

bool Hdf5Container::holds(std::int64_t chunk) {
  const auto found = places_.find(chunk);
  if (found == places_.end()) return false;
  held_.splice(held_.end(), held_, found->second);
  return true;
}

void Hdf5Container::keep(std::int64_t chunk) {
  places_[chunk] = held_.insert(held_.end(), chunk);
  while (file_->unpacked() * static_cast<std::int64_t>(held_.size()) > spec_.chunk_cache) {
    places_.erase(held_.front());
    held_.pop_front();
  }
}

void Hdf5Container::drop_chunks() {
  held_.clear();
  places_.clear();
}

}  // namespace headrace
