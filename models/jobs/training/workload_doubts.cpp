// Doubts about a workload: what it may say and hardly means, against the store and the memory of the nodes
// that it runs on. Each names the usual range and where that comes from.

#include <algorithm>

#include "models/formats/format.h"
#include "models/jobs/job_shape.h"
#include "models/jobs/training/setting.h"
#include "models/jobs/training/window_memory.h"
#include "models/loaders/kinds.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::int64_t kMuchPrefetch = 1024;
constexpr Duration kLongStep = 100_s;

// Buffers: the most that the loader of one rank holds, as counts of things of one size.
struct Buffers {
  std::int64_t files = 0;  // Files that are being read, a sample of each in memory.
  Bytes record;
  std::int64_t batches = 0;
  Bytes batch;
  std::int64_t shuffled = 0;  // Samples of TensorFlow's shuffle buffer.
  std::int64_t kept = 0;      // Samples of a cache of tf.data.
  Bytes sample_kept;

  double bytes() const {
    const auto product = [](std::int64_t count, Bytes size) {
      return static_cast<double>(count) * static_cast<double>(size.count());
    };
    return product(files + shuffled, record) + product(kept, sample_kept) + product(batches, batch);
  }

  std::string text() const {
    std::string out;
    const auto add = [&](std::int64_t count, const char* what, Bytes size) {
      if (count == 0) return;
      out += (out.empty() ? "" : " + ") + std::to_string(count) + what + human_text(size);
    };
    add(files, " readers x a sample of ", record);
    add(shuffled, " shuffled samples x ", record);
    add(kept, " cached samples x ", sample_kept);
    add(batches, " batches ahead x ", batch);
    return out;
  }
};

// Adds what stages of tf.data hold; a rank keeps its share of the samples.
void add_stages(const WorkloadSpec& work, std::int64_t ranks, Buffers& buffers) {
  const TfDataSpec& stages = work.loader.tf_data;
  const std::int64_t samples = work.dataset.files * work.dataset.samples_per_file;
  buffers.files = stages.interleave ? stages.interleave->cycle_length : 1;
  buffers.batches = work.loader.prefetch_size + 1;
  if (work.loader.sample_shuffle != Shuffle::off)
    buffers.shuffled = std::min(work.loader.shuffle_size, samples);
  if (stages.cache_after == CacheAfter::none) return;
  buffers.kept = samples / std::max<std::int64_t>(1, ranks);
  buffers.sample_kept = stages.cache_after == CacheAfter::map ? work.tensor() : work.record_length();
}

Buffers buffers_of(const WorkloadSpec& work, std::int64_t ranks) {
  const LoaderSpec& loader = work.loader;
  Buffers buffers;
  buffers.record = work.record_length();
  buffers.batch = work.tensor() * loader.batch_size;
  if (loader.kind == LoaderKind::tf_data) {
    add_stages(work, ranks, buffers);
    return buffers;
  }
  const bool streams = !work.mixture && loader.kind == LoaderKind::tensorflow &&
                       cost_of(work.dataset.format).pattern == ReadPattern::stream;
  if (streams) {
    buffers.batches = std::max<std::int64_t>(1, loader.prefetch_size);
    const std::int64_t samples = work.dataset.files * work.dataset.samples_per_file;
    if (loader.sample_shuffle != Shuffle::off) buffers.shuffled = std::min(loader.shuffle_size, samples);
    return buffers;
  }
  const std::int64_t readers = std::max<std::int64_t>(1, loader.read_threads);
  buffers.files = readers * loader.fetch_threads;
  if (loader.window > 0) {
    const WindowMemory memory(work);
    buffers.files = readers * memory.reads();
    buffers.record = memory.held;
  }
  buffers.batches = most_batches_ahead(loader);
  return buffers;
}

class WorkloadDoubts {
 public:
  WorkloadDoubts(const JobSpec& job, const WorkloadSpec& work, Check& check)
      : job_(job), work_(work), check_(check) {}

  void run() {
    if (!work_.training.enabled) return;
    doubt_computation();
    doubt_prefetch();
    for (const TrainingSet& set : work_.training_sets()) doubt_chunks(set);
    const std::vector<TrainingSet> sets = work_.training_sets();
    const auto is_made = [](const TrainingSet& set) { return set.data.format == Format::synthetic; };
    if (std::all_of(sets.begin(), sets.end(), is_made)) return;
    for (const TrainingSet& set : sets)
      if (!is_made(set)) doubt_directories(set);
    if (!check_.is_refused_at("platform.nodes")) doubt_memory();
  }

