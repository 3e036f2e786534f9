// InferenceSpec: a job that answers requests, or sweeps a data set once.
//
// Servers are the job's ranks: one an accelerator. A batch is one service
// time, to which its tokens add where a trace has them (token_spec.h).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/arrivals/policy.h"
#include "models/balancer/policy.h"
#include "models/data/dataset_spec.h"
#include "models/jobs/inference/request_trace.h"
#include "models/jobs/inference/token_spec.h"
#include "models/jobs/job_facts.h"

namespace headrace {

enum class InferenceMode : std::uint8_t { offline, streaming };
inline constexpr std::string_view kInferenceModes[] = {"offline", "streaming"};

enum class QueueScope : std::uint8_t { shared, per_server };
inline constexpr std::string_view kQueueScopes[] = {"shared", "per_server"};

enum class Overflow : std::uint8_t { drop, wait };
inline constexpr std::string_view kOverflows[] = {"drop", "wait"};

enum class ModelReaders : std::uint8_t { server, node };
inline constexpr std::string_view kModelReaders[] = {"server", "node"};

struct InferenceSpec {
  InferenceMode mode = InferenceMode::streaming;
  std::string model;

  std::optional<Chosen<ArrivalProcess>> arrivals;
  std::string trace, trace_digest;
  std::int64_t requests = 0;
  Duration duration;
  std::int64_t warm_up = 0;

  QueueScope queue = QueueScope::shared;
  std::int64_t queue_capacity = 0;
  Overflow overflow = Overflow::drop;
  std::optional<Chosen<Balancer>> balancer;

  std::int64_t max_batch = 1;
  Duration max_wait;
  Distribution service_time;
  Duration service_time_per_request;
  std::optional<TokenSpec> tokens;

  Bytes request_size, reply_size;
  Bandwidth client_bandwidth = 100_GBps;

  Bytes model_size;
  std::int64_t model_files = 1;
  ModelReaders model_load = ModelReaders::server;
  bool load_pipelined = false;
  Bandwidth deserialise_bandwidth = 2_GBps;
  Bandwidth host_to_device_bandwidth = 25_GBps;

  std::optional<DatasetSpec> dataset;
  std::int64_t read_threads = 1;
  Bytes transfer_size = 16_MiB;
  std::int64_t prefetch_batches = 2;

  Bytes prediction_size;
  Bytes prediction_write_size = 1_MiB;

  // Requests of the trace. They are not in the text: the reader fills them in.
  RequestTrace traced;

  JobFacts facts() const;
  void check(Check& check) const;

  // Draws the service time of a batch. What is longer than time itself is as long as time.
  Duration draw_service(RandomStream& stream, std::int64_t batch) const {
    const Duration own = service_time_per_request * batch;
    return own + std::min(service_time.draw(stream), Duration::max() - own);
  }

  void visit(Fields& f) {
    f.choice({"mode", "offline sweeps a data set once; streaming answers requests"}, mode, kInferenceModes);
    f.text({"model", "what the model is called; a name for the report"}, model);
    visit_requests(f);
    visit_servers(f);
    visit_model(f);
    visit_files(f);
  }

 private:
  bool replays() const { return arrivals && arrivals->name() == "replay"; }
  double rate() const;
  void check_trace(Check& check) const;
  void check_tokens(Check& check) const;
  void check_prefix_cache(Check& check) const;
  double least_of_tokens() const;
  void check_requests(Check& check) const;
  void check_end(Check& check) const;
  void check_predictions(Check& check, double requests) const;
  void check_sweep(Check& check) const;
  static void check_load(const JobSpec& job, Check& check);

  static constexpr Duration kLongest = Duration::nanoseconds(1'000'000'000'000'000'000);

