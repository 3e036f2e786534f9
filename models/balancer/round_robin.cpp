// Round robin: servers in turn, whatever their load.

#include "models/balancer/policy.h"

namespace headrace {

namespace {

class RoundRobin final : public Balancer {
 public:
  explicit RoundRobin(const Context&) {}
  std::size_t choose(std::span<const std::int64_t> load) override {
    const std::size_t server = next_;
    next_ = (next_ + 1) % load.size();
    return server;
  }

 private:
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Recipe<Balancer>> balancer_round_robin() { return recipe<Balancer, RoundRobin>(); }

}  // namespace headrace
