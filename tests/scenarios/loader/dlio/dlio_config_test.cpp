#include "scenarios/loader/dlio/dlio_config.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

constexpr DlioVersion kVersions[] = {DlioVersion::v0_5, DlioVersion::v1_0, DlioVersion::v2_0,
                                     DlioVersion::mlperf_v3_0, DlioVersion::main};

// Expects that a workload which a text says is said again by its configuration, and returns that.
std::string again(const std::string& text, DlioVersion version,
                  const std::vector<std::string>& overrides = {}) {
  const DlioResult first = read(text, overrides, version);
  EXPECT_TRUE(first.usable) << text << first.problems.text();
  const std::string config = dlio_config_text(first.workload, version);
  const DlioResult second = read(config, {}, version);
  EXPECT_TRUE(second.usable) << config << second.problems.text();
  EXPECT_EQ(SpecText::of(second.workload), SpecText::of(first.workload)) << config;
  return config;
}

TEST(DlioConfig, SaysEveryShippedWorkloadAsEachVersionReadsIt) {
  std::size_t workloads = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios/workloads")) {
    const std::string text = file_text(entry.path());
    for (const DlioVersion version : kVersions) again(text, version);
    ++workloads;
  }
  EXPECT_GE(workloads, 21u);
}

TEST(DlioConfig, HasTheFormThatHydraLeaves) {
  const std::string text =
      "model: unet3d\nframework: pytorch\ndataset: {format: npz, num_files_train: 168, record_length: "
      "146600628}\nreader: {data_loader: pytorch, batch_size: 7, file_shuffle: seed}\n"
      "train: {computation_time: 0.323}\n";
  EXPECT_EQ(again(text, DlioVersion::v1_0), R"(workload:
  model: unet3d
  framework: pytorch
  workflow:
    train: true
    checkpoint: false
  dataset:
    format: npz
    num_files_train: 168
    num_samples_per_file: 1
    record_length: 146600628
  reader:
    data_loader: pytorch
    batch_size: 7
    read_threads: 1
    file_shuffle: seed
  train:
    epochs: 1
    computation_time: 0.323
  metric:
    au: 0.9
)");
  EXPECT_NE(again(text, DlioVersion::v2_0).find("model:\n    name: unet3d\n"), std::string::npos);
}

TEST(DlioConfig, TakesApartWhatRulesMakeOfSeveralKeys) {
  const std::string reader = "reader: {data_loader: pytorch}\n";
  again(
      "dataset: {format: hdf5, num_samples_per_file: 4, compression: gzip, record_length_bytes: 100, "
      "hdf5: {chunk_dims: [2, 50]}}\n" +
          reader,
      DlioVersion::v2_0);
  again("dataset: {format: hdf5, enable_chunking: true, chunk_size: 50, record_length: 100}\n" + reader,
        DlioVersion::v1_0);
  const std::string objects = again(
      "dataset: {format: npz}\nstorage: {storage_type: s3, storage_options: {prefetch_window: 6}}\n" + reader,
      DlioVersion::mlperf_v3_0);
  EXPECT_NE(objects.find("    storage_options:\n      prefetch_window: 6\n"), std::string::npos) << objects;
  again("dataset: {format: synthetic}\n" + reader, DlioVersion::v2_0);
  again("train: {computation_time: {type: normal, mean: 0.25, stdev: 0.125}}\n" + reader, DlioVersion::v2_0);
  again("train: {computation_time: {type: uniform, min: 0.25, max: 0.75}}\n" + reader, DlioVersion::v2_0);
  again("train: {computation_time: {type: exponential, scale: 0.25}}\n" + reader, DlioVersion::v2_0);
  again("train: {computation_time: {type: poisson, lam: 4}}\n" + reader, DlioVersion::v2_0);
}

}  // namespace
}  // namespace headrace