  void visit_requests(Fields& f) {
    f.group(Field{"arrivals", "when requests come; streaming only"}, arrivals);
    f.text({"trace",
            "a file of requests, CSV or JSON lines, with their times and perhaps their tokens; for arrivals "
            "that replay it"},
           trace);
    f.text({"trace_digest", "of what the trace holds, filled in by the reader; where given it must fit"},
           trace_digest);
    f.integer({"requests", "requests that arrive, or fewer where a duration or a trace ends; 0: no limit"},
              requests, 0, 1'000'000'000'000);
    f.duration({"duration", "requests arrive for this long; 0 s: no limit"}, duration, Duration(), kLongest);
    f.integer({"warm_up", "first requests that the statistics leave out"}, warm_up, 0, 1'000'000'000'000);
  }

  void visit_servers(Fields& f) {
    f.choice({"queue", "one queue for all servers, or one before each with a balancer"}, queue, kQueueScopes);
    f.integer({"queue_capacity", "requests that a queue holds, those in service aside; 0: any number"},
              queue_capacity, 0, 1'000'000'000);
    f.choice({"overflow", "before a full queue: drop the request, or let its source wait with it"}, overflow,
             kOverflows);
    f.group(Field{"balancer", "how requests find a server, where each has a queue; round robin if not given"},
            balancer);
    f.integer({"max_batch", "most requests that a server answers at once", "prior [assumed]"}, max_batch, 1,
              1'000'000);
    f.duration({"max_wait", "how long a request waits for others of its batch while a server is free",
                "prior [assumed]"},
               max_wait, Duration(), 3600_s);
    f.distribution(required("service_time", "of a batch, whatever its size"), service_time);
    f.duration({"service_time_per_request", "added to it for each request of the batch", "prior [assumed]"},
               service_time_per_request, Duration(), 3600_s);
    f.group(Field{"tokens", "what the tokens of a trace's requests add to the service time of a batch"},
            tokens);
    f.bytes({"request_size", "what a request brings over the network; 0 B: nothing is sent",
             "prior [assumed]: KBs, which no port feels"},
            request_size, 0_B, 1_TiB);
    f.bytes({"reply_size", "what its reply takes back; 0 B: nothing is sent", "prior [assumed]"}, reply_size,
            0_B, 1_TiB);
    f.bandwidth({"client_bandwidth", "what all clients together send or take, each way", "prior [assumed]"},
                client_bandwidth);
  }

  void visit_model(Fields& f) {
    f.bytes({"model_size", "what is read from the job's storage before the first answer; 0 B: nothing"},
            model_size, 0_B, 1024_TiB);
    f.integer({"model_files", "equal files that the model is in"}, model_files, 1, 1'000'000);
    f.choice({"model_load", "who reads it: each server, or one for all servers of a node",
              "prior [assumed]: replicas share nothing"},
             model_load, kModelReaders);
    f.flag({"load_pipelined", "reading, deserialising and copying to the device overlap",
            "prior [assumed]: a naive loader does one after the other"},
           load_pipelined);
    f.bandwidth({"deserialise_bandwidth", "what a loader turns into tensors",
                 "naive loaders reach 1-2 GB/s: 84 s for 140 GB in the ServerlessLLM study [derived]"},
                deserialise_bandwidth);
    f.bandwidth({"host_to_device_bandwidth", "from the node's memory to an accelerator's",
                 "prior [assumed]: PCIe, 25-50 GB/s"},
                host_to_device_bandwidth);
  }

  void visit_files(Fields& f) {
    f.group(Field{"dataset", "what an offline job sweeps; each rank a contiguous share"}, dataset);
    f.integer({"read_threads", "threads of a rank that read the data set or the model", "prior [assumed]"},
              read_threads, 1, 1024);
    f.bytes({"transfer_size", "what a thread reads at once", "prior [assumed]"}, transfer_size, 4_KiB, 1_TiB);
    f.integer({"prefetch_batches", "batches that an offline rank reads ahead of the one in service",
               "prior [assumed]"},
              prefetch_batches, 1, 1'000'000);
    f.bytes({"prediction_size", "what a request adds to the predictions on the job's storage; 0 B: nothing"},
            prediction_size, 0_B, 1_TiB);
    f.bytes({"prediction_write_size", "predictions are written when a server has so many", "prior [assumed]"},
            prediction_write_size, 4_KiB, 1_TiB);
  }
};

}  // namespace headrace
