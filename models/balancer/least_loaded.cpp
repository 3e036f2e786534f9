// Least loaded: the server with the fewest requests; among equals, in turn.

#include "models/balancer/policy.h"

namespace headrace {

namespace {

class LeastLoaded final : public Balancer {
 public:
  explicit LeastLoaded(const Context&) {}
  // Chooses the server with the least load: of several the first behind the last choice, so that idle servers
  // share the work.
  std::size_t choose(std::span<const std::int64_t> load) override {
    std::size_t best = next_ % load.size();
    std::size_t server = best;
    for (std::size_t i = 1; i < load.size(); ++i) {
      if (++server == load.size()) server = 0;
      if (load[server] < load[best]) best = server;
    }
    next_ = best + 1;
    return best;
  }

 private:
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Recipe<Balancer>> balancer_least_loaded() { return recipe<Balancer, LeastLoaded>(); }

}  // namespace headrace
