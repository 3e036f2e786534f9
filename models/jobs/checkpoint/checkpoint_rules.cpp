#include "models/jobs/checkpoint/checkpoint_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_shape.h"
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
  CheckpointCheck(const JobSpec& job, const NodeSpec& group, Check& check)
      : job_(job),
        checkpoint_(job.workload()->checkpoint),
        needs_(job.checkpointing.strategy.make({})->needs()),
        has_links_(group.pcie.has_value()),
        memory_(group.memory),
        check_(check),
        shape_(shape_of(job, group)) {}

  void run() {
    check_local_storage();
    if (needs_.links && !has_links_)
      check_.refuse("checkpointing.strategy", "E0336",
                    "the nodes of " + in_quotes(job_.nodes.group) + " have no links to accelerators",
                    "give the node group a 'pcie', or choose another strategy");
    if (!checkpoint_.enabled || shape_.ranks <= 0) return;
    if (!fits_in_64_bits() || !check_parallelism() || !can_be_measured()) return;
    if (needs_.buffers_in_host) check_host_buffer();
    if (needs_.stored_every > 1 && !job_.restart) doubt_drains();
    if (needs_.local_copies > 0) check_drives();
  }

 private:
  bool has_counts() const {
    return !checkpoint_.layer_elements.empty() || !checkpoint_.optimizer_elements.empty();
  }
  bool is_spread() const { return has_counts() || checkpoint_.transformer.layers > 0; }

  // Refuses the job as a whole, shown at the field that most likely is at fault.
  void refuse_all(std::string_view field, std::string_view code, std::string sentence,
                  std::string help = {}) {
    check_.error({.field = field,
                  .code = code,
                  .sentence = std::move(sentence),
                  .help = std::move(help),
                  .or_at_spec = true,
                  .is_of_all = true});
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
    refuse_all("workload.checkpoint.transformer", "E0335", "a checkpoint is larger than 2 EiB");
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
    refuse_all("workload.checkpoint.parallelism.tensor", "E0330",
               "the job has " + std::to_string(shape_.ranks) + " ranks; its model is spread over " + product +
                   " = " + std::to_string(all),
               any ? "the ranks are a multiple of tensor x pipeline"
                   : "the ranks are tensor x pipeline x data, or data is -1");
    return false;
  }

  void check_local_storage() {
    if (needs_.local_copies == 0 || !job_.local_storage.empty()) return;
    const auto is_on_nodes = [](const StoreFacts& facts) { return facts.on_nodes.has_value(); };
    check_.refuse("checkpointing.strategy", "E0331",
                  in_quotes(job_.checkpointing.strategy.name()) +
                      " writes to the drives of the nodes, and the job has no 'local_storage'",
                  "local_storage names a file system of the platform whose kind is " +
                      check_.kinds_of_stores(is_on_nodes));
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
    const bool chosen = needs_.host_buffer > Bytes();
    if (chosen && largest > needs_.host_buffer)
      return check_.refuse("checkpointing.host_buffer", "E0334",
                           "a host buffer of " + human_text(needs_.host_buffer) +
                               " never holds the checkpoint of a rank, " + human_text(largest),
                           "0 B makes it as large as one checkpoint");
    check_host_memory(chosen ? needs_.host_buffer : largest);
  }

  // Refuses buffers that the memory of a node does not hold.
  void check_host_memory(Bytes buffer) {
    const double ranks = static_cast<double>(shape_.ranks_on_node);
    if (ranks * static_cast<double>(buffer.count()) <= static_cast<double>(memory_.count())) return;
    const std::string each = std::to_string(shape_.ranks_on_node) +
                             (shape_.ranks_on_node == 1 ? " host buffer of " : " host buffers of ");
    check_.refuse("checkpointing.host_buffer", "E0339",
                  each + human_text(buffer) + " cannot be held: a node of " + in_quotes(job_.nodes.group) +
                      " has " + human_text(memory_) + " of memory",
                  needs_.host_buffer > Bytes()
                      ? "each rank has a buffer of its own; 0 B makes it as large as one checkpoint"
                      : "each rank has a buffer as large as its checkpoint; another strategy needs none");
  }

  // Warns where none of the job's checkpoints comes to its storage.
  void doubt_drains() {
    const std::optional<std::int64_t> written = checkpoints_written(job_, shape_.ranks);
    if (!written || *written >= needs_.stored_every) return;
    check_.warn({.field = "checkpointing.drain_every",
                 .code = "W0021",
                 .sentence = "no checkpoint comes to the job's storage: of " +
                             std::to_string(needs_.stored_every) + " one does, and the job writes " +
                             std::to_string(*written),
                 .help = "the others are lost with the drives of a node that fails"});
  }

  void check_drives() {
    const StoreFacts* const store = check_.store(job_.local_storage);
    if (store == nullptr || !store->on_nodes) return;  // Told already.
    const Bytes capacity = *store->on_nodes;
    Bytes largest;
    for (std::int64_t first = 0; first < shape_.ranks; first += shape_.ranks_on_node) {
      Bytes node;
      for (std::int64_t rank = first; rank < first + shape_.ranks_on_node; ++rank) node += size_of_rank(rank);
      largest = std::max(largest, node);
    }
    if (static_cast<double>(largest.count()) * static_cast<double>(needs_.local_copies) <=
        static_cast<double>(capacity.count()))
      return;
    const bool says_copies = check_.says("checkpointing.local_copies");
    check_.refuse(says_copies ? "checkpointing.local_copies" : "checkpointing.strategy", "E0333",
                  "the drives of a node hold " + human_text(capacity) + ", too little for " +
                      std::to_string(needs_.local_copies) +
                      (needs_.local_copies == 1 ? " checkpoint" : " checkpoints") + " of " +
                      human_text(largest),
                  "a new checkpoint is written beside the last one unless local_copies is 1");
  }

  const JobSpec& job_;
  const CheckpointSpec& checkpoint_;
  CheckpointNeeds needs_;
  bool has_links_;
  Bytes memory_;  // Of a node.
  Check& check_;
  JobShape shape_;
};

}  // namespace

void check_checkpoints(const JobSpec& job, Check& check) {
  const NodeSpec* const group = judged_nodes(job, check);
  if (group != nullptr) CheckpointCheck(job, *group, check).run();
}

}  // namespace headrace
