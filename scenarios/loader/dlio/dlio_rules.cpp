#include "scenarios/loader/dlio/dlio_rules.h"

#include <algorithm>
#include <optional>

#include "scenarios/loader/dlio/dlio_values.h"

namespace headrace {
namespace {

constexpr std::int64_t kLargestRecord = std::int64_t{1024} << 40;

class DlioRules {
 public:
  DlioRules(const std::vector<DlioSaid>& said, DlioDraft& draft, std::vector<NoEffect>& no_effect,
            Problems& problems)
      : said_(said), draft_(draft), no_effect_(no_effect), problems_(problems) {}

  void apply() {
    for (const DlioSaid& said : said_) judge(said);
    choose_loader();
    derive_sizes();
    derive_chunks();
    derive_windows();
    spread("train.computation_time_stdev", draft_.computation_stdev, draft_.spec.training.computation_time);
    spread("reader.preprocess_time_stdev", draft_.preprocess_stdev, draft_.spec.loader.preprocess_time);
    spread("evaluation.eval_time_stdev", draft_.evaluation_stdev, draft_.spec.evaluation.evaluation_time);
    refuse_contradictions();
  }

 private:
  const DlioSaid* find(std::string_view canonical) const {
    const auto found = std::find_if(said_.begin(), said_.end(), [&](const DlioSaid& said) {
      return canonical_path(*said.key) == canonical;
    });
    return found == said_.end() ? nullptr : &*found;
  }

  void note(const DlioSaid& said, std::string_view reason) {
    no_effect_.push_back({"", said.path, std::string(reason)});
  }
  void contradiction(const DlioSaid& said, std::string sentence) {
    problems_.add(said.value->mark, "E0208", std::move(sentence)).at(said.path);
  }

  void judge(const DlioSaid& said) {
    const DlioKey& key = *said.key;
    if (!said.readable) return;
    if (key.effect == DlioEffect::none) return note(said, key.reason);
    if (!holds(key.use, draft_)) return note(said, unmet(key.use));
    if (said.value->kind == Tree::Kind::null) return note(said, "without a value DLIO's default stands");
    if (refuses(key, *said.value)) return refuse(said);
    if (key.effect == DlioEffect::honoured && key.kind != DlioKind::word && !key.reason.empty())
      note(said, key.reason);
  }

  // Tells whether DLIO knows the value and no model does.
  bool refuses(const DlioKey& key, const Tree& value) const {
    if (key.kind == DlioKind::word) {
      const auto word = std::find(key.words.begin(), key.words.end(), value.scalar);
      return word - key.words.begin() >= static_cast<std::ptrdiff_t>(key.simulated_words);
    }
    if (key.effect != DlioEffect::default_only) return false;
    Problems ignored;
    DlioValues values(ignored);
    switch (key.kind) {
      case DlioKind::flag: return values.flag(value, "").value_or(false);
      case DlioKind::integers: return !value.items.empty();
      case DlioKind::integer: return values.integer(value, "", {}) != 1;
      default: return true;
    }
  }

  void refuse(const DlioSaid& said) {
    const std::string what = said.value->kind == Tree::Kind::scalar ? ": " + shown_bare(*said.value) : "";
    Problem& problem = problems_.add(
        said.value->mark, "E0206",
        "headrace does not simulate '" + said.path + what + "' (" + std::string(said.key->reason) + ")");
    problem.at(said.path);
    std::string simulated;
    for (std::size_t i = 0; i < said.key->simulated_words; ++i)
      simulated += (i == 0 ? "simulated: " : ", ") + std::string(said.key->words[i]);
    problem.with_help(simulated.empty() ? "without this key DLIO's default stands" : simulated);
  }
  static std::string shown_bare(const Tree& value) {
    const std::string quoted = shown(value);
    return quoted.substr(1, quoted.size() - 2);
  }

