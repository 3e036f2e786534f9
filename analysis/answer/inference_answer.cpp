#include "analysis/answer/inference_answer.h"

#include <fmt/format.h>

#include "analysis/figures/figures.h"
#include "analysis/text.h"
#include "models/jobs/inference/inference_result.h"

namespace headrace {

namespace {

double as_double(std::int64_t value) { return static_cast<double>(value); }

std::string servers_text(const JobResult& job, const InferenceResult& inference) {
  if (job.accelerator.empty()) return count_noun(inference.servers, "server");
  return fmt::format("{} x {}", inference.servers, job.accelerator);
}

std::string percentile_text(const Histogram& latency, double share) {
  return span_text(Duration::nanoseconds(latency.quantile(share)));
}

std::string streaming_text(const JobResult& job, const InferenceResult& inference) {
  std::string text =
      fmt::format("{} {} {} requests/s", servers_text(job, inference),
                  inference.servers == 1 ? "answers" : "answer", grouped(inference.completed_per_second));
  if (inference.latency.count() > 0) text += ", p99 " + percentile_text(inference.latency, 0.99);
  if (inference.prompt_tokens > 0)
    text += fmt::format(", {:.1f} % of the prompts' tokens from a cache",
                        100 * as_double(inference.prompt_tokens_found) / as_double(inference.prompt_tokens));
  if (inference.dropped > 0)
    text +=
        fmt::format(", {:.2g} % dropped", 100 * as_double(inference.dropped) / as_double(inference.arrived));
  return text;
}

std::string offline_text(const JobResult& job, const InferenceResult& inference) {
  std::string text =
      fmt::format("{} {} {} samples/s", servers_text(job, inference),
                  inference.servers == 1 ? "sweeps" : "sweep", grouped(inference.completed_per_second));
  const double seconds = (job.end - job.start).in_seconds();
  if (inference.bytes_read > Bytes() && seconds > 0)
    text += fmt::format(" ({}/s)", gibibytes_text(as_double(inference.bytes_read.count()) / seconds));
  return text;
}

}  // namespace

std::string inference_sentence(const JobResult& job, const Limitation& limitation) {
  const InferenceResult& inference = *job.find<InferenceResult>();
  const std::string text =
      inference.is_streaming() ? streaming_text(job, inference) : offline_text(job, inference);
  return text + limited_by_text(limitation);
}

}  // namespace headrace
