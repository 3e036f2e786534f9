// What a job's checkpoints ask for, against its ranks, their host memory and the drives of their nodes.

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// A job with more ranks and files of checkpoints than this is too large to run, so it is not measured here.
constexpr std::int64_t kMostMeasured = 20'000'000;

double sum_of(const std::vector<std::int64_t>& counts) {
  double sum = 0;
  for (const std::int64_t count : counts) sum += std::abs(static_cast<double>(count));
  return sum;
}

class CheckpointCheck {
 public:
  CheckpointCheck(const Scenario& scenario, const std::string& name, const JobSpec& job,
                  const NodeSpec& group, const Places& places, Problems& problems)
      : scenario_(scenario),
        path_("jobs." + name),
        job_(job),
        checkpoint_(job.workload()->checkpoint),
        needs_(job.checkpointing.strategy.make({})->needs()),
        has_links_(group.pcie.has_value()),
        places_(places),
        problems_(problems),
        shape_(shape_of(job, group)) {}

  void run() {
    check_local_storage();
    if (needs_.links && !has_links_) {
      problems_
          .add(place({"checkpointing.strategy"}), "E0336",
               "the nodes of " + in_quotes(job_.nodes.group) + " have no links to accelerators")
          .at(path_ + ".checkpointing.strategy")
          .with_help("give the node group a 'pcie', or choose another strategy");
    }
    if (!checkpoint_.enabled || shape_.ranks <= 0) return;
    if (!fits_in_64_bits() || !check_parallelism() || !can_be_measured()) return;
    if (needs_.host_buffer > Bytes()) check_host_buffer();
    if (needs_.local_copies > 0) check_drives();
  }

 private:
  bool has_counts() const {
    return !checkpoint_.layer_elements.empty() || !checkpoint_.optimizer_elements.empty();
  }
  bool is_spread() const { return has_counts() || checkpoint_.transformer.layers > 0; }

  // Returns the place of the first of these fields that the text has, else of the workload, the DLIO file or
  // the job as a whole.
  Mark place(const std::vector<std::string>& fields) const {
    for (const std::string& field : fields) {
      const auto found = places_.find(path_ + "." + field);
      if (found != places_.end()) return found->second;
    }
    for (const char* whole : {".workload", ".dlio", ""}) {
      const auto found = places_.find(path_ + whole);
      if (found != places_.end()) return found->second;
    }
    return {};
  }

  // Bounds the bytes of all ranks together from above.
  double most_bytes() const {
    const TransformerSpec& t = checkpoint_.transformer;
    const double layers = std::max(0.0, static_cast<double>(t.layers));
    const double h = static_cast<double>(t.hidden_size), f = static_cast<double>(t.ffn_hidden_size);
    const double model = static_cast<double>(t.model_bytes_per_element);
    const double optimizer = static_cast<double>(t.optimizer_bytes_per_element);
    const double ranks = static_cast<double>(shape_.ranks),
                 plain = static_cast<double>(checkpoint_.model_size.count());
    if (has_counts())
      return ranks * (plain + layers * sum_of(checkpoint_.layer_elements) * model +
                      sum_of(checkpoint_.optimizer_elements) * optimizer);
    if (!is_spread()) return ranks * plain;
    const double vocabulary = static_cast<double>(t.vocabulary_size);
    const double width = h * static_cast<double>(t.key_value_heads);
    const double parameters =
        2 * vocabulary * h + layers * (2 * h + h * (h + 2 * width) + h * h + 3 * h * f) + h;
    return parameters * (model + 3 * optimizer) + ranks * h * (2 * layers * model + 15 * optimizer);
  }

  bool fits_in_64_bits() {
    if (most_bytes() < static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 4) return true;
    problems_
        .add(place({"workload.checkpoint.transformer", "workload.checkpoint"}), "E0335",
             "a checkpoint is larger than 2 EiB")
        .at(path_);
    return false;
  }