  void choose_loader() {
    WorkloadSpec& w = draft_.spec;
    const bool pytorch = draft_.loader == DlioLoader::pytorch || (draft_.loader == DlioLoader::synthetic &&
                                                                  draft_.framework == DlioFramework::pytorch);
    w.loader.kind = pytorch ? LoaderKind::pytorch : LoaderKind::tensorflow;
    // Threads of TensorFlow's go through a list of samples and close a file behind its last; PyTorch's
    // workers read on demand and open it for each (reader_handler.py).
    w.loader.keep_files_open = !pytorch;
    if (draft_.loader == DlioLoader::synthetic) {
      w.dataset.format = Format::synthetic;
      if (const DlioSaid* format = find("dataset.format"))
        note(*format, "the synthetic loader reads no files");
    } else if (const DlioSaid* framework = find("framework"); framework != nullptr && framework->readable) {
      const std::string loader(kLoaderKinds[static_cast<std::size_t>(w.loader.kind)]);
      const std::string decides = "reader.data_loader decides how samples are read, here " + loader;
      note(*framework, holds(DlioUse::reading, draft_) ? decides : std::string(unmet(DlioUse::reading)));
    }
  }

  std::optional<Bytes> size_of(const DlioSaid& said, const std::vector<std::int64_t>& dims,
                               std::int64_t element) {
    std::int64_t size = element;
    for (const std::int64_t dim : dims) {
      if (dim > kLargestRecord / size) {
        problems_.add(said.value->mark, "E0204", "'" + said.path + "' makes a record above 1024 TiB")
            .at(said.path);
        return std::nullopt;
      }
      size *= dim;
    }
    return Bytes::count(size);
  }

  void derive_sizes() {
    DatasetSpec& dataset = draft_.spec.dataset;
    const DlioSaid* dims = find("dataset.record_dims");
    if (dims != nullptr && !draft_.record_dims.empty()) {
      if (const auto size = size_of(*dims, draft_.record_dims, element_bytes()))
        dataset.record_length = *size;
      dataset.tensor_length = Bytes();
      refuse_stdev_beside_dims();
      for (const std::string_view other :
           {"dataset.record_length_bytes", "dataset.record_length_bytes_resize"})
        if (const DlioSaid* said = find(other)) note(*said, "record_dims comes before it");
    }
    const DlioSaid* tensor = find("reader.transformed_record_dims");
    if (tensor != nullptr && !draft_.tensor_dims.empty())
      if (const auto size = size_of(*tensor, draft_.tensor_dims, draft_.tensor_element_bytes))
        dataset.tensor_length = *size;
  }

  // Old DLIO cuts a record into squares of chunk_size, at most one of its own size; newer ones by chunk_dims,
  // of which the first counts records [read: hdf5_generator.py].
  void derive_chunks() {
    DatasetSpec& dataset = draft_.spec.dataset;
    Hdf5Spec& hdf5 = dataset.containers.hdf5;
    if (dataset.format == Format::hdf5 && is_old(draft_.version) && draft_.enable_chunking) {
      hdf5.chunk = std::max(draft_.chunk_size, 1_B);
      hdf5.square = true;
    }
    const DlioSaid* dims = find("dataset.hdf5.chunk_dims");
    if (dataset.format == Format::hdf5 && !is_old(draft_.version) && dims != nullptr &&
        !draft_.chunk_dims.empty()) {
      if (const auto size = size_of(*dims, draft_.chunk_dims, element_bytes())) hdf5.chunk = *size;
      hdf5.samples_per_chunk = std::min(draft_.chunk_dims.front(), dataset.samples_per_file);
    }
    const DlioSaid* compression = find("dataset.compression");
    if (compression == nullptr || hdf5.filter == Hdf5Filter::none) return;
    if (dataset.format != Format::hdf5) {
      hdf5.filter = Hdf5Filter::none;
      if (holds(DlioUse::reading, draft_)) refuse(*compression);
    } else if (!hdf5.is_chunked()) {
      problems_
          .add(compression->value->mark, "E0206",
               "headrace does not simulate '" + compression->path +
                   "' without the size of chunks (h5py chooses it by itself)")
          .at(compression->path)
          .with_help(is_old(draft_.version) ? "give dataset.enable_chunking and dataset.chunk_size"
                                            : "give dataset.hdf5.chunk_dims");
    }
  }

