// Rules of how a job's training steps are made, against its ranks, its nodes and what it reads.

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/formats/format.h"
#include "models/jobs/checkpoint/rank_place.h"
#include "models/jobs/job_shape.h"

namespace headrace {
namespace {

// Share of a step above which a bubble is doubted.
constexpr double kLargeBubble = 0.2;

class StepCheck {
 public:
  StepCheck(const JobSpec& job, const NodeSpec& group, Check& check)
      : job_(job),
        step_(*job.step),
        parallelism_(job.workload()->checkpoint.parallelism),
        shape_(shape_of(job, group)),
        check_(check) {}

  void run() {
    if (shape_.ranks <= 0) return;
    check_effects();
    if (step_.federated) return check_federated();
    if (ranks_of_replica(job_) == 1 || !fits_ranks()) return;
    check_nodes();
    check_companions();
    if (parallelism_.pipeline > 1) doubt_bubble();
  }

 private:
  void refuse(std::string_view field, std::string_view code, std::string sentence, std::string help) {
    check_.refuse(field, code, std::move(sentence), std::move(help));
  }
  std::string sizes() const {
    return "tensor " + std::to_string(parallelism_.tensor) + " x pipeline " +
           std::to_string(parallelism_.pipeline);
  }

  void warn_of_no_effect(std::string_view field, std::string_view why, std::string_view help) {
    check_.warn({.field = field,
                 .code = "W0080",
                 .sentence = in_quotes(field) + " has no effect: " + std::string(why),
                 .help = std::string(help)});
  }

  void check_effects() {
    constexpr std::string_view kSizes = "its sizes are workload.checkpoint.parallelism's tensor and pipeline";
    if (step_.micro_batches == 1 && ranks_of_replica(job_) == 1 && !step_.federated)
      warn_of_no_effect(
          "step", "a step is one batch of each rank, as without it",
          "'micro_batches' of 2 and more accumulate gradients; or a model is spread over ranks: "
          "workload.checkpoint.parallelism's tensor and pipeline");
    for (const std::string_view field : {"step.activation_size", "step.forward"})
      if (parallelism_.pipeline == 1 && check_.says(field))
        warn_of_no_effect(field, "the model is in no pipeline", kSizes);
    if (parallelism_.tensor == 1 && check_.says("step.readers"))
      warn_of_no_effect("step.readers", "no ranks share a tensor", kSizes);
  }

  // Refuses rounds of clients that are none, or that are none's own.
  void check_federated() {
    const auto refuse_here = [&](std::string_view field, std::string sentence, std::string help) {
      refuse(field, "E0455", std::move(sentence), std::move(help));
    };
    if (step_.federated->participants > shape_.ranks || step_.federated->participants == 0)
      refuse_here("step.federated.participants",
                  std::to_string(step_.federated->participants) + " participants of " +
                      std::to_string(shape_.ranks) + " clients: each rank is one",
                  "1 and more, and no more than the ranks; -1: all");
    if (ranks_of_replica(job_) > 1)
      refuse_here("step.federated",
                  "each client has a model of its own, and this one is spread over " + sizes(),
                  "leave 'federated' out, or workload.checkpoint.parallelism's tensor and pipeline");
    if (job_.collectives && job_.collectives->gradient_size > Bytes())
      refuse_here("step.federated", "clients give their models back, and sum no gradients beside that",
                  "leave 'federated' or 'collectives' out");
    if (job_.restart)
      refuse_here("step.federated",
                  "a federation goes on without a client that fails, which is not known here",
                  "leave 'restart' out");
  }

  // A checkpoint of the model has been refused for the same sizes already.
  bool fits_ranks() {
    const std::int64_t replica = ranks_of_replica(job_);
    const bool fits =
        parallelism_.data < 0 ? shape_.ranks % replica == 0 : shape_.ranks == replica * parallelism_.data;
    const CheckpointSpec& checkpoint = job_.workload()->checkpoint;
    const bool is_cut = checkpoint.transformer.layers > 0 || !checkpoint.layer_elements.empty() ||
                        !checkpoint.optimizer_elements.empty();
    if (fits || (checkpoint.enabled && is_cut)) return fits;
    refuse("step", "E0450",
           "the job has " + std::to_string(shape_.ranks) + " ranks, and its model is spread over " + sizes() +
               (parallelism_.data < 0 ? "" : " x data " + std::to_string(parallelism_.data)),
           parallelism_.data < 0 ? "the ranks are a multiple of tensor x pipeline"
                                 : "the ranks are tensor x pipeline x data, or data is -1");
    return false;
  }

  void check_nodes() {
    if (shape_.ranks_on_node % parallelism_.tensor != 0)
      return refuse("step", "E0451",
                    std::to_string(parallelism_.tensor) + " ranks share each tensor, and a node has " +
                        std::to_string(shape_.ranks_on_node) + ": some would exchange over its ports",
                    "a tensor size that divides the ranks of a node");
    if (job_.collectives && job_.collectives->gradient_size > Bytes() && !replicas_lie_evenly())
      refuse("step", "E0452",
             "of the replicas of a stage some nodes have more than others: how they sum gradients is known "
             "for as many on each",
             "sizes of which a product divides the ranks of a node, or is a multiple of them");
  }

