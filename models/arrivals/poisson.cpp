// Poisson: gaps are exponential, so arrivals know nothing of each other.

#include "models/arrivals/policy.h"

namespace headrace {

namespace {

struct PoissonSpec {
  double rate = 1;

  void visit(Fields& f) { f.number(required("rate", "requests a second"), rate, 0.000001, 1e9); }
};

class Poisson final : public ArrivalProcess {
 public:
  Poisson(const Context& context, const PoissonSpec& spec) : random_(context.random), mean_(1 / spec.rate) {}
  std::optional<Duration> gap() override { return Duration::seconds(mean_ * random_.exponential()); }

 private:
  RandomStream random_;
  double mean_;  // Seconds.
};

}  // namespace

std::unique_ptr<Recipe<ArrivalProcess>> poisson() { return recipe<ArrivalProcess, Poisson>(PoissonSpec()); }

}  // namespace headrace
