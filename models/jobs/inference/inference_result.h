// InferenceResult: what an inference job found: its requests, their times and its servers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/jobs/kind_result.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

inline constexpr std::string_view kLatencyFigure = "inference.latency_ms.p99";
inline constexpr std::string_view kRequestsFigure = "inference.requests_per_second";

// Outcome of the requests of an inference job. A request of an offline job is a sample of its data set. Rates
// and means are over the window from the first request after the warm-up to the last reply; the two
// histograms leave out the warm-up. Always arrived = completed + dropped + inside.
struct InferenceResult final : KindResultOf<InferenceResult> {
  std::string mode = "streaming";  // offline, streaming
  std::int64_t servers = 0;
  std::int64_t arrived = 0, completed = 0, dropped = 0;
  std::int64_t inside = 0;     // Waiting or in service at the end; zero unless the run was stopped.
  std::int64_t held_back = 0;  // Of the arrived: found the queue full, and stopped their source meanwhile.
  double offered_per_second = 0;
  double completed_per_second = 0;
  Duration window;
  Histogram latency;         // From arrival to reply. Empty in an offline job.
  Histogram queue_wait;      // From arrival to the start of its batch. Empty in an offline job.
  double in_system = 0;      // Mean number of requests waiting, on their way and in service.
  double in_system_max = 0;  // Of the whole run.
  std::int64_t batches = 0;
  double batch_mean = 0;  // Requests of a batch.
  double busy_share = 0;  // Of the servers in the window: mean share of time in service.
  Duration model_load;    // Slowest server, from the job's start until it could answer.
  Bytes model_read;       // By all servers together.
  Bytes bytes_read;       // The data set of an offline job.
  Bytes predictions_written;
  // Tokens of the prompts that came to caches of prefixes, and those of them that these held. Zero without
  // such a cache.
  std::int64_t prompt_tokens = 0, prompt_tokens_found = 0;

  bool is_streaming() const { return mode == "streaming"; }

  bool measured() const override { return completed > 0; }
  std::vector<SaidFigure> headlines() const override {
    if (is_streaming()) return {{kLatencyFigure, "p99"}};
    return {{kRequestsFigure, "samples/s"}};
  }
  // Tells whether both swept as many samples. Requests that are answered come when they come: their number is
  // no work of the job's.
  bool same_work(const KindResult& other) const override {
    const auto* const swept = dynamic_cast<const InferenceResult*>(&other);
    return !is_streaming() && swept != nullptr && completed == swept->completed;
  }
  void visit(Parts& p) override {
    p.part("mode", mode);
    p.part("servers", servers);
    p.part("arrived", arrived);
    p.part("completed", completed);
    p.part("dropped", dropped);
    p.part("inside", inside);
    p.part("held_back", held_back);
    p.part("offered_per_second", offered_per_second);
    p.part("completed_per_second", completed_per_second);
    p.part("window", window);
    p.part("latency", latency);
    p.part("queue_wait", queue_wait);
    p.part("in_system", in_system);
    p.part("in_system_max", in_system_max);
    p.part("batches", batches);
    p.part("batch_mean", batch_mean);
    p.part("busy_share", busy_share);
    p.part("model_load", model_load);
    p.part("model_read", model_read);
    p.part("bytes_read", bytes_read);
    p.part("predictions_written", predictions_written);
    p.part("prompt_tokens", prompt_tokens);
    p.part("prompt_tokens_found", prompt_tokens_found);
  }
};

}  // namespace headrace
