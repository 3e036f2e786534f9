// Gamma: gaps of a chosen variation. Below 1 they are steadier than Poisson's,
// above it requests come in bursts.

#include "models/arrivals/policy.h"

namespace headrace {

namespace {

struct GammaSpec {
  double rate = 1;
  double cv = 1;

  void visit(Fields& f) {
    f.number(required("rate", "requests a second"), rate, 0.000001, 1e8);
    f.number({"cv", "standard deviation of a gap over its mean",
              "1.09 in the Azure 2023 trace of conversations, 13.2 in that of code [measured]"},
             cv, 0.01, 100);
  }
};

class Gamma final : public ArrivalProcess {
 public:
  Gamma(const Context& context, const GammaSpec& spec)
      : random_(context.random),
        rate_(spec.rate),
        shape_(1 / (spec.cv * spec.cv)),
        scale_(spec.cv * spec.cv / spec.rate) {}
  std::optional<Duration> gap() override { return span_of(scale_ * random_.gamma(shape_)); }
  double mean_rate() const override { return rate_; }

 private:
  RandomStream random_;
  double rate_;
  double shape_;
  double scale_;  // Seconds.
};

}  // namespace

std::unique_ptr<Recipe<ArrivalProcess>> gamma_arrivals() {
  return recipe<ArrivalProcess, Gamma>(GammaSpec());
}

}  // namespace headrace
