#include "scenarios/loader/dlio/dlio_config.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/loader/dlio/dlio_keys.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Section: a key with its value, or keys and sections in the order in which they were added. A section with a
// value, which is a model up to v1.0, has that for its name.
struct Section {
  std::string name, value;
  std::vector<Section> parts;

  Section& at(std::string_view path) {
    const std::size_t dot = path.find('.');
    const std::string first(path.substr(0, dot));
    auto found =
        std::find_if(parts.begin(), parts.end(), [&](const Section& part) { return part.name == first; });
    if (found == parts.end()) found = parts.insert(parts.end(), Section{first, "", {}});
    return dot == std::string_view::npos ? *found : found->at(path.substr(dot + 1));
  }
  void write(std::string& out, const std::string& indent) const {
    for (const Section& part : parts) {
      out += indent + part.name + ":" + (part.parts.empty() ? " " + part.value : "") + "\n";
      if (!part.parts.empty() && !part.value.empty()) out += indent + "  name: " + part.value + "\n";
      part.write(out, indent + "  ");
    }
  }
};

// "0.323": exact, as the clock counts nanoseconds.
std::string seconds_text(Duration time) {
  std::string digits = std::to_string(std::abs(time.ns()));
  if (digits.size() < 10) digits.insert(0, 10 - digits.size(), '0');
  digits.insert(digits.size() - 9, ".");
  while (digits.ends_with("00")) digits.pop_back();
  if (digits.ends_with('0') && !digits.ends_with(".0")) digits.pop_back();
  return (time < Duration() ? "-" : "") + digits;
}

std::string law_text(const Distribution& law) {
  const auto pair = [](const char* first, double a, const char* second, double b) {
    return std::string(first) + ": " + number_text(a) + ", " + second + ": " + number_text(b);
  };
  const double mean = law.mean().in_seconds(), spread = law.spread().in_seconds();
  switch (law.law()) {
    case Law::normal: return "{type: normal, " + pair("mean", mean, "stdev", spread) + "}";
    case Law::uniform: return "{type: uniform, " + pair("min", mean - spread, "max", mean + spread) + "}";
    case Law::gamma: {
      const double ratio = mean / spread;
      return "{type: gamma, " + pair("shape", ratio * ratio, "scale", spread / ratio) + "}";
    }
    case Law::exponential: return "{type: exponential, scale: " + number_text(mean) + "}";
    case Law::poisson: return "{type: poisson, lam: " + number_text(mean) + "}";
    default: return seconds_text(law.mean());  // DLIO has no lognormal time.
  }
}

