// The keys of a DLIO file: which there are, of what kind, and what becomes of
// each in a simulation.
//
// One table, one row a key. A row says where an honoured value goes, why a key
// has no effect, or which values are simulated and what is missing for the
// others. `data_reader` is DLIO's other name for `reader` and has no rows.
// Rules that span keys are in dlio_rules.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/jobs/training/workload_spec.h"

namespace headrace {

enum class DlioLoader : std::uint8_t { pytorch, tensorflow, synthetic };
enum class DlioFramework : std::uint8_t { tensorflow, pytorch };

// Draft of a workload: what the keys said one by one, before rules that span them.
struct DlioDraft {
  WorkloadSpec spec;
  DlioFramework framework = DlioFramework::tensorflow;
  DlioLoader loader = DlioLoader::tensorflow;
  std::vector<std::int64_t> record_dims, tensor_dims;
  std::int64_t record_element_bytes = 1, tensor_element_bytes = 1;  // By the elements' type.
  std::int64_t said_element_bytes = 0;                              // By a key of its own; 0: not said.
  Duration computation_stdev, preprocess_stdev, evaluation_stdev;
  DlioVersion version = DlioVersion::v2_0;
  bool object_store = false;  // By storage.storage_type.
  std::int64_t prefetch_window = 64;
  bool enable_chunking = false;
  Bytes chunk_size;
  std::vector<std::int64_t> chunk_dims;
};

// Kinds of values, in the order of the alternatives of DlioTarget.
enum class DlioKind : std::uint8_t { any, integer, number, flag, bytes, seconds, law, text, integers, word };

struct DlioWordTarget {
  void (*set)(DlioDraft&, std::size_t) = nullptr;
};

using DlioTarget = std::variant<std::monostate, std::int64_t* (*)(DlioDraft&), double* (*)(DlioDraft&),
                                bool* (*)(DlioDraft&), Bytes* (*)(DlioDraft&), Duration* (*)(DlioDraft&),
                                Distribution* (*)(DlioDraft&), std::string* (*)(DlioDraft&),
                                std::vector<std::int64_t>* (*)(DlioDraft&), DlioWordTarget>;

enum class DlioEffect : std::uint8_t {
  honoured,      // The value goes to the target.
  none,          // A simulation has no use for it, and `reason` says why.
  default_only,  // Only the default is simulated, and `reason` says what is missing.
};

// Condition that must hold for a key to matter; where it does not, the key has no effect.
enum class DlioUse : std::uint8_t {
  always,
  reading,
  training,
  no_training,
  checkpoint,
  evaluation,
  pytorch,
  tensorflow,
  tfrecord_stream,
  numpy_files,
  hdf5_files,
  old_hdf5_files,
  new_hdf5_files,
  parquet_files,
  windows,
  object_stores,
  storage_type,
  record_dims,
  tensor_dims
};

struct DlioKey {
  std::string_view path;
  DlioKind kind = DlioKind::any;
  DlioEffect effect = DlioEffect::none;
  std::string_view reason = {};  // On an honoured row: a note.
  DlioTarget target = {};
  DlioUse use = DlioUse::always;
  std::span<const std::string_view> words = {};
  std::size_t simulated_words = 0;  // The first of `words`; DLIO knows the others, headrace does not yet.
  std::string_view canonical = {};  // The key whose other name this is.
  bool minus_one_or_more = false;   // -1 switches off, and 0 means nothing.
};

std::span<const DlioKey> dlio_keys();

// The bytes of each word of record_element_type, transformed_record_element_type, model_datatype and
// optimizer_datatype.
std::int64_t dlio_element_bytes(std::size_t word);
std::int64_t dlio_datatype_bytes(std::size_t word);
// The bytes of a value of a Parquet column of this type; 4, as of float32, where DLIO does not know it.
std::int64_t dlio_column_bytes(std::string_view type);

// nullptr where DLIO has no such key. Takes `data_reader.` for `reader.`.
const DlioKey* find_dlio_key(std::string_view path);

// "dataset.record_length_bytes" for the row of "dataset.record_length".
constexpr std::string_view canonical_path(const DlioKey& key) {
  return key.canonical.empty() ? key.path : key.canonical;
}

// Says whether keys begin with this path: "reader", "model.parallelism".
bool is_dlio_section(std::string_view path);

// The last words of the keys and sections of a section, for suggestions; "" is the top.
std::vector<std::string_view> dlio_names_in(std::string_view section);

// Says whether workers read by a window of files or row groups, as MLPerf Storage v3.0 does of object stores
// and Parquet files.
bool reads_by_window(const DlioDraft& draft);

// Say whether the workload makes use of such keys, and why it does not.
bool holds(DlioUse use, const DlioDraft& draft);
std::string_view unmet(DlioUse use);

}  // namespace headrace
