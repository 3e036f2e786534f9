#include "scenarios/loader/dlio/dlio_rules.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

using testing::HasSubstr;

std::string first_place(const std::string& text) {
  const DlioResult result = read(text);
  return result.problems.all().empty() ? ""
                                       : result.problems.all()[0].code + " " + result.problems.all()[0].path;
}

TEST(DlioRules, TheLoaderAndNotTheFrameworkDecidesHowSamplesAreRead) {
  const DlioResult result = read("framework: pytorch\n");
  ASSERT_TRUE(result.usable);
  EXPECT_EQ(result.workload.loader.kind, LoaderKind::tensorflow);
  EXPECT_THAT(result.reason("framework"), HasSubstr("here tensorflow"));
  EXPECT_EQ(read("framework: pytorch\nreader: {data_loader: pytorch}\n").workload.loader.kind,
            LoaderKind::pytorch);
}

TEST(DlioRules, TheSyntheticLoaderReadsNothing) {
  const DlioResult result =
      read("framework: pytorch\nreader: {data_loader: synthetic}\ndataset: {format: npz}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.workload.dataset.format, Format::synthetic);
  EXPECT_EQ(result.workload.loader.kind, LoaderKind::pytorch);
  EXPECT_EQ(result.reason("dataset.format"), "the synthetic loader reads no files");
}

TEST(DlioRules, RecordDimensionsComeBeforeTheRecordLength) {
  const DlioResult result = read(
      "dataset: {record_dims: [2, 3, 5], record_element_type: float32, record_length_bytes: 9,\n"
      "  record_length_bytes_resize: 7}\n"
      "reader: {transformed_record_dims: [10], transformed_record_element_type: float64}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.workload.dataset.record_length, Bytes::count(std::int64_t{2} * 3 * 5 * 4));
  EXPECT_EQ(result.workload.dataset.tensor_length, Bytes::count(std::int64_t{10} * 8));
  EXPECT_EQ(result.reason("dataset.record_length_bytes"), "record_dims comes before it");
  EXPECT_EQ(result.reason("dataset.record_length_bytes_resize"), "record_dims comes before it");
}

TEST(DlioRules, AKeyThatTheRestOfTheFileSwitchesOffIsListed) {
  const DlioResult result = read(
      "workflow: {checkpoint: False}\n"
      "checkpoint: {checkpoint_after_epoch: 5, steps_between_checkpoints: 100}\n"
      "reader: {data_loader: pytorch, transfer_size: 4096, odirect: True}\n"
      "dataset: {format: jpeg, enable_chunking: True}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_THAT(result.reason("checkpoint.checkpoint_after_epoch"), HasSubstr("workflow.checkpoint is off"));
  EXPECT_THAT(result.reason("reader.transfer_size"), HasSubstr("TFRecord"));
  EXPECT_THAT(result.reason("reader.odirect"), HasSubstr("npz and npy"));
  EXPECT_THAT(result.reason("dataset.enable_chunking"), HasSubstr("HDF5"));
}

TEST(DlioRules, OlderFilesGiveTheStandardDeviationByItsOwnKey) {
  const DlioResult result = read(
      "workflow: {evaluation: True}\n"
      "train: {computation_time: 0.3, computation_time_stdev: 0.1}\n"
      "reader: {preprocess_time: 0.2, preprocess_time_stdev: 0.05}\n"
      "evaluation: {eval_time: 0.4, eval_time_stdev: 0.01}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  EXPECT_EQ(result.workload.training.computation_time, Distribution(Law::normal, 300_ms, 100_ms));
  EXPECT_EQ(result.workload.loader.preprocess_time, Distribution(Law::normal, 200_ms, 50_ms));
  EXPECT_EQ(result.workload.evaluation.evaluation_time, Distribution(Law::normal, 400_ms, 10_ms));
  EXPECT_EQ(first_place("train: {computation_time: {mean: 1, stdev: 1}, computation_time_stdev: 0.1}"),
            "E0207 train.computation_time_stdev");
}

TEST(DlioRules, OnlyWhatIsSimulatedIsAccepted) {
  const char* const hdf5 = "dataset: {format: hdf5, ";
  EXPECT_EQ(first_place(std::string(hdf5) + "hdf5: {num_dset_per_record: 1}}"), "");
  EXPECT_EQ(first_place(std::string(hdf5) + "hdf5: {num_dset_per_record: 2}}"),
            "E0206 dataset.hdf5.num_dset_per_record");
  EXPECT_EQ(first_place(std::string(hdf5) + "hdf5: {chunk_dims: []}}"), "");
  EXPECT_EQ(first_place(std::string(hdf5) + "hdf5: {max_shape: [8]}}"), "E0206 dataset.hdf5.max_shape");
  EXPECT_EQ(first_place(std::string(hdf5) + "compression: gzip}"), "E0206 dataset.compression");
  EXPECT_EQ(first_place("dataset: {format: npz, compression: gzip}"), "E0206 dataset.compression");
  EXPECT_EQ(first_place(std::string(hdf5) + "compression: xz}"), "E0206 dataset.compression");
  EXPECT_EQ(first_place("reader: {reader_classname: null}"), "");
  EXPECT_EQ(first_place("checkpoint: {mode: subset}\nworkflow: {checkpoint: True}"), "E0206 checkpoint.mode");
  EXPECT_EQ(first_place("dataset: {format: parquet}"), "E0206 dataset.format");
  EXPECT_EQ(first_place("dataset: {record_dims: [4], record_length_bytes_stdev: 1}"),
            "E0206 dataset.record_length_bytes_stdev");
}

// Up to v1.0 records are cut into squares of chunk_size, from v2.0 on by chunk_dims (the first of records).
TEST(DlioRules, ChunksOfHdf5FollowTheVersion) {
  const std::string text =
      "dataset: {format: hdf5, num_samples_per_file: 8, record_dims: [100, 100], record_element_type: "
      "float32, "
      "compression: gzip, enable_chunking: True, chunk_size: 4096, hdf5: {chunk_dims: [2, 50, 100]}}";
  const Hdf5Spec old = read(text, {}, DlioVersion::v1_0).workload.dataset.containers.hdf5;
  EXPECT_TRUE(old.square);
  EXPECT_EQ(old.chunk, 4096_B);
  EXPECT_EQ(old.samples_per_chunk, 1);
  const Hdf5Spec now = read(text).workload.dataset.containers.hdf5;
  EXPECT_FALSE(now.square);
  EXPECT_EQ(now.chunk, Bytes::count(std::int64_t{2} * 50 * 100 * 4));
  EXPECT_EQ(now.samples_per_chunk, 2);
  EXPECT_EQ(now.filter, Hdf5Filter::gzip);
  EXPECT_EQ(now.stored_per_byte, 1) << "what DLIO writes is random";
}

constexpr const char* kParquet =
    "dataset: {format: parquet, num_samples_per_file: 100, record_length_bytes: 22, parquet: "
    "{row_group_size: 10, "
    "columns: [{name: a, dtype: int8}, {name: b, dtype: float32, size: 3}, {name: c, dtype: float64}, "
    "{name: d, dtype: int8}]}}\nreader: {data_loader: pytorch, read_threads: 4}\n";

// Only the fork of v3.0 reads Parquet, by windows of row groups; selected columns are one range.
TEST(DlioRules, ParquetIsReadByWindowsOfTheV3Fork) {
  EXPECT_EQ(first_place(kParquet), "E0206 dataset.format");
  const DlioResult all = read(kParquet, {}, DlioVersion::mlperf_v3_0);
  ASSERT_TRUE(all.usable) << all.problems.text();
  EXPECT_EQ(all.workload.loader.window, 64);
  EXPECT_EQ(all.workload.dataset.containers.parquet.row_group, 10);
  EXPECT_EQ(all.workload.dataset.containers.parquet.columns, 4);
  EXPECT_EQ(all.workload.dataset.containers.parquet.span, 0_B);
  const DlioResult some =
      read(std::string(kParquet) + "storage: {storage_options: {prefetch_window: 8, columns: [b, d]}}\n", {},
           DlioVersion::mlperf_v3_0);
  ASSERT_TRUE(some.usable) << some.problems.text();
  EXPECT_EQ(some.workload.loader.window, 8);
  EXPECT_EQ(some.workload.dataset.containers.parquet.before, 1_B);
  EXPECT_EQ(some.workload.dataset.containers.parquet.span, 21_B);
}

// Objects are read by windows in the fork of v3.0; other files by workers that start in each epoch.
TEST(DlioRules, ObjectStoresAreReadByWindowsOfTheV3Fork) {
  const std::string text =
      "dataset: {format: npz}\nreader: {data_loader: pytorch}\nstorage: {storage_type: s3}\n";
  EXPECT_EQ(read(text, {}, DlioVersion::mlperf_v3_0).workload.loader.window, 64);
  EXPECT_EQ(read(text).workload.loader.window, 0);
  EXPECT_THAT(read(text).reason("storage.storage_type"), HasSubstr("storage decides"));
  const DlioResult local =
      read("dataset: {format: npz}\nreader: {data_loader: pytorch}\n", {}, DlioVersion::mlperf_v3_0);
  EXPECT_EQ(local.workload.loader.window, 0);
  EXPECT_FALSE(local.workload.loader.persistent_workers);
}

// Only what is read around the page cache is parsed; HDF5 files, which are read whole, are refused.
TEST(DlioRules, ReadersOfTheV3ForkCountBytes) {
  const auto decodes = [](const std::string& format, const std::string& more, DlioVersion version) {
    const DlioResult result =
        read("dataset: {format: " + format + "}\nreader: {data_loader: pytorch" + more + "}\n", {}, version);
    EXPECT_TRUE(result.usable) << result.problems.text();
    return result.workload.loader.decode;
  };
  for (const char* const format : {"npz", "npy", "jpeg", "png"}) {
    EXPECT_FALSE(decodes(format, "", DlioVersion::mlperf_v3_0)) << format;
    EXPECT_TRUE(decodes(format, "", DlioVersion::v2_0)) << format;
    EXPECT_TRUE(decodes(format, "", DlioVersion::main)) << format;
  }
  EXPECT_TRUE(decodes("npz", ", odirect: true", DlioVersion::mlperf_v3_0));
  EXPECT_TRUE(decodes("npy", ", odirect: true", DlioVersion::mlperf_v3_0));
  EXPECT_TRUE(decodes("csv", "", DlioVersion::mlperf_v3_0));
  const DlioResult hdf5 =
      read("dataset: {format: hdf5}\nreader: {data_loader: pytorch}\n", {}, DlioVersion::mlperf_v3_0);
  ASSERT_EQ(hdf5.problems.errors(), 1u);
  EXPECT_EQ(hdf5.problems.all()[0].code + " " + hdf5.problems.all()[0].path, "E0206 dataset.format");
}

TEST(DlioRules, ColumnsOfParquetAreARow) {
  const auto place_of = [](const std::string& text) {
    const DlioResult result = read(text, {}, DlioVersion::mlperf_v3_0);
    return result.problems.all().empty()
               ? ""
               : result.problems.all()[0].code + " " + result.problems.all()[0].path;
  };
  std::string longer = kParquet;
  longer.replace(longer.find("22"), 2, "23");
  EXPECT_EQ(place_of(longer), "E0208 dataset.parquet.columns");
  EXPECT_EQ(place_of(std::string(kParquet) + "storage: {storage_options: {columns: [x]}}\n"),
            "E0208 storage.storage_options.columns");
}

TEST(DlioRules, ContradictionsAreRefused) {
  EXPECT_EQ(first_place("model: {num_layers: 2, parallelism: {pipeline: 4}}"),
            "E0208 model.parallelism.pipeline");
  EXPECT_EQ(first_place("dataset: {record_dims: [4], record_element_type: int32, record_element_bytes: 8}"),
            "E0208 dataset.record_element_bytes");
  EXPECT_EQ(first_place("dataset: {record_dims: [1000000, 1000000, 1000000]}"), "E0204 dataset.record_dims");
}

}  // namespace
}  // namespace headrace
