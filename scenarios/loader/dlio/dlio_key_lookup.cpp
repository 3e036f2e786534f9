#include <algorithm>

#include "scenarios/loader/dlio/dlio_keys.h"

namespace headrace {
namespace {

constexpr std::string_view kOldReader = "data_reader";
constexpr std::string_view kReader = "reader";

std::string with_reader(std::string_view path) {
  if (path != kOldReader && !path.starts_with("data_reader.")) return std::string(path);
  return std::string(kReader).append(path.substr(kOldReader.size()));
}

bool reads(const DlioDraft& draft) { return draft.spec.training.enabled || draft.spec.evaluation.enabled; }

bool is_numpy(Format format) { return format == Format::npz || format == Format::npy; }

}  // namespace

const DlioKey* find_dlio_key(std::string_view path) {
  const std::string wanted = with_reader(path);
  const auto keys = dlio_keys();
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const DlioKey& key) { return key.path == wanted; });
  return found == keys.end() ? nullptr : &*found;
}

bool is_dlio_section(std::string_view path) {
  const std::string prefix = with_reader(path) + ".";
  const auto keys = dlio_keys();
  return std::any_of(keys.begin(), keys.end(),
                     [&](const DlioKey& key) { return key.path.starts_with(prefix); });
}

std::vector<std::string_view> dlio_names_in(std::string_view section) {
  const std::string prefix = section.empty() ? "" : with_reader(section) + ".";
  std::vector<std::string_view> names;
  for (const DlioKey& key : dlio_keys()) {
    if (!key.path.starts_with(prefix)) continue;
    std::string_view name = key.path.substr(prefix.size());
    name = name.substr(0, name.find('.'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (section.empty()) names.push_back(kOldReader);
  return names;
}

bool reads_by_window(const DlioDraft& draft) {
  const Format format = draft.spec.dataset.format;
  const bool objects = draft.object_store && cost_of(format).pattern == ReadPattern::whole_file;
  return draft.version == DlioVersion::mlperf_v3_0 && (objects || format == Format::parquet);
}

bool holds(DlioUse use, const DlioDraft& draft) {
  const WorkloadSpec& w = draft.spec;
  const bool tensorflow = reads(draft) && draft.loader == DlioLoader::tensorflow;
  const bool hdf5 = reads(draft) && w.dataset.format == Format::hdf5;
  switch (use) {
    case DlioUse::always: return true;
    case DlioUse::reading: return reads(draft);
    case DlioUse::training: return w.training.enabled;
    case DlioUse::no_training: return !w.training.enabled && w.checkpoint.enabled;
    case DlioUse::checkpoint: return w.checkpoint.enabled;
    case DlioUse::evaluation: return w.evaluation.enabled;
    case DlioUse::pytorch: return reads(draft) && draft.loader == DlioLoader::pytorch;
    case DlioUse::tensorflow: return tensorflow;
    case DlioUse::tfrecord_stream: return tensorflow && w.dataset.format == Format::tfrecord;
    case DlioUse::numpy_files: return reads(draft) && is_numpy(w.dataset.format);
    case DlioUse::hdf5_files: return hdf5;
    case DlioUse::old_hdf5_files: return hdf5 && is_old(draft.version);
    case DlioUse::new_hdf5_files: return hdf5 && !is_old(draft.version);
    case DlioUse::parquet_files: return reads(draft) && w.dataset.format == Format::parquet;
    case DlioUse::windows: return reads(draft) && reads_by_window(draft);
    case DlioUse::object_stores: return reads(draft) && reads_by_window(draft) && draft.object_store;
    case DlioUse::storage_type: return draft.version == DlioVersion::mlperf_v3_0;
    case DlioUse::record_dims: return reads(draft) && !draft.record_dims.empty();
    case DlioUse::tensor_dims: return reads(draft) && !draft.tensor_dims.empty();
  }
  return true;
}

std::string_view unmet(DlioUse use) {
  switch (use) {
    case DlioUse::always: return "";
    case DlioUse::reading: return "nothing is read: workflow.train and workflow.evaluation are off";
    case DlioUse::training: return "nothing is trained: workflow.train is off";
    case DlioUse::no_training: return "used only where workflow.train is off and workflow.checkpoint is on";
    case DlioUse::checkpoint: return "there are no checkpoints: workflow.checkpoint is off";
    case DlioUse::evaluation: return "nothing is evaluated: workflow.evaluation is off";
    case DlioUse::pytorch: return "only the PyTorch loader uses it";
    case DlioUse::tensorflow: return "only the TensorFlow loader uses it";
    case DlioUse::tfrecord_stream: return "only the TensorFlow loader's TFRecord reader uses it";
    case DlioUse::numpy_files: return "only the readers of npz and npy files use it";
    case DlioUse::hdf5_files: return "only HDF5 files have it";
    case DlioUse::old_hdf5_files: return "only HDF5 files of DLIO up to v1.0 are cut by it";
    case DlioUse::new_hdf5_files: return "only HDF5 files of DLIO from v2.0 on are cut by it";
    case DlioUse::parquet_files: return "only Parquet files have it";
    case DlioUse::windows:
      return "only the readers of Parquet files and of object stores of MLPerf Storage v3.0 use it";
    case DlioUse::object_stores: return "only the readers of object stores of MLPerf Storage v3.0 use it";
    case DlioUse::storage_type: return "the scenario's storage decides what is read from";
    case DlioUse::record_dims: return "sizes follow from record_length_bytes where record_dims is not given";
    case DlioUse::tensor_dims: return "used only with transformed_record_dims";
  }
  return "";
}

}  // namespace headrace
