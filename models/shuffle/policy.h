// ShufflePolicy: which samples a rank reads in an epoch, and in which order.
//
//   auto policy = chosen.make(context);
//   auto order = policy->order(epoch, rank);
//   for (std::int64_t i = 0; i < order->size(); ++i) read(order->at(i));
//
// An order is a function or a bounded buffer, never an array of all samples. A
// policy is one source in this folder and one line in policies.cpp. How random
// its orders are, is in randomness.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "models/io.h"
#include "models/registry.h"
#include "models/shuffle/blocks.h"
#include "models/shuffle/randomness.h"
#include "models/shuffle/reshuffles.h"

namespace headrace {

class SampleOrder {
 public:
  virtual ~SampleOrder() = default;
  virtual std::int64_t size() const = 0;
  // The sample at a position in [0, size()). Positions are asked for in ascending order, but for the
  // batches that are prepared at the same time: less than Context::lag behind the furthest one.
  virtual SampleId at(std::int64_t position) = 0;
};

class ShufflePolicy {
 public:
  static constexpr std::string_view kMeaning = "in which order samples are read, and by which rank";
  struct Context {
    std::int64_t samples = 0;
    std::int64_t samples_per_file = 1;
    std::int64_t ranks = 1;
    std::uint64_t seed = 0;
    std::int64_t batch_size = 1;
    std::int64_t lag = 1;
  };
  static PolicyTable<ShufflePolicy> table();

  virtual ~ShufflePolicy() = default;
  // Epochs count from 1. Over the ranks, the orders of an epoch hold each sample exactly once, and no rank
  // has more than one sample more than another; a policy that does not cover says so. An order may not
  // outlive its policy.
  virtual std::unique_ptr<SampleOrder> order(std::int64_t epoch, RankId rank) const = 0;
  virtual bool covers() const { return true; }

  // Place: a rank, and where in its order of an epoch a sample stands.
  struct Place {
    RankId rank = 0;
    std::int64_t position = 0;
  };
  // Finds the place of a sample in an epoch; nothing where no rank reads it, and where the order is not known
  // ahead.
  virtual std::optional<Place> find(std::int64_t epoch, SampleId sample) const = 0;
  // Says whether find() answers before the order is drawn, as a cache that looks ahead needs.
  virtual bool known_ahead() const { return true; }

  // How many of the first samples of its epoch a rank hands on, where ranks hold what they read: find() says
  // who reads them next, and is to be sent them. 0: whoever reads a sample gets it from the storage.
  virtual std::int64_t handed_on(RankId) const { return 0; }
  // Natural logarithm of the number of orders of all ranks together, each as likely as the others, that an
  // epoch may have after the one before it.
  virtual double log_orders() const = 0;
};

// The order whose sample at a position is a function of the position.
template <class At>
std::unique_ptr<SampleOrder> order_of(std::int64_t size, At at) {
  class Order final : public SampleOrder {
   public:
    Order(std::int64_t samples, At sample_at) : size_(samples), at_(std::move(sample_at)) {}
    std::int64_t size() const override { return size_; }
    SampleId at(std::int64_t position) override {
      HEADRACE_CHECK(position >= 0 && position < size_);
      return at_(position);
    }

   private:
    std::int64_t size_;
    At at_;
  };
  return std::make_unique<Order>(size, std::move(at));
}

}  // namespace headrace
