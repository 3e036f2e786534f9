#include "analysis/answer/between_ranks.h"

#include <fmt/format.h>

namespace headrace {

namespace {

// Share of a step that a pipeline is emptier than one of equal stages before that is worth a word.
constexpr double kEven = 0.02;

}  // namespace

Limitation limited_by_pipeline(const StepResult& step, double waiting, double computing) {
  const bool uneven = waiting / (waiting + computing) > step.bubble() + kEven;
  return {Limit::pipeline,
          fmt::format(
              "the bubble of its pipeline: {} stages are empty for {:.0f} % of a step of {} micro-batch{}{}",
              step.pipeline, 100 * step.bubble(), step.micro_batches, step.micro_batches == 1 ? "" : "es",
              uneven ? ", and wait for slower stages beside that" : ""),
          std::string(uneven ? "stages that take equally long, " : "") +
              "more micro-batches in a step, or fewer stages; no faster storage"};
}

Limitation limited_by_slowest_rank() {
  return {Limit::slowest_rank, "the slowest rank of each step, which computes longer than the others",
          "even nodes and accelerators; no faster storage"};
}

Limitation limited_by_source() {
  return {Limit::arrivals, "the source of its samples, which produces no more",
          "more samples a second, or fewer accelerators; no faster storage"};
}

std::string text_of_losses(const JobResult& job) {
  if (!job.source) return {};
  const SourceResult& source = *job.source;
  if (source.dropped > 0)
    return fmt::format(", while {:.1f} % of what the source produced was dropped",
                       100 * source.dropped_share());
  if (source.held_up > Duration())
    return fmt::format(", while the source was held up for {:.1f} s", source.held_up.in_seconds());
  return {};
}

Limitation limited_by_exchange(const JobResult& job, bool waits_in_ports) {
  if (job.step && job.step->participants > 0)
    return {Limit::exchange, "the links of its clients, over which the model goes in each round",
            "more batches in a round, a smaller or compressed model, or faster links; no faster storage"};
  const bool shares_models = job.step && job.step->tensor * job.step->pipeline > 1;
  const std::string what =
      shares_models ? "the exchange of gradients and activations" : "the exchange of gradients";
  if (waits_in_ports)
    return {Limit::exchange, what + ", which waits behind other bytes in the nodes' ports",
            "ports of its own for it, or faster ports; or more of it behind the computation"};
  return {Limit::exchange, what, "more of it behind the computation, or a faster way between the nodes"};
}

}  // namespace headrace