 private:
  Finding doubt(const Setting& setting, std::string_view code, std::string sentence, std::string help) const {
    return {.field = setting.field,
            .shown_at = setting.place(job_, check_),
            .code = code,
            .sentence = std::move(sentence),
            .help = std::move(help),
            .or_at_spec = true};
  }

  void doubt_computation() {
    const Duration mean = work_.training.computation_time.mean();
    if (mean > Duration() && mean <= kLongStep) return;
    check_.warn(
        doubt({"workload.training.computation_time", "train.computation_time"}, "W0052",
              mean == Duration() ? "a step computes nothing: the accelerators are never busy"
                                 : "a step computes " + text_of(mean) + ": is a decimal point missing?",
              "published are 3.5 ms (CosmoFlow on one H100) to 2.4 s (Megatron-DeepSpeed), 323 ms for "
              "UNet3D on one H100: DLIO's and MLPerf Storage's workload files"));
  }

  void doubt_prefetch() {
    if (work_.loader.prefetch_size <= kMuchPrefetch) return;
    check_.warn(doubt({"workload.loader.prefetch_size", "reader.prefetch_size"}, "W0054",
                      "the loader prepares " + std::to_string(work_.loader.prefetch_size) +
                          " batches ahead: usual are 2 to 64",
                      "PyTorch's prefetch_factor is 2 batches a worker, DLIO's prefetch_size 2 a rank"));
  }

  void doubt_chunks(const TrainingSet& of_job) {
    const DatasetSpec& set = of_job.data;
    const Hdf5Spec& hdf5 = set.containers.hdf5;
    const std::string format(kFormats[static_cast<std::size_t>(set.format)]);
    const ContainerSpecs& containers = set.containers;
    const auto foreign = [&](bool said, Format own, std::string_view key, std::string_view called) {
      if (!said || set.format == own) return;
      check_.warn(doubt({of_job.field(key), "dataset.format"}, "W0070",
                        "files of format '" + format + "' have no " + std::string(called) + " settings",
                        "give 'format: " + std::string(key) + "', or leave '" + std::string(key) + "' out"));
    };
    foreign(containers.parquet != ParquetSpec(), Format::parquet, "parquet", "Parquet");
    foreign(containers.tar != TarSpec(), Format::tar, "tar", "tar");
    foreign(containers.lmdb != LmdbSpec(), Format::lmdb, "lmdb", "LMDB");
    foreign(containers.pcr != PcrSpec(), Format::pcr, "pcr", "PCR");
    foreign(containers.beton != BetonSpec(), Format::beton, "beton", ".beton");
    const bool packs = cost_of(set.format).pattern == ReadPattern::record && set.format != Format::pcr;
    if (set.payload != Payload::array && !packs)
      check_.warn(doubt({of_job.field("payload"), "dataset.format"}, "W0070",
                        "samples of format '" + format + "' are what the format says, and no other payload",
                        "leave 'payload' out, or pack the samples: 'format: tar', 'recordio', 'lmdb'"));
    foreign(hdf5 != Hdf5Spec(), Format::hdf5, "hdf5", "HDF5");
    if (set.format == Format::pcr || set.format == Format::beton) return doubt_pieces(of_job);
    if (set.format != Format::hdf5) return doubt_tar(of_job);
    const Bytes part = hdf5.chunk / hdf5.samples_per_chunk;
    if (part <= set.record_length) return;
    check_.warn(doubt({of_job.field("hdf5.chunk"), "dataset.hdf5.chunk_dims"}, "W0070",
                      "a chunk has " + human_text(part) + " of a sample of " + human_text(set.record_length) +
                          ": it is made no larger than that",
                      "give samples_per_chunk for chunks of several samples"));
  }

