// WorkloadSpec: what an application reads, computes and writes.
//
// The same spec is filled from a scenario's own `workload:` block and from an
// unmodified DLIO file. Where DLIO's versions behave differently, the job's
// DlioVersion decides, never the workload.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/data/dataset_spec.h"
#include "models/data/mixture_spec.h"
#include "models/jobs/checkpoint/checkpoint_spec.h"
#include "models/jobs/job_facts.h"
#include "models/loaders/loader_spec.h"

namespace headrace {

// The generations of DLIO that published results used, and its own main branch of June 2026; behaviour
// differs between old (v0.5, v1.0) and new (v2.0, MLPerf Storage's v3.0, main).
enum class DlioVersion : std::uint8_t { v0_5, v1_0, v2_0, mlperf_v3_0, main };
inline constexpr std::string_view kDlioVersions[] = {"v0.5", "v1.0", "v2.0", "mlperf-v3.0", "main"};
constexpr bool is_old(DlioVersion v) { return v == DlioVersion::v0_5 || v == DlioVersion::v1_0; }
// Says whether all ranks get the same number of samples, and what is left over is not read. The main branch
// deals as v2.0 does, but files that it has trimmed before.
constexpr bool deals_evenly(DlioVersion v) { return v != DlioVersion::v2_0 && v != DlioVersion::main; }

struct TrainingSpec {
  bool enabled = true;
  std::int64_t epochs = 1;
  Distribution computation_time = Distribution(100_ms);
  bool coordinated_reads = false;
  std::int64_t total_training_steps = -1;
  std::int64_t seed = 123;
  bool seed_change_epoch = true;

  void visit(Fields& f) {
    f.flag({"enabled", "whether the job trains at all"}, enabled);
    f.integer({"epochs", "passes over the data set"}, epochs, 1, 1'000'000);
    f.distribution({"computation_time", "accelerator time of a step"}, computation_time);
    f.flag({"coordinated_reads",
            "whether all ranks of a step get batches of one bucket of lengths, and compute as long: its "
            "computation_time is drawn once; else each rank has batches, and draws, of its own",
            "no by default; coordinated reads of tf.data's service [read]"},
           coordinated_reads);
    f.integer({"total_training_steps", "stop after this many steps of an epoch; -1: all"},
              total_training_steps, -1, 1'000'000'000'000);
    f.integer({"seed", "seed of the workload's own shuffles, apart from the run's seed"}, seed, 0,
              4'294'967'295);
    f.flag({"seed_change_epoch", "whether each epoch shuffles anew"}, seed_change_epoch);
  }
};

struct EvaluationSpec {
  bool enabled = false;
  std::int64_t after_epoch = 1;
  std::int64_t epochs_between = 1;
  Distribution evaluation_time = Distribution(Duration());
  std::int64_t total_steps = -1;

  void visit(Fields& f) {
    f.flag({"enabled", "whether epochs are followed by an evaluation"}, enabled);
    f.integer({"after_epoch", "the first epoch that is evaluated"}, after_epoch, 1, 1'000'000);
    f.integer({"epochs_between", "epochs from one evaluation to the next"}, epochs_between, 1, 1'000'000);
    f.distribution({"evaluation_time", "accelerator time of an evaluation step"}, evaluation_time);
    f.integer({"total_steps", "stop an evaluation after this many steps; -1: all"}, total_steps, -1,
              1'000'000'000'000);
  }
};

// How the benchmark turns times into its metrics.
struct MetricSpec {
  double au_threshold = 0.9;
  std::int64_t exclude_start_steps = 1;
  std::int64_t exclude_end_steps = 0;

  void visit(Fields& f) {
    f.number({"au_threshold", "accelerator utilisation that passes, as a share"}, au_threshold, 0.0, 1.0);
    f.integer({"exclude_start_steps", "first steps of a block left out of the metrics (new DLIO)"},
              exclude_start_steps, 0, 1'000'000);
    f.integer({"exclude_end_steps", "last steps of a block left out of the metrics (new DLIO)"},
              exclude_end_steps, 0, 1'000'000);
  }
};

// TrainingSet: one of the data sets that a workload trains on, and its share of the samples. It belongs to
// the WorkloadSpec.
struct TrainingSet {
  std::string_view name;  // Empty where there is no mixture.
  const DatasetSpec& data;
  double share;

  // Returns the path of a field of it.
  std::string field(std::string_view of_set) const {
    const std::string path = name.empty() ? "workload.dataset" : "workload.mixture.sets." + std::string(name);
    return path + "." + std::string(of_set);
  }
};

struct WorkloadSpec {
  std::string model = "default";
  DatasetSpec dataset;
  std::optional<MixtureSpec> mixture;
  std::int64_t evaluation_files = 0;
  std::int64_t evaluation_samples_per_file = 0;  // 0: as in training.
  LoaderSpec loader;
  TrainingSpec training;
  EvaluationSpec evaluation;
  CheckpointSpec checkpoint;
  MetricSpec metric;

  JobFacts facts() const;

  // Returns the data sets that are trained on: those of the mixture, or the one.
  std::vector<TrainingSet> training_sets() const;
  // Returns the samples of an epoch, all ranks together.
  std::int64_t samples_of_epoch() const;
  // Return sizes of a sample, of a mixture in the mean: on the storage, and in memory once decoded.
  Bytes record_length() const;
  Bytes tensor() const;
  // Returns what the evaluation set is like, of a mixture as the first of its sets.
  DatasetSpec evaluation_set() const;

  void visit(Fields& f) {
    f.text({"model", "name of the model; has no effect"}, model);
    f.group(Field{"dataset", "what is on the storage"}, dataset);
    f.group(Field{"mixture", "data sets that are mixed by weight, in place of the one"}, mixture);
    f.integer({"evaluation_files", "files of the evaluation set"}, evaluation_files, 0, 1'000'000'000'000);
    f.integer({"evaluation_samples_per_file", "samples in an evaluation file; 0: as in training"},
              evaluation_samples_per_file, 0, 1'000'000'000'000);
    f.group(Field{"loader", "how samples reach the accelerators"}, loader);
    f.group(Field{"training", "the training loop"}, training);
    f.group(Field{"evaluation", "the evaluation after epochs"}, evaluation);
    f.group(Field{"checkpoint", "what is written, and when"}, checkpoint);
    f.group(Field{"metric", "how times become metrics"}, metric);
  }

 private:
  static void check_on_nodes(const JobSpec& job, Check& check);                 // In workload_rules.cpp.
  static void doubt_job(const JobSpec& job, Check& check);                      // In workload_doubts.cpp.
  static double events_of(const JobSpec& job, const JobFacts::Ground& ground);  // In workload_events.cpp.
  static JobFacts::CheckpointBytes checkpoints_of(const JobSpec& job, std::int64_t ranks);  // Likewise.
  static JobFacts::Written written_by(const JobSpec& job, std::int64_t ranks);              // Likewise.
};

}  // namespace headrace
