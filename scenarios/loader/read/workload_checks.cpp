#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// A job whose workload is known, and where to point when it does not fit.
class WorkloadCheck {
 public:
  WorkloadCheck(const std::string& name, const JobSpec& job, const NodeSpec& group, Bytes for_pages,
                const Places& places, Problems& problems)
      : path_("jobs." + name),
        job_(job),
        work_(*job.workload()),
        for_pages_(for_pages),
        places_(places),
        problems_(problems),
        nodes_(shape_of(job, group).nodes),
        ranks_(shape_of(job, group).ranks) {}

  void run() {
    if (ranks_ <= 0) return;
    if (!fits_in_64_bits()) return;
    if (!work_.training.enabled) {
      check_purpose();
    } else if (check_steps()) {
      check_last_rank();
      check_few_files();
      check_page_cache();
    }
    if (work_.training.enabled && work_.evaluation.enabled) check_evaluation();
  }

 private:
  std::int64_t samples() const { return work_.dataset.files * work_.dataset.samples_per_file; }

  // Returns the place of the field where the text has it, else of the workload, the DLIO file or the job as a
  // whole.
  Mark place(const std::string& field) const {
    for (const std::string& path :
         {path_ + ".workload." + field, path_ + ".workload", path_ + ".dlio", path_}) {
      const auto found = places_.find(path);
      if (found != places_.end()) return found->second;
    }
    return {};
  }

  bool fits_in_64_bits() {
    constexpr auto kMost = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 4;
    const DatasetSpec& set = work_.dataset;
    const double bytes =
        static_cast<double>(set.files) * static_cast<double>(set.samples_per_file) * set.most_of_a_sample();
    const double evaluated =
        static_cast<double>(work_.evaluation_files) *
        static_cast<double>(std::max(set.samples_per_file, work_.evaluation_samples_per_file)) *
        set.most_of_a_sample();
    const double batches =
        static_cast<double>(std::max(work_.loader.batch_size, work_.loader.batch_size_evaluation)) *
        static_cast<double>(ranks_) * static_cast<double>(set.record_length.count());
    if (bytes < kMost && evaluated < kMost && batches < kMost) return true;
    problems_.add(place("dataset"), "E0308", "the data set or a batch is larger than 2 EiB").at(path_);
    return false;
  }

  bool check_steps() {
    const std::int64_t needed = ranks_ * work_.loader.batch_size;
    if (samples() >= needed) return true;
    problems_
        .add(place("dataset.files"), "E0309",
             std::to_string(samples()) + " samples make no full batch for each of " + std::to_string(ranks_) +
                 " ranks: not one step would run")
        .at(path_)
        .with_help("a step takes " + std::to_string(ranks_) + " ranks x batch size " +
                   std::to_string(work_.loader.batch_size) + " = " + std::to_string(needed) + " samples");
    return false;
  }

  bool streams_records() const {
    return work_.loader.kind == LoaderKind::tensorflow && work_.dataset.format == Format::tfrecord;
  }

  // New DLIO gives the last rank what is left over, and that may be too little for the steps of the others.
  void check_last_rank() {
    if (streams_records() || is_old(job_.dlio_version) || job_.shuffle) return;
    const std::int64_t share = (samples() + ranks_ - 1) / ranks_;
    const std::int64_t last = std::max<std::int64_t>(0, samples() - (ranks_ - 1) * share);
    const std::int64_t most = work_.training.total_training_steps;
    std::int64_t steps = samples() / work_.loader.batch_size / ranks_;
    if (most > 0) steps = std::min(steps, most);
    if (last / work_.loader.batch_size >= steps) return;
    problems_
        .warn(place("dataset.files"), "W0005",
              "the last rank gets " + std::to_string(last) + " samples, too few for " +
                  std::to_string(steps) + " steps of " + std::to_string(work_.loader.batch_size) +
                  ": the run will stall, as the benchmark hangs")
        .at(path_)
        .with_help("DLIO v2.0 gives each rank ceil(" + std::to_string(samples()) + " / " +
                   std::to_string(ranks_) + ") = " + std::to_string(share) +
                   " samples and the last one the rest; " + way_out());
  }

