// InferenceService: requests on their way through queues, batches and servers.
//
// A state machine of callbacks, because a request is too cheap for a process.
// Requests arrive, find a place in a queue or not, leave it in batches, and are
// answered. Each is in one place at any time: arrived = completed + dropped +
// inside, always.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/jobs/inference/inference_predictions.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/inference/inference_work.h"
#include "models/jobs/inference/token_work.h"
#include "models/jobs/job.h"
#include "sim/ring.h"

namespace headrace {

class InferenceService final : public InferenceWork {
 public:
  // `writers`: one a server, or none where there are no predictions.
  InferenceService(const Scope& scope, const InferenceSpec& spec, const std::vector<Seat>& seats,
                   std::vector<std::unique_ptr<PredictionWriter>>& writers);

  void begin() override;
  void open(std::size_t server) override;
  bool drained() const override { return source_ended_ && inside_ == 0; }
  double done() const override;
  void stop() override { stopped_ = true; }
  void fill(InferenceResult& result) const override;
  std::string imbalance() const override;

 private:
  struct Request {
    Time arrived;
    Time queued;
    std::size_t number = 0;  // In the order of arrivals, from 0, as in the trace.
    bool measured = false;
  };
  struct Queue {
    Ring<Request> requests;
    std::int64_t taken = 0;    // Places: those who wait, and those on their way.
    Ring<std::uint32_t> idle;  // Servers without a batch, longest first.
    EventId timer;             // When the first request has waited long enough for its batch.
  };
  struct Server {
    explicit Server(RandomStream stream) : service(stream) {}
    RandomStream service;
    const Node* node = nullptr;
    PortId port = 0;
    std::uint32_t queue = 0;
  };
  // Requests that move together: on the wire, in service, and back.
  struct Group {
    std::uint32_t server = 0;
    std::vector<Request> requests;
  };
  // Handlers of events, which come to nobody once it is stopped.
  void arrive();
  void reach_queue(std::uint32_t group);
  void dispatch_late(std::uint32_t queue);
  void serve(std::uint32_t group);
  void finish(std::uint32_t group);
  void reply(std::uint32_t group);

  void expect_next();
  void end_source();
  void admit(const Request& request);
  void place(std::uint32_t queue, const Request& request);
  void enqueue(std::uint32_t queue, Request request);
  void dispatch(std::uint32_t queue);
  void start_batch(std::uint32_t queue);
  void take_held(std::uint32_t queue);
  Duration service_of(const Group& group);
  std::uint32_t take_group(std::uint32_t server);
  void change_inside(std::int64_t by);
  double area(const Gauge& gauge) const;

  InferenceSpec spec_;
  std::unique_ptr<ArrivalProcess> arrivals_;
  PartId arriving_, serving_;
  std::optional<TokenWork> tokens_;
  std::unique_ptr<Balancer> balancer_;  // Null with a shared queue.
  std::vector<Server> servers_;
  std::vector<Queue> queues_;
  std::vector<std::int64_t> load_;  // Of each queue, as the balancer sees it.
  std::vector<Group> groups_;
  std::vector<std::uint32_t> free_groups_;
  std::vector<std::unique_ptr<PredictionWriter>>& writers_;
  Network* network_ = nullptr;  // Null where nothing is sent.
  PortId clients_ = 0;

  bool stopped_ = false;  // What is on its way comes to nobody.
  bool source_ended_ = false;
  bool holds_ = false;
  Request held_;
  std::uint32_t held_queue_ = 0;

  std::int64_t inside_ = 0;
  std::int64_t in_batches_ = 0;  // Of those inside: from the start of their batch on.
  std::int64_t held_back_ = 0;
  std::int64_t batches_ = 0, batched_ = 0;
  Counter& arrived_;
  Counter& completed_;
  Counter& dropped_;
  Histogram& latency_;
  Histogram& queue_wait_;
  Gauge& in_system_;
  Gauge& busy_servers_;

  // Counts from before the window of the statistics.
  struct Before {
    Time at;
    std::int64_t arrived = 0, completed = 0;
    double in_system_area = 0, busy_area = 0;
  };
  bool measuring_ = false;
  Before before_;
  Time last_reply_;
};

}  // namespace headrace