  // Warns of tar files that are not read from the front to the end.
  void doubt_tar(const TrainingSet& of_job) {
    const DatasetSpec& set = of_job.data;
    if (set.format != Format::tar || set.samples_per_file == 1) return;
    if (!work_.loader.keep_files_open)
      return check_.warn(doubt({"workload.loader.keep_files_open", "dataset.format"}, "W0068",
                               "a tar that is opened for each sample is read from the front each time",
                               "keep_files_open: true"));
    const std::string_view policy = job_.shuffle ? job_.shuffle->name() : "";
    if (!job_.shuffle && work_.loader.sample_shuffle == Shuffle::off) return;
    if (policy == "shards" || policy == "sequential") return;
    check_.warn(doubt({"shuffle", "dataset.sample_shuffle"}, "W0068",
                      "samples of a tar are read out of order: each costs what lies before it in the file",
                      "shuffle: {policy: shards}, as WebDataset orders them"));
  }

  // Warns of samples for each of which a reader reads again what it had: pages, or the prefix of a file.
  void doubt_pieces(const TrainingSet& of_job) {
    const DatasetSpec& set = of_job.data;
    const bool pages = set.format == Format::beton;
    const std::string piece = pages ? "a page of " + human_text(set.containers.beton.page) : "a prefix";
    if (set.samples_per_file == 1 && !pages) return;
    if (!work_.loader.keep_files_open)
      return check_.warn(doubt({"workload.loader.keep_files_open", "dataset.format"}, "W0083",
                               "each sample opens its file and reads " + piece + " of it by itself",
                               "keep_files_open: true"));
    const std::string_view policy = job_.shuffle ? job_.shuffle->name() : "";
    const bool in_order = policy == "shards" || policy == "sequential" || policy == "window" ||
                          (!job_.shuffle && work_.loader.sample_shuffle == Shuffle::off);
    if (in_order && (work_.loader.own_runs || work_.loader.read_threads < 2 || work_.mixture)) return;
    check_.warn(
        doubt({"workload.loader.own_runs", "dataset.sample_shuffle"}, "W0083",
              "samples of " + piece +
                  " go to several readers or lie far apart in the order: each "
                  "reader reads it again",
              "own_runs: true, and a shuffle that keeps together what lies together: shards, window"));
  }

  void doubt_directories(const TrainingSet& of_job) {
    const std::string& storage = job_.place_of(of_job).storage;
    const StoreFacts* const store = check_.store(storage);
    const DatasetSpec& set = of_job.data;
    if (store == nullptr || store->heads < 2 || set.files < 2 || set.subfolders > 1) return;
    const std::string heads = std::to_string(store->heads);
    check_.warn(doubt({of_job.field("subfolders"), "dataset.num_subfolders_train"}, "W0059",
                      "all " + std::to_string(set.files) +
                          " files stand in one directory, which one of the " + heads + " heads of " +
                          in_quotes(storage) + " serves alone",
                      "spread them: dataset.subfolders, or num_subfolders_train of a DLIO file, of " + heads +
                          " and more; scale-out filers that stripe files themselves are nearer to a lustre "
                          "with as many servers"));
  }

  // Compares what the loaders of a node hold with its memory.
  void doubt_memory() {
    const NodeSpec* const node = check_.nodes(job_.nodes.group);
    if (node == nullptr) return;
    const JobShape shape = shape_of(job_, *node);
    const std::int64_t ranks = shape.ranks_on_node;
    const Buffers buffers = buffers_of(work_, shape.ranks);
    const double wanted = static_cast<double>(ranks) * buffers.bytes();
    if (wanted <= static_cast<double>(node->memory.count())) return;
    const Bytes most = Bytes::count(std::int64_t{1} << 62);
    const Bytes shown =
        wanted < static_cast<double>(most.count()) ? Bytes::count(static_cast<std::int64_t>(wanted)) : most;
    Finding finding = doubt({"workload.loader.read_threads", "read_threads"}, "W0053",
                            "the loaders of a node hold up to " + human_text(shown) + ", and it has " +
                                human_text(node->memory) + " of memory: a real job is killed there",
                            std::to_string(ranks) + " ranks x (" + buffers.text() +
                                "); fewer workers, less prefetch, smaller batches or more memory");
    finding.is_of_all = true;
    check_.warn(finding);
  }

  const JobSpec& job_;
  const WorkloadSpec& work_;
  Check& check_;
};

}  // namespace

void WorkloadSpec::doubt_job(const JobSpec& job, Check& check) {
  if (job.workload() != nullptr) WorkloadDoubts(job, *job.workload(), check).run();
}

}  // namespace headrace
