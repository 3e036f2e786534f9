// Power of two: two servers at random, the less loaded one.

#include "models/balancer/policy.h"

namespace headrace {

namespace {

class PowerOfTwo final : public Balancer {
 public:
  explicit PowerOfTwo(const Context& context) : random_(context.random) {}
  // Two different ones: the second is drawn from the others.
  std::size_t choose(std::span<const std::int64_t> load) override {
    if (load.size() == 1) return 0;
    const std::size_t first = random_.below(load.size());
    std::size_t second = random_.below(load.size() - 1);
    if (second >= first) ++second;
    return load[second] < load[first] ? second : first;
  }

 private:
  RandomStream random_;
};

}  // namespace

std::unique_ptr<Recipe<Balancer>> balancer_power_of_two() { return recipe<Balancer, PowerOfTwo>(); }

}  // namespace headrace
