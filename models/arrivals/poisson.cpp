// Poisson: gaps are exponential, so arrivals know nothing of each other.

#include "models/arrivals/policy.h"

namespace headrace {

namespace {

struct PoissonSpec {
  double rate = 1;

  void visit(Fields& f) { f.number(required("rate", "requests a second"), rate, 0.000001, 1e8); }
};

class Poisson final : public ArrivalProcess {
 public:
  Poisson(const Context& context, const PoissonSpec& spec) : random_(context.random), rate_(spec.rate) {}
  std::optional<Duration> gap() override { return span_of(random_.exponential() / rate_); }
  double mean_rate() const override { return rate_; }

 private:
  RandomStream random_;
  double rate_;
};

}  // namespace

std::unique_ptr<Recipe<ArrivalProcess>> poisson() { return recipe<ArrivalProcess, Poisson>(PoissonSpec()); }

}  // namespace headrace
