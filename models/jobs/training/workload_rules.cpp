// Rules of a job's workload, against the ranks and the memory of the nodes that it runs on.

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/jobs/checkpoint/checkpoint_rules.h"
#include "models/jobs/job_shape.h"
#include "models/jobs/training/loader_rules.h"
#include "models/jobs/training/window_memory.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Returns what one node may keep in its memory of where its job's data sets are: the least of them.
Bytes memory_for_pages(const JobSpec& job, const NodeSpec& node, const Check& check) {
  Bytes least = node.memory;
  for (const JobPlace& place : job.places_of(Purpose::data)) {
    const StoreFacts* const store = check.store(place.storage);
    least = std::min(least, store == nullptr ? Bytes() : store->memory_for_pages(node.memory));
  }
  return least;
}

// A job whose workload is known. What is wrong is wrong of the job, and shown at the field that is most
// likely at fault.
class WorkloadCheck {
 public:
  WorkloadCheck(const JobSpec& job, const WorkloadSpec& work, const NodeSpec& group, Check& check)
      : job_(job),
        work_(work),
        for_pages_(memory_for_pages(job, group, check)),
        check_(check),
        shape_(shape_of(job, group)),
        nodes_(shape_.nodes),
        ranks_(shape_.ranks),
        replicas_(replicas_of(job, ranks_)) {}

  void run() {
    if (ranks_ <= 0 || (work_.mixture && work_.mixture->sets.empty())) return;
    if (!fits_in_64_bits()) return;
    check_chunks();
    check_window();
    check_decode();
    check_loader(job_, work_, shape_, check_);
    if (!work_.training.enabled) {
      check_purpose();
    } else if (check_steps()) {
      check_last_rank();
      check_few_files();
      check_fewest_files();
      check_page_cache();
    }
    if (work_.training.enabled && work_.evaluation.enabled) check_evaluation();
  }

 private:
  std::int64_t samples() const { return work_.samples_of_epoch(); }

  // Returns the field of the files; the workload, where the text leaves them out.
  std::string_view files() const {
    if (work_.mixture) return "workload.mixture";
    return check_.says("workload.dataset.files") ? "workload.dataset.files" : "workload";
  }

  static Finding finding(std::string_view field, std::string_view code, std::string sentence,
                         std::string help = {}) {
    return {.field = field,
            .code = code,
            .sentence = std::move(sentence),
            .help = std::move(help),
            .or_at_spec = true,
            .is_of_all = true};
  }

  bool fits_in_64_bits() {
    constexpr auto kMost = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 4;
    double all = 0;
    bool fits = true;
    for (const auto& [name, set, share] : work_.training_sets()) {
      const double bytes =
          static_cast<double>(set.files) * static_cast<double>(set.samples_per_file) * set.most_of_a_sample();
      const double evaluated =
          static_cast<double>(work_.evaluation_files) *
          static_cast<double>(std::max(set.samples_per_file, work_.evaluation_samples_per_file)) *
          set.most_of_a_sample();
      const double batches =
          static_cast<double>(std::max(work_.loader.batch_size, work_.loader.batch_size_evaluation)) *
          static_cast<double>(job_.micro_batches()) * static_cast<double>(ranks_) *
          static_cast<double>(set.record_length.count());
      all += bytes;
      fits = fits && all < kMost && evaluated < kMost && batches < kMost;
    }
    if (!fits)
      check_.error(finding(work_.mixture ? "workload.mixture" : "workload.dataset", "E0308",
                           "the data set or a batch is larger than 2 EiB"));
    return fits;
  }

  void check_chunks() {
    for (const TrainingSet& set : work_.training_sets()) {
      const Hdf5Spec& hdf5 = set.data.containers.hdf5;
      const std::string field = set.field("hdf5");
      const Bytes page = set.data.containers.beton.page;
      if (set.data.format == Format::beton && set.data.record_length > page)
        check_.error(finding(
            set.field("beton.page"), "E0461",
            "a sample of " + human_text(set.data.record_length) + " lies in no page of " + human_text(page),
            "larger pages, as FFCV's writer asks for"));
      if (set.data.format != Format::hdf5) continue;
      if (hdf5.is_filtered() && !hdf5.is_chunked())
        check_.error(finding(field, "E0374", "only chunks go through a filter",
                             "give 'chunk', the size of one in memory"));
      if (hdf5.square && hdf5.samples_per_chunk > 1)
        check_.error(finding(field, "E0374", "a square chunk is of one sample",
                             "leave 'square' or 'samples_per_chunk' out"));
    }
  }