  // Tells whether the ranks that sum the same gradients are as many on each node that has any.
  bool replicas_lie_evenly() const {
    const auto node_of = [&](RankId rank) { return rank / shape_.ranks_on_node; };
    for (RankId first = 0; first < shape_.ranks; ++first) {
      RankPlace place = place_of(parallelism_, first, shape_.ranks);
      if (place.replica > 0) continue;
      std::int64_t on_node = 0, on_first = 0, node = node_of(first);
      for (std::int64_t replica = 0; replica <= place.data; ++replica) {
        const bool is_past = replica == place.data;
        const std::int64_t next = is_past ? -1 : node_of(rank_at(place.at_replica(replica)));
        if (next == node) {
          ++on_node;
          continue;
        }
        if (on_first == 0) on_first = on_node;
        if (on_node != on_first) return false;
        node = next;
        on_node = 1;
      }
    }
    return true;
  }

  // Refuses what is not known of ranks that share a model.
  void check_companions() {
    const WorkloadSpec& work = *job_.workload();
    if (work.evaluation.enabled && work.evaluation_files > 0)
      refuse("step", "E0453", "evaluations are those of ranks with a model of their own each",
             "leave the evaluation out, or spread the model over one rank: " + sizes());
    ShufflePolicy::Context shuffle;
    shuffle.ranks = replicas_of(job_, shape_.ranks);
    shuffle.samples = work.samples_of_epoch();
    shuffle.batch_size = work.loader.batch_size;
    if (job_.shuffle && shuffle.samples >= shuffle.ranks && job_.shuffle->make(shuffle)->handed_on(0) > 0)
      refuse("shuffle", "E0454",
             "under the shuffle " + in_quotes(job_.shuffle->name()) +
                 " ranks hand samples on, and ranks that share a model do not",
             "another shuffle, or no 'step'");
    if (!job_.cache) return;
    CachePolicy::Context cache;
    cache.capacity = job_.cache->capacity;
    if (job_.cache->policy.make(cache)->needs_future())
      refuse("cache.policy", "E0454",
             "the cache policy " + in_quotes(job_.cache->policy.name()) +
                 " looks ahead, which ranks that share a model do not",
             "a cache policy that needs no future, or no 'step'");
  }

  void doubt_bubble() {
    const std::int64_t stages = parallelism_.pipeline;
    const double bubble =
        static_cast<double>(stages - 1) / static_cast<double>(step_.micro_batches + stages - 1);
    if (bubble <= kLargeBubble) return;
    check_.warn(
        {.field = "step.micro_batches",
         .code = "W0081",
         .sentence = "a pipeline of " + std::to_string(stages) + " stages is empty for " +
                     std::to_string(std::lround(100 * bubble)) + " % of a step of " +
                     std::to_string(step_.micro_batches) + (step_.micro_batches == 1 ? " batch" : " batches"),
         .help = "(stages - 1) / (batches + stages - 1); usual are 4 times as many batches as stages, "
                 "and more",
         .or_at_spec = true});
  }

  const JobSpec& job_;
  const StepSpec& step_;
  const ParallelismSpec& parallelism_;
  JobShape shape_;
  Check& check_;
};

// Samples of a source come from it alone, in whole batches.
void check_source(const JobSpec& job, Check& check) {
  const WorkloadSpec& work = *job.workload();
  const std::vector<TrainingSet> sets = work.training_sets();
  const auto is_read = [](const TrainingSet& set) { return set.data.format != Format::synthetic; };
  if (std::any_of(sets.begin(), sets.end(), is_read))
    check.refuse("source", "E0456", "samples come from the source, and the data set is read from files",
                 "'format: synthetic', or no 'source'");
  if (job.source->buffer < work.loader.batch_size)
    check.refuse("source.buffer", "E0456",
                 "a batch of " + std::to_string(work.loader.batch_size) +
                     " samples never lies in a buffer of " + std::to_string(job.source->buffer),
                 "a buffer of a batch and more");
  if (job.source->arrivals.name() == "replay")
    check.refuse("source.arrivals", "E0456", "'replay' has no trace to replay", "another process");
  if (ranks_of_replica(job) > 1)
    check.refuse("source", "E0456", "ranks that share a model would each take samples of their own",
                 "leave 'source' out, or spread the model over one rank");
}

}  // namespace

void JobSpec::check_step(Check& check) const {
  if (workload() == nullptr || !workload()->training.enabled) return;
  if (source) check_source(*this, check);
  if (!step) return;
  if (const NodeSpec* const group = judged_nodes(*this, check)) StepCheck(*this, *group, check).run();
}

}  // namespace headrace
