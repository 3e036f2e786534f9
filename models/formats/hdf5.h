// Hdf5File: how samples lie in an HDF5 file, and which reads one takes.
//
// A file is a header, an index of its chunks, and the chunks, in the order of the samples. The library reads
// whole chunks, each with a read of its own; of one that is larger than its chunk cache and goes through no
// filter, the part that is wanted. Samples of 40,000 B in chunks of 16,384 B of one sample:
//
//   [header][index][chunk 0][chunk 1][chunk 2][chunk 3] …   sample 0: 0, 1 and 2, 49,152 B in three reads
//
// Leaves out the B-trees of older files, paged indices, locks of files, and collective reads.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class Hdf5Filter : std::uint8_t { none, gzip, lzf };
inline constexpr std::string_view kHdf5Filters[] = {"none", "gzip", "lzf"};

struct Hdf5Spec {
  Bytes chunk;
  std::int64_t samples_per_chunk = 1;
  bool square = false;
  Hdf5Filter filter = Hdf5Filter::none;
  double stored_per_byte = 1;
  Bytes chunk_cache = 1_MiB;
  bool data_set_kept_open = false;

  bool is_chunked() const { return chunk > Bytes(); }
  bool is_filtered() const { return filter != Hdf5Filter::none; }
  bool operator==(const Hdf5Spec&) const = default;

  void visit(Fields& f);
};

// Hdf5Work: what the library costs a core of a node.
struct Hdf5Work {
  Duration open_data_set = 66_us;
  Duration call = 12_us;
  Duration chunk = 3400_ns;
  Bandwidth gzip = 330_MBps;
  Bandwidth gzip_stored = 2100_MBps;
  Bandwidth lzf = 625_MBps;

  // Returns the work of a core to unpack a chunk of so many bytes in memory.
  Duration unpack(const Hdf5Spec& spec, Bytes unpacked) const;
  void visit(Fields& f);
};

class Hdf5File {
 public:
  // Describes a file of so many samples of one length each.
  Hdf5File(const Hdf5Spec& spec, Bytes sample, std::int64_t samples);

  Bytes size() const { return data_at_ + stored_ * chunks_; }
  Bytes header() const;
  // Returns the bytes of the index, which stands behind the header.
  Bytes index() const { return data_at_ - header(); }

  // Returns how many chunks a sample lies in; 1 where the file has none.
  std::int64_t pieces() const { return pieces_; }
  // Returns the number of the first of them in the file.
  std::int64_t first_chunk(std::int64_t place) const { return place / samples_per_chunk_ * pieces_; }
  Bytes chunk_at(std::int64_t chunk) const { return data_at_ + stored_ * chunk; }
  // Returns how many bytes a chunk takes in the file, and in memory.
  Bytes stored() const { return stored_; }
  Bytes unpacked() const { return unpacked_; }
  // Returns how far into its chunk a sample begins, and how much of it a chunk has at most.
  Bytes begins_in_chunk(std::int64_t place) const { return part_ * (place % samples_per_chunk_); }
  Bytes part() const { return part_; }

 private:
  std::int64_t samples_per_chunk_ = 1;
  std::int64_t pieces_ = 1;
  std::int64_t chunks_;
  Bytes part_, unpacked_, stored_, data_at_;
};

}  // namespace headrace
