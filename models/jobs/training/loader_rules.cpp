#include "models/jobs/training/loader_rules.h"

#include <string>
#include <utility>

#include "models/formats/format.h"
#include "models/shuffle/policy.h"

namespace headrace {
namespace {

class LoaderCheck {
 public:
  LoaderCheck(const JobSpec& job, const WorkloadSpec& work, const JobShape& shape, Check& check)
      : job_(job), work_(work), loader_(work.loader), shape_(shape), ranks_(shape.ranks), check_(check) {}

  void run() {
    check_workers();
    doubt_window();
    check_prefix();
    check_rounds();
    if (loader_.kind != LoaderKind::tf_data) return check_stages();
    check_unused();
    check_autotune();
    check_files();
    check_beside();
  }

 private:
  static std::string path_of(std::string_view key) { return "workload.loader." + std::string(key); }

  void refuse(std::string_view field, std::string_view code, std::string sentence, std::string help) {
    check_.error({.field = field,
                  .code = code,
                  .sentence = std::move(sentence),
                  .help = std::move(help),
                  .or_at_spec = true,
                  .is_of_all = true});
  }
  void warn(std::string_view key, std::string sentence, std::string help) {
    const std::string field = path_of(key);
    check_.warn({.field = field,
                 .code = "W0071",
                 .sentence = std::move(sentence),
                 .help = std::move(help),
                 .or_at_spec = true,
                 .is_of_all = true});
  }

  // Refuses what only PyTorch's workers do, and what they do not do together.
  void check_workers() {
    const LoaderSpec none;
    const bool has_workers = loader_.kind == LoaderKind::pytorch && loader_.window == 0;
    const auto check = [&](bool given, std::string_view key) {
      if (given && !has_workers)
        refuse(path_of(key), "E0443", in_quotes(key) + " is of PyTorch's workers without a window",
               "give 'kind: pytorch' and no 'window', or leave it out");
    };
    check(!loader_.in_order, "in_order");
    check(loader_.own_runs, "own_runs");
    check(loader_.fetch_threads != none.fetch_threads, "fetch_threads");
    check(loader_.start_method != none.start_method, "start_method");
    if (!has_workers) return;
    if (!loader_.in_order && (work_.mixture || is_drawn_in_order()))
      refuse("workload.loader.in_order", "E0443",
             "the order of the samples is drawn as they are read, and batches out of order would need those "
             "long past",
             "'in_order: true', or another shuffle and no mixture");
    const auto warn_of = [&](bool given, std::string_view key, std::string help) {
      if (given)
        warn(key, in_quotes(key) + " has no effect: " + help, "another number of read_threads or of samples");
    };
    warn_of(!loader_.in_order && loader_.read_threads < 2, "in_order",
            "less than two workers keep the order");
    warn_of(loader_.start_method == StartMethod::spawn && loader_.read_threads == 0, "start_method",
            "there is no worker to start");
    warn_of(loader_.fetch_threads > loader_.batch_size, "fetch_threads",
            "a batch has " + std::to_string(loader_.batch_size) + " samples to fetch");
  }

  // Refuses tasks that share operators where they do not lie on one node and take the same samples in order.
  void check_prefix() {
    if (!loader_.shared_prefix || !work_.training.enabled) return;
    const std::int64_t tasks = loader_.shared_prefix->tasks;
    const auto check = [&](bool wrong, std::string sentence, std::string help) {
      if (wrong) refuse("workload.loader.shared_prefix", "E0462", std::move(sentence), std::move(help));
    };
    check(loader_.kind != LoaderKind::pytorch || loader_.window > 0,
          "operators are shared by tasks of PyTorch's workers without a window", "'kind: pytorch'");
    check(shape_.ranks_on_node % tasks != 0,
          std::to_string(shape_.ranks_on_node) + " ranks of a node are no groups of " +
              std::to_string(tasks) + " tasks",
          "accelerators_per_node of a multiple of the tasks");
    check(job_.cache || job_.shuffle || job_.step || job_.source || work_.mixture ||
              (job_.feed && job_.feed->path != FeedPath::memory),
          "tasks that share operators have no cache, shuffle policy, step, source, mixture, or feed past the "
          "cores",
          "leave these out, or 'shared_prefix'");
  }

  // Wants a batch of each rank in a step, and batches that compute unlike, for coordinated reads.
  void check_rounds() {
    const TrainingSpec& training = work_.training;
    if (!training.coordinated_reads || !training.enabled) return;
    const std::string_view field = "workload.training.coordinated_reads";
    if (ranks_of_replica(job_) > 1 || (job_.step && job_.step->federated))
      refuse(field, "E0463", "coordinated reads give each rank of a step a batch of its own",
             "no 'step' of shared models or federated clients, or no 'coordinated_reads'");
    const Distribution& law = training.computation_time;
    if (ranks_ > 1 && law.law() != Law::constant) return;
    check_.warn({.field = field,
                 .code = "W0082",
                 .sentence = ranks_ > 1 ? "coordinated reads change nothing: all batches compute as long"
                                        : "coordinated reads change nothing: there is one rank",
                 .help =
                     "a computation_time with a spread, as the lengths of samples give it, and ranks that "
                     "wait for each other",
                 .or_at_spec = true,
                 .is_of_all = true});
  }