std::string list_text(const std::vector<std::int64_t>& values) {
  std::string text;
  for (const std::int64_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

// Returns the value of a key's target as YAML has it; nothing where the key's words are told apart by hand.
std::optional<std::string> value_of(const DlioKey& key, DlioDraft& draft) {
  struct Text {
    DlioDraft& draft;
    std::optional<std::string> operator()(std::monostate) const { return std::nullopt; }
    std::optional<std::string> operator()(const DlioWordTarget&) const { return std::nullopt; }
    std::optional<std::string> operator()(std::int64_t* (*at)(DlioDraft&)) const {
      return std::to_string(*at(draft));
    }
    std::optional<std::string> operator()(double* (*at)(DlioDraft&)) const { return number_text(*at(draft)); }
    std::optional<std::string> operator()(bool* (*at)(DlioDraft&)) const {
      return *at(draft) ? "true" : "false";
    }
    std::optional<std::string> operator()(Bytes* (*at)(DlioDraft&)) const {
      return std::to_string(at(draft)->count());
    }
    std::optional<std::string> operator()(Duration* (*at)(DlioDraft&)) const {
      return seconds_text(*at(draft));
    }
    std::optional<std::string> operator()(Distribution* (*at)(DlioDraft&)) const {
      return law_text(*at(draft));
    }
    std::optional<std::string> operator()(std::string* (*at)(DlioDraft&)) const { return *at(draft); }
    std::optional<std::string> operator()(std::vector<std::int64_t>* (*at)(DlioDraft&)) const {
      return list_text(*at(draft));
    }
  };
  return std::visit(Text{draft}, key.target);
}

constexpr std::string_view kAlways[] = {"model.name",
                                        "workflow.train",
                                        "workflow.checkpoint",
                                        "dataset.num_files_train",
                                        "dataset.num_samples_per_file",
                                        "dataset.record_length_bytes",
                                        "reader.batch_size",
                                        "reader.read_threads",
                                        "train.epochs",
                                        "train.computation_time",
                                        "metric.au"};

// Keys that DLIO up to v1.0 spells otherwise.
constexpr std::pair<std::string_view, std::string_view> kOldSpellings[] = {
    {"model.name", "model"},
    {"model.model_size_bytes", "checkpoint.model_size"},
    {"model.num_layers", "checkpoint.num_layers"},
    {"model.layer_parameters", "checkpoint.layer_parameters"},
    {"model.optimization_groups", "checkpoint.optimization_groups"},
    {"dataset.record_length_bytes", "dataset.record_length"},
    {"dataset.record_length_bytes_stdev", "dataset.record_length_stdev"},
    {"dataset.record_length_bytes_resize", "dataset.record_length_resize"}};

std::string spelled(std::string_view path, DlioVersion version) {
  for (const auto& [now, then] : kOldSpellings)
    if (is_old(version) && path == now) return std::string(then);
  return std::string(path);
}

// Returns a draft with the workload, and with what rules make of several keys taken apart again.
DlioDraft draft_of(const WorkloadSpec& workload, DlioVersion version) {
  DlioDraft draft;
  draft.spec = workload;
  draft.version = version;
  const bool pytorch = workload.loader.kind == LoaderKind::pytorch;
  draft.framework = pytorch ? DlioFramework::pytorch : DlioFramework::tensorflow;
  draft.loader = pytorch ? DlioLoader::pytorch : DlioLoader::tensorflow;
  if (workload.dataset.format == Format::synthetic) draft.loader = DlioLoader::synthetic;
  const Hdf5Spec& hdf5 = workload.dataset.containers.hdf5;
  if (hdf5.is_chunked() && is_old(version)) {
    draft.enable_chunking = true;
    draft.chunk_size = hdf5.chunk;
  } else if (hdf5.is_chunked()) {
    draft.chunk_dims = {hdf5.samples_per_chunk, hdf5.chunk.count() / hdf5.samples_per_chunk};
  }
  if (workload.loader.window > 0) {
    draft.object_store = workload.dataset.format != Format::parquet;
    draft.prefetch_window = workload.loader.window;
  }
  return draft;
}

// Returns the word for so many bytes an element.
std::string_view datatype(std::int64_t bytes) { return bytes == 1 ? "int8" : bytes == 2 ? "fp16" : "fp32"; }

class ConfigText {
 public:
  ConfigText(const WorkloadSpec& workload, DlioVersion version)
      : draft_(draft_of(workload, version)), version_(version) {}

  std::string text() {
    put("model.name", draft_.spec.model);  // First, as in DLIO's own files.
    put("framework", draft_.framework == DlioFramework::pytorch ? "pytorch" : "tensorflow");
    for (const DlioKey& key : dlio_keys()) {
      if (key.effect != DlioEffect::honoured || !key.canonical.empty()) continue;
      put_words(key.path);
      const auto value = value_of(key, draft_);
      const bool always = std::find(std::begin(kAlways), std::end(kAlways), key.path) != std::end(kAlways);
      if (value && (always || *value != *value_of(key, defaults_))) put(key.path, *value);
    }
    std::string out = "workload:\n";
    root_.write(out, "  ");
    return out;
  }

 private:
  void put(std::string_view path, std::string_view value) { root_.at(spelled(path, version_)).value = value; }
  void put_unless(bool usual, std::string_view path, std::string_view value) {
    if (!usual) put(path, value);
  }

  // Keys whose values are words.
  void put_words(std::string_view path) {
    constexpr std::string_view kLoaders[] = {"pytorch", "tensorflow", "synthetic"};
    const WorkloadSpec& w = draft_.spec;
    const TransformerSpec usual;
    const std::int64_t model = w.checkpoint.transformer.model_bytes_per_element;
    const std::int64_t optimizer = w.checkpoint.transformer.optimizer_bytes_per_element;
    const auto word = [](auto names, auto index) { return names[static_cast<std::size_t>(index)]; };
    if (path == "dataset.format") put(path, word(kFormats, w.dataset.format));
    if (path == "dataset.compression")
      put_unless(w.dataset.containers.hdf5.filter == Hdf5Filter::none, path,
                 word(kHdf5Filters, w.dataset.containers.hdf5.filter));
    if (path == "reader.data_loader") put(path, word(kLoaders, draft_.loader));
    if (path == "reader.file_shuffle")
      put_unless(w.loader.file_shuffle == Shuffle::off, path, word(kShuffles, w.loader.file_shuffle));
    if (path == "reader.sample_shuffle")
      put_unless(w.loader.sample_shuffle == Shuffle::off, path, word(kShuffles, w.loader.sample_shuffle));
    if (path == "checkpoint.type")
      put_unless(w.checkpoint.ranks == CheckpointSpec().ranks, path,
                 word(kCheckpointRanks, w.checkpoint.ranks));
    if (path == "model.model_datatype")
      put_unless(model == usual.model_bytes_per_element, path, datatype(model));
    if (path == "model.optimizer_datatype")
      put_unless(optimizer == usual.optimizer_bytes_per_element, path, datatype(optimizer));
    if (path == "storage.storage_type") put_unless(!draft_.object_store, path, "s3");
  }

  DlioDraft draft_;
  DlioDraft defaults_;
  DlioVersion version_;
  Section root_;
};

}  // namespace

std::string dlio_config_text(const WorkloadSpec& workload, DlioVersion version) {
  return ConfigText(workload, version).text();
}

}  // namespace headrace