  bool check_parallelism() {
    const ParallelismSpec& parallelism = checkpoint_.parallelism;
    if (!is_spread()) return true;
    const std::int64_t replica = parallelism.tensor * parallelism.pipeline;
    const bool any = parallelism.data < 0;
    if (any ? shape_.ranks % replica == 0 : replica * parallelism.data == shape_.ranks) return true;
    std::string product = "tensor " + std::to_string(parallelism.tensor) + " x pipeline " +
                          std::to_string(parallelism.pipeline);
    if (!any) product += " x data " + std::to_string(parallelism.data);
    const std::int64_t all = any ? replica : replica * parallelism.data;
    problems_
        .add(place({"workload.checkpoint.parallelism.tensor", "workload.checkpoint.parallelism"}), "E0330",
             "the job has " + std::to_string(shape_.ranks) + " ranks; its model is spread over " + product +
                 " = " + std::to_string(all))
        .at(path_)
        .with_help(any ? "the ranks are a multiple of tensor x pipeline"
                       : "the ranks are tensor x pipeline x data, or data is -1");
    return false;
  }

  void check_local_storage() {
    if (needs_.local_copies == 0 || !job_.local_storage.empty()) return;
    problems_
        .add(place({"checkpointing.strategy", "checkpointing"}), "E0331",
             in_quotes(job_.checkpointing.strategy.name()) +
                 " writes to the drives of the nodes, and the job has no 'local_storage'")
        .at(path_ + ".checkpointing.strategy")
        .with_help("local_storage names a file system of the platform whose kind is " + kinds_on_nodes());
  }

  bool can_be_measured() const {
    const std::int64_t files = 2 + std::max<std::int64_t>(0, checkpoint_.transformer.layers);
    return shape_.ranks <= kMostMeasured / files;
  }

  Bytes size_of_rank(std::int64_t rank) const {
    Bytes size;
    for (const Bytes file : checkpoint_files(checkpoint_, static_cast<RankId>(rank), shape_.ranks))
      size += file;
    return size;
  }

  void check_host_buffer() {
    Bytes largest;
    for (std::int64_t rank = 0; rank < shape_.ranks; ++rank) largest = std::max(largest, size_of_rank(rank));
    if (largest <= needs_.host_buffer) return;
    problems_
        .add(place({"checkpointing.host_buffer"}), "E0334",
             "a host buffer of " + human_text(needs_.host_buffer) +
                 " never holds the checkpoint of a rank, " + human_text(largest))
        .at(path_ + ".checkpointing.host_buffer")
        .with_help("0 B makes it as large as one checkpoint");
  }

  void check_drives() {
    const auto& systems = scenario_.platform.file_systems;
    const auto found = std::find_if(systems.begin(), systems.end(),
                                    [&](const auto& system) { return system.first == job_.local_storage; });
    if (found == systems.end()) return;  // Told already.
    const std::optional<Bytes> capacity = found->second.facts().on_nodes;
    if (!capacity) return;
    Bytes largest;
    for (std::int64_t first = 0; first < shape_.ranks; first += shape_.ranks_on_node) {
      Bytes node;
      for (std::int64_t rank = first; rank < first + shape_.ranks_on_node; ++rank) node += size_of_rank(rank);
      largest = std::max(largest, node);
    }
    if (static_cast<double>(largest.count()) * static_cast<double>(needs_.local_copies) <=
        static_cast<double>(capacity->count()))
      return;
    problems_
        .add(place({"checkpointing.local_copies", "checkpointing.strategy", "local_storage"}), "E0333",
             "the drives of a node hold " + human_text(*capacity) + ", too little for " +
                 std::to_string(needs_.local_copies) +
                 (needs_.local_copies == 1 ? " checkpoint" : " checkpoints") + " of " + human_text(largest))
        .at(path_ + ".checkpointing")
        .with_help("a new checkpoint is written beside the last one unless local_copies is 1");
  }

  const Scenario& scenario_;
  std::string path_;
  const JobSpec& job_;
  const CheckpointSpec& checkpoint_;
  CheckpointNeeds needs_;
  bool has_links_;
  const Places& places_;
  Problems& problems_;
  JobShape shape_;
};

}  // namespace

void check_checkpoints(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                       const Places& places, Problems& problems) {
  if (!job.workload() || is_refused("jobs." + job_name, problems) ||
      is_refused("platform.nodes." + job.nodes.group, problems)) {
    return;
  }
  for (const auto& [name, group] : scenario.platform.nodes) {
    if (name == job.nodes.group) CheckpointCheck(scenario, job_name, job, group, places, problems).run();
  }
}

}  // namespace headrace
