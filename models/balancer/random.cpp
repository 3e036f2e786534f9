// Random: any server, each as likely.

#include "models/balancer/policy.h"

namespace headrace {

namespace {

class Random final : public Balancer {
 public:
  explicit Random(const Context& context) : random_(context.random) {}
  std::size_t choose(std::span<const std::int64_t> load) override { return random_.below(load.size()); }

 private:
  RandomStream random_;
};

}  // namespace

std::unique_ptr<Recipe<Balancer>> balancer_random() { return recipe<Balancer, Random>(); }

}  // namespace headrace
