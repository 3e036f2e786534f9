#include "models/formats/format.h"

#include "sim/check.h"

namespace headrace {

namespace {
// Three bytes move for each one decoded: read, write, and the line fetched for the write [assumed].
constexpr std::int64_t kMoved = 3;

constexpr FormatCost kCosts[] = {
    {"npz", ReadPattern::whole_file, 1700_MBps, kMoved,
     "prior [derived] within a factor of 2: CRC32 at 6.6 GB/s and allocate-and-copy at 2.3 GB/s, both "
     "measured, in series; a zlib without carry-less multiplication sums 0.82 GB/s, and np.load then makes "
     "0.88 [read, facebookresearch/spdl ff33a9f4]"},
    {"npy", ReadPattern::whole_file, 2300_MBps, kMoved, "prior [measured]: allocate and copy"},
    {"jpeg", ReadPattern::whole_file, 66_MBps, kMoved,
     "prior [derived]: 600 ImageNet images/s of 110 KB on one thread"},
    {"png", ReadPattern::whole_file, 67_MBps, kMoved,
     "prior [read]: Pillow 73 to 60 MB/s on images of 0.4 to 1.4 MB, torchcodec 1620"},
    {"hdf5", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"csv", ReadPattern::whole_file, 70_MBps, kMoved, "prior [measured]: numeric rows in plain Python"},
    {"tfrecord", ReadPattern::stream, 1500_MBps, kMoved,
     "prior [assumed]: CRC32C and protobuf parse, 1-2 GB/s"},
    {"parquet", ReadPattern::row_groups, 1000_GBps, 0, "counted and not decoded [read: MLPerf Storage v3.0]"},
    {"indexed_binary", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"mmap_indexed_binary", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"synthetic", ReadPattern::none, 1000_GBps, 0, "made in place: no cost"},
    {"tar", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"recordio", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"lmdb", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
    {"pcr", ReadPattern::record, 33_MBps, kMoved,
     "prior [derived]: half of jpeg's, since a progressive image takes up to twice as long [read]; of the "
     "whole image, whatever its fidelity [assumed]"},
    {"beton", ReadPattern::record, 2300_MBps, kMoved, "prior [assumed]: as npy"},
};
static_assert(std::size(kCosts) == std::size(kFormats));
}  // namespace

const FormatCost& cost_of(Format format) {
  const auto index = static_cast<std::size_t>(format);
  HEADRACE_CHECK(index < std::size(kCosts) && kCosts[index].name == kFormats[index]);
  return kCosts[index];
}

std::span<const FormatCost> format_costs() { return kCosts; }

}  // namespace headrace
