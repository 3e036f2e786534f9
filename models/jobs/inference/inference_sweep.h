// InferenceSweep: ranks that read a data set once, each a contiguous share, and
// predict all of it.
//
// Samples are read ahead of the batch in service, so a sweep is as fast as the
// slower of storage and servers. Samples keep their order; there is no shuffle.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/jobs/inference/inference_predictions.h"
#include "models/jobs/inference/inference_reader.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/inference/inference_work.h"
#include "models/jobs/job.h"

namespace headrace {

class InferenceSweep final : public InferenceWork {
 public:
  // `writers`: as InferenceService's.
  InferenceSweep(const Scope& scope, const InferenceSpec& spec, const std::vector<Seat>& seats,
                 const Dataset& data, std::vector<std::unique_ptr<PredictionWriter>>& writers);

  void begin() override { begin_budgets(); }
  void open(std::size_t rank) override;
  bool drained() const override { return swept_ == ranks_.size(); }
  void stop() override {
    processes_.cancel_all();
    ranks_.clear();
  }
  double done() const override;
  void fill(InferenceResult& result) const override;
  std::string imbalance() const override;

 private:
  struct Rank {
    Rank(const Scope& scope, const Seat& seat, std::unique_ptr<PieceSource> source,
         std::int64_t share_of_samples, std::int64_t threads)
        : node(*seat.node),
          service(scope.random("service")),
          share(share_of_samples),
          reader(scope.part("reader"), *seat.storage, std::move(source), threads, seat.node) {}
    const Node& node;
    RandomStream service;
    std::int64_t share;  // Samples.
    std::int64_t taken = 0, completed = 0, batches = 0;
    SequentialReader reader;
  };

  Task<> sweep(std::size_t number);

  std::string path_;
  InferenceSpec spec_;
  Dataset data_;
  std::vector<std::unique_ptr<PredictionWriter>>& writers_;
  Counter& completed_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::size_t swept_ = 0;
  std::optional<Time> opened_;  // When the first server was.
  Time last_reply_;
  TaskGroup processes_;
};

}  // namespace headrace