  // PyTorch's own sampler deals evenly, and so do old DLIO and the shuffle policies.
  std::string way_out() const {
    const std::int64_t files = work_.dataset.files;
    const std::int64_t each = work_.dataset.samples_per_file;
    const std::int64_t even = ranks_ / std::gcd(ranks_, each);  // So many files deal evenly.
    std::int64_t nearest = files / even * even;
    if (nearest * each < ranks_ * work_.loader.batch_size) nearest += even;
    return "it does not stall with " + std::to_string(nearest) +
           " files, with 'shuffle: {policy: global}', which deals evenly as PyTorch's DistributedSampler "
           "does, or with 'dlio_version: v1.0'";
  }

  void check_few_files() {
    if (!streams_records() || work_.dataset.files >= ranks_) return;
    problems_
        .warn(place("dataset.files"), "W0004",
              std::to_string(work_.dataset.files) + " TFRecord files for " + std::to_string(ranks_) +
                  " ranks: every rank reads every file and keeps a share of the samples")
        .at(path_);
  }

  void check_page_cache() {
    if (work_.training.epochs < 2 || work_.loader.direct_io) return;
    const double data =
        static_cast<double>(samples()) * static_cast<double>(work_.dataset.record_length.count());
    if (data > static_cast<double>(for_pages_.count()) * static_cast<double>(nodes_)) return;
    problems_
        .warn(place("dataset.files"), "W0002",
              "the data set (" + human_text(Bytes::count(static_cast<std::int64_t>(data))) +
                  ") fits in the page caches of the job's nodes (" + std::to_string(nodes_) + " x " +
                  human_text(for_pages_) + "): epochs from the second on may hardly touch the storage")
        .at(path_)
        .with_help("it is so on real nodes; more data, direct_io or a smaller cache measure the storage");
  }

  void check_evaluation() {
    const std::int64_t each = work_.evaluation_samples_per_file > 0 ? work_.evaluation_samples_per_file
                                                                    : work_.dataset.samples_per_file;
    const std::int64_t needed = ranks_ * work_.loader.batch_size_evaluation;
    if (work_.evaluation_files * each >= needed) return;
    problems_
        .warn(place("evaluation_files"), "W0006",
              std::to_string(work_.evaluation_files * each) +
                  " evaluation samples make no full batch for each of " + std::to_string(ranks_) +
                  " ranks: nothing is evaluated")
        .at(path_);
  }

  void check_purpose() {
    const CheckpointSpec& checkpoint = work_.checkpoint;
    if (checkpoint.enabled && (checkpoint.writes > 0 || checkpoint.reads > 0)) return;
    problems_.warn(place("training"), "W0007", "the job neither trains nor writes or reads checkpoints")
        .at(path_)
        .with_help(
            "a job that does not train needs checkpoint.enabled, and checkpoint.writes or checkpoint.reads");
  }

  std::string path_;
  const JobSpec& job_;
  const WorkloadSpec& work_;
  Bytes for_pages_;  // On each node, of the job's storage.
  const Places& places_;
  Problems& problems_;
  std::int64_t nodes_, ranks_;
};

// Returns what one node may keep of its job's storage in its memory.
Bytes memory_for_pages(const Scenario& scenario, const JobSpec& job, const NodeSpec& node) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == job.storage) return system.facts().memory_for_pages(node.memory);
  return Bytes();
}

}  // namespace

void check_workload(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                    const Places& places, Problems& problems) {
  const std::string path = "jobs." + job_name;
  if (!job.workload() || is_refused(path, problems) ||
      is_refused("platform.nodes." + job.nodes.group, problems)) {
    return;
  }
  for (const auto& [name, group] : scenario.platform.nodes) {
    if (name == job.nodes.group) {
      WorkloadCheck(job_name, job, group, memory_for_pages(scenario, job, group), places, problems).run();
    }
  }
}

}  // namespace headrace
