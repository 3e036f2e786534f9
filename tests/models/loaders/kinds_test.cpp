#include "models/loaders/kinds.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

// A rank's loader of files in which each is a sample, on a store of quick operations.
struct KindsRig {
  explicit KindsRig(const LoaderSpec& spec, Format format, std::int64_t files)
      : bench(storage, sim, metrics, data_of(format, files)),
        loader(make_loader(bench.context(spec, 0, 1))) {}

  static DatasetSpec data_of(Format format, std::int64_t files) {
    DatasetSpec data;
    data.format = format;
    data.files = files;
    data.record_length = 4_KiB;
    return data;
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage{sim, 1_us, 1_us, 1_GBps, 1_us};
  LoaderBench bench;
  std::unique_ptr<DataLoader> loader;
};

// Batches that are made before the loop takes any: read_threads x ahead, with
// ahead = ceil(prefetch_size / read_threads), or 2 where prefetch_size is 0.
std::int64_t made_ahead(std::int64_t read_threads, std::int64_t prefetch_size) {
  LoaderSpec spec;
  spec.kind = LoaderKind::pytorch;
  spec.read_threads = read_threads;
  spec.prefetch_size = prefetch_size;
  KindsRig rig(spec, Format::npz, 1000);
  rig.bench.take_epoch(*rig.loader, 1, 3600_s, 1);  // One batch taken hands out one more.
  return rig.storage.count(IoOperation::open) - 1;
}

TEST(Loader, PytorchPrefetchIsDliosShareOfEachWorker) {
  EXPECT_EQ(made_ahead(4, 2), 4);  // ceil(2 / 4) = 1 each.
  EXPECT_EQ(made_ahead(1, 2), 2);
  EXPECT_EQ(made_ahead(4, 0), 8);   // PyTorch's own 2 each.
  EXPECT_EQ(made_ahead(4, 9), 12);  // ceil(9 / 4) = 3 each.
}

TEST(Loader, TensorflowStreamsTfrecordsAndDealsOutOtherFormats) {
  LoaderSpec spec;
  spec.kind = LoaderKind::tensorflow;
  spec.transfer_size = 1_KiB;
  for (const Format format : {Format::tfrecord, Format::npz}) {
    KindsRig rig(spec, format, 1);
    EXPECT_EQ(rig.bench.take_epoch(*rig.loader, 1, 0_ms).batches.size(), 1u);
    EXPECT_EQ(rig.storage.count(IoOperation::read), format == Format::tfrecord ? 4 : 1);
  }
}

// A single thread, asked for or not, has all of a rank's samples, in their order; two have a half each, and
// their batches come in turn.
TEST(Loader, TensorflowDealsOutARunOfSamplesToEachThread) {
  for (const std::int64_t threads : {0, 1, 2}) {
    LoaderSpec spec;
    spec.kind = LoaderKind::tensorflow;
    spec.read_threads = threads;
    KindsRig rig(spec, Format::npz, 6);
    std::vector<SampleId> samples;
    for (const Batch& batch : rig.bench.take_epoch(*rig.loader, 1, 0_ms).batches)
      samples.push_back(batch.first);
    EXPECT_EQ(samples, threads < 2 ? (std::vector<SampleId>{0, 1, 2, 3, 4, 5})
                                   : (std::vector<SampleId>{0, 3, 1, 4, 2, 5}));
  }
}

}  // namespace
}  // namespace headrace