  // MLPerf Storage v3.0 reads object stores and Parquet files by windows, and starts the workers of all other
  // files anew in each epoch [read: torch_data_loader.py].
  void derive_windows() {
    WorkloadSpec& w = draft_.spec;
    const bool parquet = w.dataset.format == Format::parquet;
    if (parquet && draft_.version != DlioVersion::mlperf_v3_0 && holds(DlioUse::reading, draft_)) {
      if (const DlioSaid* format = find("dataset.format")) {
        problems_.add(format->value->mark, "E0206", "DLIO reads no Parquet files but in MLPerf Storage v3.0")
            .at(format->path)
            .with_help("dlio_version: mlperf-v3.0");
      }
      return;
    }
    if (draft_.version != DlioVersion::mlperf_v3_0 || w.loader.kind != LoaderKind::pytorch) return;
    if (!reads_by_window(draft_)) {
      w.loader.persistent_workers = false;
      return count_bytes();
    }
    w.loader.window = draft_.prefetch_window;
    if (parquet) select_columns();
  }

  // Readers of MLPerf Storage v3.0 take the length of what they have read, and decode it only where they read
  // NumPy files around the page cache [read: npz_reader.py, image_reader.py, npz_reader_odirect.py].
  void count_bytes() {
    WorkloadSpec& w = draft_.spec;
    const Format format = w.dataset.format;
    if (format == Format::hdf5 && holds(DlioUse::reading, draft_)) {
      if (const DlioSaid* said = find("dataset.format"))
        problems_
            .add(said->value->mark, "E0206",
                 "headrace does not simulate HDF5 files that are read whole for each sample, as MLPerf "
                 "Storage v3.0 "
                 "reads them")
            .at(said->path)
            .with_help("dlio_version: v2.0 reads samples of them");
      return;
    }
    const bool numpy = format == Format::npz || format == Format::npy;
    const bool counts = numpy || format == Format::jpeg || format == Format::png;
    if (counts) w.loader.decode = numpy && w.loader.direct_io;
  }

  // Rows have the columns of dataset.parquet.columns; storage_options.columns names those that are read.
  void select_columns() {
    ParquetSpec& parquet = draft_.spec.dataset.containers.parquet;
    const DlioSaid* columns = find("dataset.parquet.columns");
    if (columns == nullptr || columns->value->kind != Tree::Kind::sequence) return;
    const DlioSaid* selected = find("storage.storage_options.columns");
    const bool all = selected == nullptr || selected->value->kind != Tree::Kind::sequence;
    parquet.columns = std::max<std::int64_t>(1, static_cast<std::int64_t>(columns->value->items.size()));
    Bytes at, first, last;
    for (const Tree& column : columns->value->items) {
      const Bytes begin = at;
      at += column_bytes(column);
      if (all || !is_selected(column, *selected->value)) continue;
      if (last == Bytes()) first = begin;
      last = at;
    }
    if (at != draft_.spec.dataset.record_length)
      contradiction(*columns, "the columns have " + std::to_string(at.count()) +
                                  " B a row, and record_length is " +
                                  std::to_string(draft_.spec.dataset.record_length.count()));
    if (all) return;
    if (last == Bytes()) return contradiction(*selected, "no column has one of these names");
    parquet.before = first;
    parquet.span = last - first;
  }

  static bool is_selected(const Tree& column, const Tree& names) {
    const Tree::Entry* name = column.find("name");
    return name != nullptr && std::any_of(names.items.begin(), names.items.end(), [&](const Tree& item) {
             return item.scalar == name->value.scalar;
           });
  }

