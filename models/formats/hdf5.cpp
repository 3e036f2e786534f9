#include "models/formats/hdf5.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

// Bytes before the index or the first chunk, and bytes of the index [measured: HDF5 1.10.8, newest format]:
// 18 and 8 for each chunk, 16 where a filter makes their sizes differ.
constexpr Bytes kHeader = 2048_B;
constexpr Bytes kIndex = 18_B, kEntry = 8_B, kFilteredEntry = 16_B;

std::int64_t ratio_up(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

// Returns the side of a square of so many bytes, rounded up, as DLIO cuts its records.
std::int64_t side_of(Bytes area) {
  auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(area.count())));
  while (side * side < area.count()) ++side;
  return std::max<std::int64_t>(1, side);
}

}  // namespace

void Hdf5Spec::visit(Fields& f) {
  f.bytes({"chunk", "size of a chunk in memory; 0 B: the samples of a file lie one after another",
           "HDF5's default [read]: contiguous"},
          chunk, 0_B, 4_GiB);
  f.integer({"samples_per_chunk", "samples of which a chunk has an equal part each", "1 [assumed]"},
            samples_per_chunk, 1, 1'000'000'000);
  f.flag({"square",
          "whether samples are squares of bytes and chunks are smaller squares, as in DLIO up to v1.0: those "
          "at the edges are as large as the others",
          "no [assumed]"},
         square);
  f.choice({"filter", "how each chunk is compressed"}, filter, kHdf5Filters);
  f.number(
      {"stored_per_byte", "bytes of a chunk in the file for each byte of it in memory",
       "1 by default [measured]: the random bytes that DLIO writes do not compress; 0.43 to 0.46 for random "
       "numbers of three bits in gzip, 0.64 in lzf [measured]"},
      stored_per_byte, 0.001, 1.0);
  f.bytes({"chunk_cache", "most of a data set's chunks that the library holds while the data set is open",
           "HDF5's default up to 1.14 [read]: 1 MiB"},
          chunk_cache, 0_B, 1_TiB);
  f.flag({"data_set_kept_open",
          "whether a reader keeps the data set open from sample to sample, and so the chunks it holds",
          "no [measured]: DLIO's reader opens it anew for each sample"},
         data_set_kept_open);
}

void Hdf5Work::visit(Fields& f) {
  f.duration({"open_data_set", "work of a core to open the data set of a file that is open",
              "prior [measured]: h5py 3.7 on HDF5 1.10.8, 65 to 94 us"},
             open_data_set, Duration(), 1_s);
  f.duration({"call", "work of a core to read a sample, beside its bytes and chunks",
              "prior [measured]: h5py 3.7, 12 us; 7 us elsewhere, 50 to 60 before h5py 3 [read, h5py 1428]"},
             call, Duration(), 1_s);
  f.duration({"chunk", "work of a core for each chunk of it: looking it up, one more read, one more copy",
              "prior [measured]: 3.3 to 3.5 us, chunks of 1 to 4 KB"},
             chunk, Duration(), 1_s);
  f.bandwidth(
      {"gzip", "bytes of a chunk in memory that one core inflates",
       "prior [read]: zlib 323 to 348 MB/s (lzbench, EPYC 9554); 212 to 394 by what is in it [measured]"},
      gzip);
  f.bandwidth({"gzip_stored", "the same where chunks do not compress, which zlib copies",
               "prior [measured]: 4 MB of random bytes, 1.9 ms more than without the filter"},
              gzip_stored);
  f.bandwidth({"lzf", "the same for LZF, which leaves out what does not compress",
               "prior [read]: 625 MB/s (lzbench, EPYC 9554); 645 [measured]"},
              lzf);
}

Duration Hdf5Work::unpack(const Hdf5Spec& spec, Bytes unpacked) const {
  const bool shrinks = spec.stored_per_byte < 1;
  if (spec.filter == Hdf5Filter::gzip) return unpacked / (shrinks ? gzip : gzip_stored);
  return spec.filter == Hdf5Filter::lzf && shrinks ? unpacked / lzf : Duration();
}

Hdf5File::Hdf5File(const Hdf5Spec& spec, Bytes sample, std::int64_t samples) : chunks_(samples) {
  part_ = unpacked_ = stored_ = sample;
  data_at_ = kHeader;
  if (!spec.is_chunked()) return;
  samples_per_chunk_ = spec.samples_per_chunk;
  part_ = std::clamp(spec.chunk / samples_per_chunk_, 1_B, sample);
  pieces_ = ratio_up(sample.count(), part_.count());
  if (spec.square) {
    const std::int64_t whole = side_of(sample);
    const std::int64_t side = std::min(side_of(part_), whole);
    part_ = Bytes::count(side * side);
    pieces_ = ratio_up(whole, side) * ratio_up(whole, side);
  }
  unpacked_ = part_ * samples_per_chunk_;
  stored_ = unpacked_;
  if (spec.is_filtered())
    stored_ = Bytes::count(
        static_cast<std::int64_t>(std::ceil(static_cast<double>(unpacked_.count()) * spec.stored_per_byte)));
  chunks_ = ratio_up(samples, samples_per_chunk_) * pieces_;
  data_at_ += kIndex + (spec.is_filtered() ? kFilteredEntry : kEntry) * chunks_;
}

Bytes Hdf5File::header() const { return kHeader; }

}  // namespace headrace