  void check_window() {
    const LoaderSpec& loader = work_.loader;
    const auto refuse = [&](std::string sentence, std::string help) {
      check_.error(finding("workload.loader.window", "E0375", std::move(sentence), std::move(help)));
    };
    bool row_groups = false, files = true;
    for (const TrainingSet& set : work_.training_sets()) {
      const ReadPattern pattern = cost_of(set.data.format).pattern;
      const ParquetSpec& parquet = set.data.containers.parquet;
      row_groups = row_groups || pattern == ReadPattern::row_groups;
      files = files && (pattern == ReadPattern::whole_file || pattern == ReadPattern::row_groups);
      if (pattern == ReadPattern::row_groups && parquet.before + parquet.span > set.data.record_length)
        return refuse(
            "the columns that are read are longer than a row of " + human_text(set.data.record_length),
            "before + span is at most record_length");
    }
    if (row_groups && (loader.window == 0 || loader.kind != LoaderKind::pytorch))
      return refuse("row groups of Parquet files are read by PyTorch workers with a window",
                    "give 'kind: pytorch' and a 'window': 64 in MLPerf Storage v3.0");
    if (loader.window == 0) return;
    if (loader.kind != LoaderKind::pytorch)
      return refuse("only PyTorch's workers have a window", "TensorFlow reads read_threads files at once");
    if (!files)
      return refuse("a worker with a window reads whole files or row groups",
                    "another format, or no 'window'");
    if (job_.cache || job_.shuffle || job_.feed || work_.mixture)
      refuse("a worker with a window goes around caches of samples, shuffle policies, feeds and mixtures",
             "leave 'window' out, or 'cache', 'shuffle', 'feed' and 'mixture'");
  }

  void check_decode() {
    if (work_.loader.decode || work_.loader.window > 0) return;
    for (const TrainingSet& set : work_.training_sets()) {
      if (cost_of(set.data.format).pattern == ReadPattern::whole_file) continue;
      return check_.error(finding("workload.loader.decode", "E0390",
                                  "only readers of whole files count bytes in place of decoding them",
                                  "leave 'decode' out, or give a 'format' of npz, npy, jpeg, png or csv"));
    }
  }

  bool check_steps() {
    const std::int64_t needed = samples_of_step(job_, ranks_);
    if (samples() >= needed) return true;
    const std::int64_t batches = job_.micro_batches();
    const std::string make =
        batches > 1 ? " do not make " + std::to_string(batches) + " full batches" : " make no full batch";
    check_.error(finding(files(), "E0309",
                         std::to_string(samples()) + " samples" + make + " for each of " +
                             std::to_string(replicas_) + std::string(readers()) + ": not one step would run",
                         "a step takes " + std::to_string(replicas_) + std::string(readers()) + " x " +
                             (batches > 1 ? std::to_string(batches) + " micro-batches x " : std::string()) +
                             "batch size " + std::to_string(work_.loader.batch_size) + " = " +
                             std::to_string(needed) + " samples"));
    return false;
  }

  // Returns the word for those that read samples of their own.
  std::string_view readers() const { return replicas_ == ranks_ ? " ranks" : " replicas of the model"; }

  bool streams_records() const {
    return !work_.mixture && work_.loader.kind == LoaderKind::tensorflow &&
           work_.dataset.format == Format::tfrecord;
  }

  // New DLIO gives the last rank what is left over, and that may be too little for the steps of the others.
  void check_last_rank() {
    if (work_.mixture || work_.loader.kind == LoaderKind::tf_data) return;
    if (streams_records() || deals_evenly(job_.dlio_version) || job_.shuffle) return;
    const LoaderSpec& loader = work_.loader;
    const bool is_padded = loader.kind == LoaderKind::pytorch && loader.window == 0 && !loader.own_runs;
    if (job_.dlio.empty() && is_padded) return;
    const std::int64_t share = (samples() + replicas_ - 1) / replicas_;
    const std::int64_t last = std::max<std::int64_t>(0, samples() - (replicas_ - 1) * share);
    const std::int64_t steps = steps_of_epoch(job_, ranks_);
    if (last / samples_of_replica(job_) >= steps) return;
    check_.warn(finding(files(), "W0005",
                        "the last rank gets " + std::to_string(last) + " samples, too few for " +
                            std::to_string(steps) + " steps of " + std::to_string(samples_of_replica(job_)) +
                            ": the run will stall, as the benchmark hangs",
                        "DLIO v2.0 gives each rank ceil(" + std::to_string(samples()) + " / " +
                            std::to_string(replicas_) + ") = " + std::to_string(share) +
                            " samples and the last one the rest; " + way_out()));
  }

