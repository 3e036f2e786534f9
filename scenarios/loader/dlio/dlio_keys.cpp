#include "scenarios/loader/dlio/dlio_keys.h"

namespace headrace {
namespace {

using D = DlioDraft;
using Kind = DlioKind;
using Use = DlioUse;
using Text = std::string_view;

// Returns what must hold for the keys of a section to matter, where a row says nothing else.
constexpr Use use_of_section(Text path) {
  const Text section = path.substr(0, path.find('.'));
  if (section == "dataset" || section == "reader") return Use::reading;
  if (section == "train" || section == "metric" || section == "output") return Use::training;
  if (section == "evaluation") return Use::evaluation;
  return section == "checkpoint" || section == "model" ? Use::checkpoint : Use::always;
}

constexpr DlioKey honour(Text path, DlioTarget target, Use use) {
  return {path, static_cast<Kind>(target.index()), DlioEffect::honoured, {}, target, use};
}
constexpr DlioKey honour(Text path, DlioTarget target) { return honour(path, target, use_of_section(path)); }
// -1 switches off, 0 means nothing.
constexpr DlioKey minus_one(DlioKey key) {
  key.minus_one_or_more = true;
  return key;
}
constexpr DlioKey same(Text path, const DlioKey& key, Text note = {}) {
  DlioKey other = key;
  other.path = path;
  other.canonical = key.path;
  if (!note.empty()) other.reason = note;
  return other;
}
constexpr DlioKey ignore(Text path, Kind kind, Text reason) { return {path, kind, DlioEffect::none, reason}; }
constexpr DlioKey only_default(Text path, Kind kind, Text missing, Use use) {
  return {path, kind, DlioEffect::default_only, missing, {}, use};
}
constexpr DlioKey only_default(Text path, Kind kind, Text missing) {
  return only_default(path, kind, missing, use_of_section(path));
}
// Makes a key whose value is one of some words. The first `simulated` of them are simulated, the others are
// DLIO's as well.
constexpr DlioKey choose(Text path, std::span<const Text> words, std::size_t simulated, Text missing,
                         void (*set)(D&, std::size_t), Use use) {
  const DlioEffect effect = set != nullptr ? DlioEffect::honoured : DlioEffect::default_only;
  return {path, Kind::word, effect, missing, DlioWordTarget{set}, use, words, simulated};
}
constexpr DlioKey choose(Text path, std::span<const Text> words, std::size_t simulated, Text missing,
                         void (*set)(D&, std::size_t) = nullptr) {
  return choose(path, words, simulated, missing, set, use_of_section(path));
}

constexpr Text kFiles = "the data set is simulated, and nothing is generated, kept or named";
constexpr Text kOwnCode = "code of the user's own takes DLIO's place, and what it does cannot be known";
constexpr Text kListing = "a job's start-up says whether the data set is listed";
constexpr Text kStorage = "the scenario's storage decides what is read from";
constexpr Text kCredential = "a simulation needs no credentials; the value was dropped unread";
constexpr Text kOutput = "results go where the scenario's run puts them";
constexpr Text kMemory = "merging memory pages serves the benchmark's host; no memory is filled here";

constexpr Text kFrameworks[] = {"tensorflow", "pytorch"};
constexpr Text kDlioFormats[] = {"npz",
                                 "npy",
                                 "jpeg",
                                 "png",
                                 "hdf5",
                                 "csv",
                                 "tfrecord",
                                 "parquet",
                                 "indexed_binary",
                                 "mmap_indexed_binary",
                                 "synthetic",
                                 "hdf5_opt"};
constexpr Text kLoaders[] = {"pytorch", "tensorflow", "synthetic", "dali", "native_dali", "custom"};
constexpr Text kCompressions[] = {"none", "gzip", "lzf", "zip", "bz2", "xz"};
constexpr Text kStorageTypes[] = {"local_fs", "parallel_fs", "s3", "aistore"};
constexpr std::size_t kFirstObjectStore = 2;
constexpr Text kLibraries[] = {"s3dlio", "minio", "s3torchconnector"};
constexpr Text kFileAccesses[] = {"multi", "shared", "collective"};
constexpr Text kReadTypes[] = {"on_demand", "memory"};
constexpr Text kContexts[] = {"fork", "spawn", "forkserver"};
constexpr Text kCheckpointModes[] = {"default", "subset"};
constexpr Text kDatatypes[] = {"fp16", "bf16", "fp32", "int8", "uint8"};
constexpr std::int64_t kDatatypeBytes[] = {2, 2, 4, 1, 1};
constexpr Text kElements[] = {"uint8", "int8",    "bool",   "uint16", "int16",   "float16",   "uint32",
                              "int32", "float32", "uint64", "int64",  "float64", "complex64", "complex128"};
constexpr std::int64_t kElementBytes[] = {1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 8, 16};

constexpr DlioKey kRecordLength =
    honour("dataset.record_length_bytes", [](D& d) { return &d.spec.dataset.record_length; });
constexpr DlioKey kRecordStdev =
    honour("dataset.record_length_bytes_stdev", [](D& d) { return &d.spec.dataset.record_length_stdev; });
constexpr DlioKey kRecordResize =
    honour("dataset.record_length_bytes_resize", [](D& d) { return &d.spec.dataset.tensor_length; });
constexpr DlioKey kEvaluation =
    honour("workflow.evaluation", [](D& d) { return &d.spec.evaluation.enabled; });
constexpr DlioKey kModelSize =
    honour("model.model_size_bytes", [](D& d) { return &d.spec.checkpoint.model_size; });
constexpr DlioKey kLayers =
    minus_one(honour("model.num_layers", [](D& d) { return &d.spec.checkpoint.transformer.layers; }));
constexpr DlioKey kLayerParameters =
    honour("model.layer_parameters", [](D& d) { return &d.spec.checkpoint.layer_elements; });
constexpr DlioKey kOptimizationGroups =
    honour("model.optimization_groups", [](D& d) { return &d.spec.checkpoint.optimizer_elements; });
constexpr DlioKey kModelName = honour("model.name", [](D& d) { return &d.spec.model; }, Use::always);

constexpr DlioKey kKeys[] = {
    kModelName,
    same("model", kModelName),
    ignore("model.type", Kind::text,
           "sizes follow from num_layers, transformer and model_size_bytes, not from it"),
    kModelSize,
    same("model.model_size", kModelSize,
         "honoured as model_size_bytes, though the newest DLIO ignores this spelling and writes 10240 bytes"),
    same("checkpoint.model_size", kModelSize),
    kLayers,
    same("checkpoint.num_layers", kLayers),
    kLayerParameters,
    same("checkpoint.layer_parameters", kLayerParameters),
    kOptimizationGroups,
    same("checkpoint.optimization_groups", kOptimizationGroups),
    choose("model.model_datatype", kDatatypes, 5, {},
           [](D& d, std::size_t i) {
             d.spec.checkpoint.transformer.model_bytes_per_element = dlio_datatype_bytes(i);
           }),
    choose("model.optimizer_datatype", kDatatypes, 5, {},
           [](D& d, std::size_t i) {
             d.spec.checkpoint.transformer.optimizer_bytes_per_element = dlio_datatype_bytes(i);
           }),
    honour("model.parallelism.tensor", [](D& d) { return &d.spec.checkpoint.parallelism.tensor; }),
    honour("model.parallelism.pipeline", [](D& d) { return &d.spec.checkpoint.parallelism.pipeline; }),
    minus_one(honour("model.parallelism.data", [](D& d) { return &d.spec.checkpoint.parallelism.data; })),
    honour("model.parallelism.zero_stage", [](D& d) { return &d.spec.checkpoint.parallelism.zero_stage; }),
    honour("model.transformer.hidden_size", [](D& d) { return &d.spec.checkpoint.transformer.hidden_size; }),
    honour("model.transformer.ffn_hidden_size",
           [](D& d) { return &d.spec.checkpoint.transformer.ffn_hidden_size; }),
    honour("model.transformer.vocab_size",
           [](D& d) { return &d.spec.checkpoint.transformer.vocabulary_size; }),
    honour("model.transformer.num_attention_heads",
           [](D& d) { return &d.spec.checkpoint.transformer.attention_heads; }),
    honour("model.transformer.num_kv_heads",
           [](D& d) { return &d.spec.checkpoint.transformer.key_value_heads; }),

    choose("framework", kFrameworks, 2, {},
           [](D& d, std::size_t i) { d.framework = static_cast<DlioFramework>(i); }),

    ignore("workflow.generate_data", Kind::flag, "the data set exists before the run"),
    honour("workflow.train", [](D& d) { return &d.spec.training.enabled; }),
    honour("workflow.checkpoint", [](D& d) { return &d.spec.checkpoint.enabled; }),
    kEvaluation,
    same("workflow.do_eval", kEvaluation),
    ignore("workflow.profiling", Kind::flag, "the simulation measures everything itself"),
    ignore("workflow.debug", Kind::flag, "it prints more and changes nothing"),

    choose("dataset.format", kDlioFormats, 11, "this format",
           [](D& d, std::size_t i) { d.spec.dataset.format = static_cast<Format>(i); }),
    honour("dataset.num_files_train", [](D& d) { return &d.spec.dataset.files; }),
    honour(
        "dataset.num_files_eval", [](D& d) { return &d.spec.evaluation_files; }, Use::evaluation),
    honour("dataset.num_samples_per_file", [](D& d) { return &d.spec.dataset.samples_per_file; }),
    honour(
        "dataset.eval_num_samples_per_file", [](D& d) { return &d.spec.evaluation_samples_per_file; },
        Use::evaluation),
    honour("dataset.num_subfolders_train", [](D& d) { return &d.spec.dataset.subfolders; }),
    ignore("dataset.num_subfolders_eval", Kind::integer,
           "evaluation files are spread over as many directories as training files"),
    kRecordLength,
    same("dataset.record_length", kRecordLength),
    kRecordStdev,
    same("dataset.record_length_stdev", kRecordStdev),
    kRecordResize,
    same("dataset.record_length_resize", kRecordResize),
    honour("dataset.record_dims", [](D& d) { return &d.record_dims; }),
    choose(
        "dataset.record_element_type", kElements, 14, {},
        [](D& d, std::size_t i) { d.record_element_bytes = dlio_element_bytes(i); }, Use::record_dims),
    honour(
        "dataset.record_element_bytes", [](D& d) { return &d.said_element_bytes; }, Use::record_dims),
    ignore("dataset.data_folder", Kind::text, kFiles),
    ignore("dataset.file_prefix", Kind::text, kFiles),
    ignore("dataset.keep_files", Kind::flag, kFiles),
    ignore("dataset.generation_buffer_size", Kind::bytes, kFiles),
    choose("dataset.compression", kCompressions, 3, "compressed files",
           [](D& d, std::size_t i) { d.spec.dataset.containers.hdf5.filter = static_cast<Hdf5Filter>(i); }),
    ignore("dataset.compression_level", Kind::integer,
           "the bytes that DLIO writes are random, and no level makes them smaller"),
    honour(
        "dataset.enable_chunking", [](D& d) { return &d.enable_chunking; }, Use::old_hdf5_files),
    honour(
        "dataset.chunk_size", [](D& d) { return &d.chunk_size; }, Use::old_hdf5_files),
    honour(
        "dataset.hdf5.chunk_dims", [](D& d) { return &d.chunk_dims; }, Use::new_hdf5_files),
    only_default("dataset.hdf5.max_shape", Kind::integers,
                 "resizable HDF5 files, whose chunks h5py chooses by itself", Use::new_hdf5_files),
    honour(
        "dataset.parquet.row_group_size", [](D& d) { return &d.spec.dataset.containers.parquet.row_group; },
        Use::parquet_files),
    {"dataset.parquet.columns", Kind::any, DlioEffect::honoured, {}, {}, Use::parquet_files},
    ignore("dataset.parquet.read_mode", Kind::text, "the benchmark does not read it: row groups are read"),
    ignore("dataset.parquet.partition_by", Kind::text, kFiles),
    ignore("dataset.parquet.generation_batch_size", Kind::integer, kFiles),
    ignore("dataset.parquet.use_s3dlio_gen", Kind::flag, kFiles),
    ignore("dataset.skip_listing", Kind::flag, kListing),
    ignore("dataset.listing_validation_interval", Kind::integer, kListing),
    only_default("dataset.hdf5.num_dset_per_record", Kind::integer, "a record in several HDF5 data sets",
                 Use::hdf5_files),

    choose("reader.data_loader", kLoaders, 3, "a loader with threads and queues of its own",
           [](D& d, std::size_t i) { d.loader = static_cast<DlioLoader>(i); }),
    honour(
        "reader.batch_size", [](D& d) { return &d.spec.loader.batch_size; }, Use::training),
    honour(
        "reader.batch_size_eval", [](D& d) { return &d.spec.loader.batch_size_evaluation; }, Use::evaluation),
    honour("reader.read_threads", [](D& d) { return &d.spec.loader.read_threads; }),
    honour(
        "reader.computation_threads", [](D& d) { return &d.spec.loader.computation_threads; },
        Use::tensorflow),
    honour("reader.prefetch_size", [](D& d) { return &d.spec.loader.prefetch_size; }),
    honour(
        "reader.transfer_size", [](D& d) { return &d.spec.loader.transfer_size; }, Use::tfrecord_stream),
    choose("reader.file_shuffle", kShuffles, 3, {},
           [](D& d, std::size_t i) { d.spec.loader.file_shuffle = static_cast<Shuffle>(i); }),
    choose("reader.sample_shuffle", kShuffles, 3, {},
           [](D& d, std::size_t i) { d.spec.loader.sample_shuffle = static_cast<Shuffle>(i); }),
    honour(
        "reader.shuffle_size", [](D& d) { return &d.spec.loader.shuffle_size; }, Use::tensorflow),
    honour(
        "reader.odirect", [](D& d) { return &d.spec.loader.direct_io; }, Use::numpy_files),
    honour(
        "reader.pin_memory", [](D& d) { return &d.spec.loader.pin_memory; }, Use::pytorch),
    honour("reader.preprocess_time", [](D& d) { return &d.spec.loader.preprocess_time; }),
    honour("reader.preprocess_time_stdev", [](D& d) { return &d.preprocess_stdev; }),
    honour("reader.transformed_record_dims", [](D& d) { return &d.tensor_dims; }),
    choose(
        "reader.transformed_record_element_type", kElements, 14, {},
        [](D& d, std::size_t i) { d.tensor_element_bytes = dlio_element_bytes(i); }, Use::tensor_dims),
    only_default("reader.data_loader_classname", Kind::text, kOwnCode),
    only_default("reader.reader_classname", Kind::text, kOwnCode),
    ignore("reader.data_loader_sampler", Kind::text,
           "the loader and the format decide in which order samples are read"),
    ignore("reader.dont_use_mmap", Kind::flag, "the format decides whether files are mapped"),
    choose("reader.file_access", kFileAccesses, 1, "one file written or read by all ranks together"),
    choose("reader.read_type", kReadTypes, 1, "a data set that is read into memory before training"),
    choose("reader.multiprocessing_context", kContexts, 1, "starting workers other than by fork", nullptr,
           Use::pytorch),

    honour("train.epochs", [](D& d) { return &d.spec.training.epochs; }),
    honour("train.computation_time", [](D& d) { return &d.spec.training.computation_time; }),
    honour("train.computation_time_stdev", [](D& d) { return &d.computation_stdev; }),
    minus_one(
        honour("train.total_training_steps", [](D& d) { return &d.spec.training.total_training_steps; })),
    minus_one(honour(
        "train.total_eval_steps", [](D& d) { return &d.spec.evaluation.total_steps; }, Use::evaluation)),
    honour("train.seed", [](D& d) { return &d.spec.training.seed; }),
    honour("train.seed_change_epoch", [](D& d) { return &d.spec.training.seed_change_epoch; }),

    honour("evaluation.eval_time", [](D& d) { return &d.spec.evaluation.evaluation_time; }),
    honour("evaluation.eval_time_stdev", [](D& d) { return &d.evaluation_stdev; }),
    honour("evaluation.eval_after_epoch", [](D& d) { return &d.spec.evaluation.after_epoch; }),
    honour("evaluation.epochs_between_evals", [](D& d) { return &d.spec.evaluation.epochs_between; }),
    ignore("evaluation.steps_between_evals", Kind::integer,
           "DLIO does not read it: evaluations follow epochs"),

    honour("checkpoint.checkpoint_after_epoch", [](D& d) { return &d.spec.checkpoint.after_epoch; }),
    honour("checkpoint.epochs_between_checkpoints", [](D& d) { return &d.spec.checkpoint.epochs_between; }),
    minus_one(honour("checkpoint.steps_between_checkpoints",
                     [](D& d) { return &d.spec.checkpoint.steps_between; })),
    minus_one(honour(
        "checkpoint.time_between_checkpoints", [](D& d) { return &d.spec.checkpoint.time_between; },
        Use::no_training)),
    honour(
        "checkpoint.num_checkpoints_write", [](D& d) { return &d.spec.checkpoint.writes; }, Use::no_training),
    honour(
        "checkpoint.num_checkpoints_read", [](D& d) { return &d.spec.checkpoint.reads; }, Use::no_training),
    choose("checkpoint.type", kCheckpointRanks, 2, {},
           [](D& d, std::size_t i) { d.spec.checkpoint.ranks = static_cast<CheckpointRanks>(i); }),
    choose("checkpoint.mode", kCheckpointModes, 1, "checkpoints of a part of the ranks"),
    honour("checkpoint.fsync", [](D& d) { return &d.spec.checkpoint.fsync; }),
    honour("checkpoint.rank_sync", [](D& d) { return &d.spec.checkpoint.rank_sync; }),
    honour("checkpoint.recovery_rank_shift", [](D& d) { return &d.spec.checkpoint.recovery_rank_shift; }),
    only_default("checkpoint.checkpoint_mechanism_classname", Kind::text, kOwnCode),
    ignore("checkpoint.checkpoint_folder", Kind::text,
           "the job's storage and layout decide where checkpoints go"),
    ignore("checkpoint.randomize_tensor", Kind::flag, "what a tensor holds takes no time on a storage"),
    ignore("checkpoint.ksm.await_time", Kind::seconds, kMemory),
    ignore("checkpoint.ksm.high_ram_trigger", Kind::number, kMemory),
    ignore("checkpoint.ksm.low_ram_exit", Kind::number, kMemory),
    ignore("checkpoint.ksm.madv_mergeable_id", Kind::integer, kMemory),

    honour("metric.au", [](D& d) { return &d.spec.metric.au_threshold; }),
    honour("output.metric.exclude_start_steps", [](D& d) { return &d.spec.metric.exclude_start_steps; }),
    honour("output.metric.exclude_end_steps", [](D& d) { return &d.spec.metric.exclude_end_steps; }),
    ignore("output.folder", Kind::text, kOutput),
    ignore("output.log_file", Kind::text, kOutput),
    ignore("profiling.profiler", Kind::text, "the simulation measures everything itself"),
    ignore("profiling.iostat_devices", Kind::any, "the simulation measures everything itself"),

    choose(
        "storage.storage_type", kStorageTypes, 4, {},
        [](D& d, std::size_t i) { d.object_store = i >= kFirstObjectStore; }, Use::storage_type),
    honour(
        "storage.storage_options.prefetch_window", [](D& d) { return &d.prefetch_window; }, Use::windows),
    choose("storage.storage_options.storage_library", kLibraries, 1,
           "a client library with threads and chunks of its own", nullptr, Use::object_stores),
    choose("storage.storage_library", kLibraries, 1, "a client library with threads and chunks of its own",
           nullptr, Use::object_stores),
    ignore("storage.s3_force_path_style", Kind::any, kStorage),
    ignore("storage.post_generation_settle_seconds", Kind::any, kFiles),
    {"storage.storage_options.columns", Kind::any, DlioEffect::honoured, {}, {}, Use::parquet_files},
    ignore("storage.storage_root", Kind::text, kStorage),
    ignore("storage.storage_options", Kind::any, kStorage),
    ignore("storage.storage_options.access_key_id", Kind::any, kCredential),
    ignore("storage.storage_options.secret_access_key", Kind::any, kCredential),
    ignore("storage.storage_options.endpoint_url", Kind::any, kStorage),
    ignore("storage.storage_options.region", Kind::any, kStorage),
    ignore("storage.storage_options.s3_force_path_style", Kind::any, kStorage),
    ignore("storage.storage_options.s3_max_attempts", Kind::any, kStorage),
};

}  // namespace

std::span<const DlioKey> dlio_keys() { return kKeys; }
std::int64_t dlio_element_bytes(std::size_t word) { return kElementBytes[word]; }
std::int64_t dlio_datatype_bytes(std::size_t word) { return kDatatypeBytes[word]; }
std::int64_t dlio_column_bytes(std::string_view type) {
  for (std::size_t i = 0; i < std::size(kElements); ++i)
    if (kElements[i] == type) return kElementBytes[i];
  return 4;
}

}  // namespace headrace