  Bytes column_bytes(const Tree& column) {
    const Tree::Entry* size = column.find("size");
    const Tree::Entry* type = column.find("dtype");
    const std::int64_t count =
        size == nullptr ? 1 : DlioValues(problems_).integer(size->value, "size", {}).value_or(1);
    return Bytes::count(count * (type == nullptr ? 4 : dlio_column_bytes(type->value.scalar)));
  }

  std::int64_t element_bytes() {
    const DlioSaid* type = find("dataset.record_element_type");
    const DlioSaid* said = find("dataset.record_element_bytes");
    if (said == nullptr || draft_.said_element_bytes == 0) return draft_.record_element_bytes;
    if (type != nullptr && draft_.said_element_bytes != draft_.record_element_bytes)
      contradiction(
          *said, "'" + said->path + "' is not the size of record_element_type '" + type->value->scalar + "'");
    return draft_.said_element_bytes;
  }

  void refuse_stdev_beside_dims() {
    const DlioSaid* stdev = find("dataset.record_length_bytes_stdev");
    if (stdev == nullptr || draft_.spec.dataset.record_length_stdev == Bytes()) return;
    problems_
        .add(stdev->value->mark, "E0206",
             "headrace does not simulate '" + stdev->path +
                 "' beside record_dims (dimensions that vary one by one)")
        .at(stdev->path);
  }

  // Older files give a time's standard deviation by a key of its own.
  void spread(std::string_view key, Duration stdev, Distribution& law) {
    const DlioSaid* said = find(key);
    if (said == nullptr || stdev == Duration()) return;
    const std::string_view time = key.substr(0, key.size() - std::string_view("_stdev").size());
    const DlioSaid* whole = find(time);
    if (whole != nullptr && whole->value->kind == Tree::Kind::map) {
      problems_
          .add(said->key_mark, "E0207", "'" + said->path + "' stands beside a distribution that says its own")
          .at(said->path);
      return;
    }
    law = Distribution(Law::normal, law.mean(), stdev);
  }

  void refuse_contradictions() {
    const WorkloadSpec& w = draft_.spec;
    const DlioSaid* framework = find("framework");
    const DlioSaid* loader = find("reader.data_loader");
    if (framework != nullptr && framework->readable && draft_.framework == DlioFramework::tensorflow &&
        loader != nullptr && draft_.loader == DlioLoader::pytorch)
      contradiction(*loader, "the PyTorch loader does not serve 'framework: tensorflow'");
    const DlioSaid* samples = find("dataset.num_samples_per_file");
    const bool image = w.dataset.format == Format::jpeg || w.dataset.format == Format::png;
    if (samples != nullptr && image && w.dataset.samples_per_file > 1)
      contradiction(*samples, "a jpeg or png file holds one sample");
    const DlioSaid* pipeline = find("model.parallelism.pipeline");
    const ParallelismSpec& parallelism = w.checkpoint.parallelism;
    if (pipeline == nullptr || parallelism.pipeline <= 1) return;
    if (parallelism.zero_stage == 3)
      contradiction(*pipeline, "pipeline stages and ZeRO stage 3 exclude each other");
    if (w.checkpoint.transformer.layers > 0 && w.checkpoint.transformer.layers < parallelism.pipeline)
      contradiction(*pipeline, "there are more pipeline stages than layers");
  }

  const std::vector<DlioSaid>& said_;
  DlioDraft& draft_;
  std::vector<NoEffect>& no_effect_;
  Problems& problems_;
};

}  // namespace

void apply_dlio_rules(const std::vector<DlioSaid>& said, DlioDraft& draft, std::vector<NoEffect>& no_effect,
                      Problems& problems) {
  DlioRules(said, draft, no_effect, problems).apply();
}

}  // namespace headrace