  // Warns of what a window holds, where there is none.
  void doubt_window() {
    const LoaderSpec none;
    if (loader_.window > 0) return;
    for (const auto& [given, key] : {std::pair(loader_.window_memory != none.window_memory, "window_memory"),
                                     std::pair(loader_.window_copies != none.window_copies, "window_copies")})
      if (given) warn(key, in_quotes(key) + " has no effect: the workers have no window", "give a 'window'");
  }

  bool is_drawn_in_order() const {
    ShufflePolicy::Context shuffle;
    shuffle.ranks = ranks_;
    shuffle.samples = work_.samples_of_epoch();
    shuffle.batch_size = loader_.batch_size;
    if (!job_.shuffle || shuffle.samples < shuffle.ranks) return false;
    return !job_.shuffle->make(shuffle)->known_ahead();
  }

  // Refuses stages of tf.data under another loader.
  void check_stages() {
    const auto check = [&](bool given, std::string_view key) {
      if (given)
        refuse(path_of(key), "E0440", in_quotes(key) + " is a stage of tf.data",
               "give 'kind: tf.data', or leave it out");
    };
    check(loader_.tf_data.interleave.has_value(), "interleave");
    check(loader_.tf_data.map.has_value(), "map");
    check(loader_.tf_data.cache_after != CacheAfter::none, "cache_after");
    check(loader_.tf_data.autotune_after != TfDataSpec().autotune_after, "autotune_after");
  }

  // Warns of settings of other loaders.
  void check_unused() {
    const LoaderSpec none;
    const auto check = [&](bool given, std::string_view key, std::string help) {
      if (given) warn(key, in_quotes(key) + " has no effect on a pipeline of tf.data", std::move(help));
    };
    check(loader_.read_threads != none.read_threads, "read_threads",
          "files that are read at the same time are 'interleave: {num_parallel_calls: …}'");
    check(loader_.computation_threads != none.computation_threads, "computation_threads",
          "samples that are mapped at the same time are 'map: {num_parallel_calls: …}'");
    check(loader_.window != none.window, "window", "a window is of PyTorch's workers");
    check(loader_.direct_io != none.direct_io, "direct_io", "its files are read through the page cache");
    check(loader_.keep_files_open != none.keep_files_open, "keep_files_open",
          "its files are open from their first sample to their last");
    check(loader_.header != none.header, "header", "its files are read whole, or by transfer_size");
    check(loader_.persistent_workers != none.persistent_workers, "persistent_workers",
          "it has threads of the rank's own process");
    const bool shuffles = loader_.sample_shuffle != Shuffle::off;
    check(!shuffles && loader_.shuffle_size != none.shuffle_size, "shuffle_size",
          "give 'sample_shuffle: random' for a shuffle buffer");
  }

  void check_autotune() {
    const bool is_said = loader_.tf_data.autotune_after != TfDataSpec().autotune_after;
    if (is_said && !loader_.tf_data.autotunes())
      warn("autotune_after", "'autotune_after' has no effect: no stage has AUTOTUNE",
           "'num_parallel_calls: -1' is AUTOTUNE");
    const auto& interleave = loader_.tf_data.interleave;
    if (interleave && interleave->num_parallel_calls > interleave->cycle_length)
      warn("interleave.num_parallel_calls",
           std::to_string(interleave->num_parallel_calls) + " calls read no more files at once than the " +
               std::to_string(interleave->cycle_length) + " of the cycle",
           "a longer 'cycle_length', or fewer calls");
  }

  void check_files() {
    if (work_.mixture) return;
    const ReadPattern pattern = cost_of(work_.dataset.format).pattern;
    const std::string format(kFormats[static_cast<std::size_t>(work_.dataset.format)]);
    if (pattern == ReadPattern::record || pattern == ReadPattern::row_groups)
      refuse("workload.dataset.format", "E0441",
             "a pipeline of tf.data reads TFRecord files, and files that are read whole: not " +
                 in_quotes(format),
             "another format, or 'kind: tensorflow', whose threads read one sample after another");
    const bool evaluates = work_.evaluation.enabled && work_.evaluation_files > 0;
    if (work_.dataset.files < ranks_ || (evaluates && work_.evaluation_files < ranks_))
      refuse(work_.dataset.files < ranks_ ? "workload.dataset.files" : "workload.evaluation_files", "E0441",
             "tf.data deals files to ranks, as Dataset.shard does, and " + std::to_string(ranks_) +
                 " ranks have no file each",
             "at least as many files as ranks");
  }

  void check_beside() {
    const auto check = [&](bool given, std::string_view field, std::string_view help) {
      if (given)
        refuse(field, "E0442", in_quotes(field) + " does not apply to a pipeline of tf.data",
               std::string(help));
    };
    check(job_.cache.has_value(), "cache", "its own cache is 'cache_after', in the memory of each rank");
    check(job_.shuffle.has_value(), "shuffle", "it shuffles by 'file_shuffle' and 'sample_shuffle'");
    check(job_.feed && job_.feed->path != FeedPath::memory, "feed.path", "give 'path: memory'");
  }

  const JobSpec& job_;
  const WorkloadSpec& work_;
  const LoaderSpec& loader_;
  const JobShape& shape_;
  std::int64_t ranks_;
  Check& check_;
};

}  // namespace

void check_loader(const JobSpec& job, const WorkloadSpec& work, const JobShape& shape, Check& check) {
  LoaderCheck(job, work, shape, check).run();
}

}  // namespace headrace
