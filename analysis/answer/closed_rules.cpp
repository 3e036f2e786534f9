#include "analysis/answer/closed_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "analysis/text.h"
#include "models/jobs/checkpoint/checkpoint.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr std::int64_t kClosedSteps = 500;       // Of the data set, at least.
constexpr double kClosedMemories = 5;            // Of the hosts, that the data set is at least.
constexpr std::int64_t kClosedCheckpoints = 10;  // Written, and as many read.
constexpr std::int64_t kLeastRanksOnHost = 4;

// Keys that a submitter may set [read: Rules.md 3.6.2 of MLPerf Storage v3.0], or that submissions of the
// division had. Where checkpoints go is free, and so is what says where data lie.
constexpr std::string_view kClosedTunables[] = {"dataset.num_files_train",
                                                "dataset.num_subfolders_train",
                                                "dataset.data_folder",
                                                "dataset.skip_listing",
                                                "dataset.listing_validation_interval",
                                                "reader.read_threads",
                                                "reader.computation_threads",
                                                "reader.transfer_size",
                                                "reader.prefetch_size",
                                                "reader.odirect",
                                                "storage.storage_root",
                                                "storage.storage_type",
                                                "storage.storage_library",
                                                "storage.s3_force_path_style",
                                                "storage.uri_scheme",
                                                "storage.storage_options.prefetch_window",
                                                "checkpoint.checkpoint_folder"};

// Keys that a run of a part of the work sets: workflow, number of checkpoints, profiling.
constexpr std::string_view kSetByTheRun[] = {"workflow.", "profiling.", "checkpoint.num_checkpoints_"};

// Ranks by the size of a checkpoint in GiB [read: Rules.md 4.6.1]; a size is known within a hundredth.
struct ModelRanks {
  std::string_view model;
  double gibibytes;
  std::int64_t ranks;
};
constexpr ModelRanks kClosedModels[] = {
    {"8B", 104.7, 8}, {"70B", 911.2, 64}, {"405B", 5292, 512}, {"1T", 15427, 1024}};

// "reader.read_threads" of "++workload.reader.read_threads=8"; empty: it is no key of the workload.
std::string_view key_of(std::string_view override) {
  while (override.starts_with('+') || override.starts_with('~')) override.remove_prefix(1);
  constexpr std::string_view kWorkload = "workload.";
  if (!override.starts_with(kWorkload)) return {};
  return override.substr(kWorkload.size(), override.find('=') - kWorkload.size());
}

bool may_be_set(std::string_view key) {
  return key.empty() ||
         std::find(std::begin(kClosedTunables), std::end(kClosedTunables), key) !=
             std::end(kClosedTunables) ||
         std::any_of(std::begin(kSetByTheRun), std::end(kSetByTheRun),
                     [&](std::string_view prefix) { return key.starts_with(prefix); });
}

class JobRules {
 public:
  JobRules(const std::string& name, const JobSpec& job, const WorkloadSpec& work, const Scenario& scenario,
           std::vector<ClosedRule>& rules)
      : name_(name), job_(job), work_(work), shape_(shape_of(job, scenario)), rules_(rules) {
    for (const auto& [group, spec] : scenario.platform.nodes)
      if (group == job.nodes.group) memory_ = spec.memory;
  }

  void judge() {
    if (work_.training.enabled) {
      judge_data();
      judge_tunables();
    } else if (work_.checkpoint.enabled) {
      judge_ranks();
      judge_checkpoints();
      judge_tunables();
    }
  }

 private:
  void add(const char* rule, bool holds, std::string sentence) {
    rules_.push_back({name_, rule, holds, std::move(sentence)});
  }

  void judge_data() {
    const std::int64_t steps = kClosedSteps * work_.loader.batch_size * shape_.ranks;
    const double memory = static_cast<double>(memory_.count()) * static_cast<double>(shape_.nodes);
    const double of_memory = std::ceil(kClosedMemories * memory /
                                       std::max(1.0, static_cast<double>(work_.record_length().count())));
    const double wanted = std::max(static_cast<double>(steps), of_memory);
    const std::int64_t there = work_.samples_of_epoch();
    add("data set", static_cast<double>(there) >= wanted,
        fmt::format("{} samples; wanted are {:.0f}: {} steps of {} x {} are {}, and {:.0f} x {} of "
                    "memory on {} are {:.0f}",
                    there, wanted, kClosedSteps, count_noun(shape_.ranks, "rank"), work_.loader.batch_size,
                    steps, kClosedMemories, human_text(memory_), count_noun(shape_.nodes, "host"),
                    of_memory));
  }

  void judge_tunables() {
    std::string others;
    for (const std::string& override : job_.overrides) {
      const std::string_view key = key_of(override);
      if (may_be_set(key)) continue;
      others += (others.empty() ? "" : ", ") + std::string(key);
    }
    const std::int64_t prefetch = work_.loader.prefetch_size;
    if (work_.training.enabled && (prefetch < 0 || prefetch > 2))
      others += fmt::format("{}reader.prefetch_size of {} (0, 1 or 2)", others.empty() ? "" : ", ", prefetch);
    add("tunables", others.empty(),
        others.empty() ? "nothing is overridden that the division fixes" : "the division fixes " + others);
  }

  void judge_ranks() {
    const double size = static_cast<double>(checkpoint_size(work_.checkpoint, shape_.ranks).count()) /
                        static_cast<double>((1_GiB).count());
    const auto model =
        std::find_if(std::begin(kClosedModels), std::end(kClosedModels),
                     [&](const ModelRanks& known) { return std::abs(size / known.gibibytes - 1) < 0.01; });
    if (model == std::end(kClosedModels))
      add("ranks", false, fmt::format("{:.1f} GiB a checkpoint: a model of none of the four sizes", size));
    else
      add("ranks", shape_.ranks == model->ranks,
          fmt::format("{} ranks; the {} model wants {}", shape_.ranks, model->model, model->ranks));
    add("hosts", shape_.ranks_on_node >= kLeastRanksOnHost,
        fmt::format("{} ranks a host; wanted are {} and more", shape_.ranks_on_node, kLeastRanksOnHost));
  }

  void judge_checkpoints() {
    const CheckpointSpec& spec = work_.checkpoint;
    const auto is_right = [](std::int64_t count) { return count == kClosedCheckpoints || count == 0; };
    add("checkpoints", is_right(spec.writes) && is_right(spec.reads) && spec.writes + spec.reads > 0,
        fmt::format("{} written and {} read; wanted are {} of each, in one run or in two", spec.writes,
                    spec.reads, kClosedCheckpoints));
    add("fsync", spec.fsync || spec.writes == 0,
        spec.fsync ? "writers wait until their files are durable"
                   : "writers do not wait until files are durable");
  }

  const std::string& name_;
  const JobSpec& job_;
  const WorkloadSpec& work_;
  JobShape shape_;
  Bytes memory_;
  std::vector<ClosedRule>& rules_;
};

}  // namespace

std::vector<ClosedRule> closed_rules(const Scenario& scenario) {
  std::vector<ClosedRule> rules;
  for (const auto& [name, job] : scenario.jobs)
    if (const WorkloadSpec* const work = job.workload()) JobRules(name, job, *work, scenario, rules).judge();
  return rules;
}

}  // namespace headrace