  // PyTorch's own sampler deals evenly, and so do old DLIO and the shuffle policies.
  std::string way_out() const {
    const std::int64_t files = work_.dataset.files;
    const std::int64_t each = work_.dataset.samples_per_file;
    const std::int64_t even = replicas_ / std::gcd(replicas_, each);  // So many files deal evenly.
    std::int64_t nearest = files / even * even;
    if (nearest * each < samples_of_step(job_, ranks_)) nearest += even;
    return "it does not stall with " + std::to_string(nearest) +
           " files, with 'shuffle: {policy: global}', which deals evenly as PyTorch's DistributedSampler "
           "does, or with 'dlio_version: v1.0'";
  }

  void check_few_files() {
    if (!streams_records() || work_.dataset.files >= replicas_) return;
    check_.warn(finding(files(), "W0004",
                        std::to_string(work_.dataset.files) + " TFRecord files for " +
                            std::to_string(replicas_) + std::string(readers()) +
                            ": each reads every file and keeps a share of the samples"));
  }

  // A rank goes through its TFRecord files again until it has made its steps, unless they make no batch.
  void check_fewest_files() {
    if (!streams_records() || work_.dataset.files < replicas_) return;
    const std::int64_t fewest = work_.dataset.files / replicas_;
    const std::int64_t samples = fewest * work_.dataset.samples_per_file;
    if (samples >= work_.loader.batch_size) return;
    const std::int64_t needed =
        (work_.loader.batch_size + work_.dataset.samples_per_file - 1) / work_.dataset.samples_per_file;
    check_.warn(finding(
        files(), "W0005",
        "some rank gets " + std::to_string(fewest) + " TFRecord files of " +
            std::to_string(work_.dataset.samples_per_file) + " samples, which make no batch of " +
            std::to_string(work_.loader.batch_size) + ": the run will stall",
        "files are dealt whole; it does not stall with " + std::to_string(needed * replicas_) + " files"));
  }

  void check_page_cache() {
    if (work_.training.epochs < 2 || work_.loader.direct_io) return;
    double data = 0;
    for (const auto& [name, set, share] : work_.training_sets())
      data += static_cast<double>(set.files) * static_cast<double>(set.samples_per_file) *
              static_cast<double>(set.record_length.count());
    if (data > static_cast<double>(for_pages_.count()) * static_cast<double>(nodes_)) return;
    check_.warn(
        finding(files(), "W0002",
                "the data set (" + human_text(Bytes::count(static_cast<std::int64_t>(data))) +
                    ") fits in the page caches of the job's nodes (" + std::to_string(nodes_) + " x " +
                    human_text(for_pages_) + "): epochs from the second on may hardly touch the storage",
                "it is so on real nodes; more data, direct_io or a smaller cache measure the storage"));
  }

  void check_evaluation() {
    const std::int64_t each = work_.evaluation_set().samples_per_file;
    const std::int64_t needed = ranks_ * work_.loader.batch_size_evaluation;
    if (work_.evaluation_files * each >= needed) return;
    check_.warn(finding("workload.evaluation_files", "W0006",
                        std::to_string(work_.evaluation_files * each) +
                            " evaluation samples make no full batch for each of " + std::to_string(ranks_) +
                            " ranks: nothing is evaluated"));
  }

  void check_purpose() {
    const CheckpointSpec& checkpoint = work_.checkpoint;
    if (checkpoint.enabled && (checkpoint.writes > 0 || checkpoint.reads > 0)) return;
    check_.warn(finding(
        "workload.training", "W0007", "the job neither trains nor writes or reads checkpoints",
        "a job that does not train needs checkpoint.enabled, and checkpoint.writes or checkpoint.reads"));
  }

  const JobSpec& job_;
  const WorkloadSpec& work_;
  Bytes for_pages_;  // On each node, of the job's storage.
  Check& check_;
  JobShape shape_;
  std::int64_t nodes_, ranks_;
  std::int64_t replicas_;  // Ranks, where none share a model.
};

}  // namespace

void WorkloadSpec::check_on_nodes(const JobSpec& job, Check& check) {
  if (job.workload() == nullptr) return;
  const NodeSpec* const group = judged_nodes(job, check);
  if (group != nullptr) {
    WorkloadCheck(job, *job.workload(), *group, check).run();
    check_window_memory(job, *job.workload(), *group, check);
  }
  check_checkpoints(job, check);
}

}  // namespace headrace
