// Ar1: log x(t+1) = m + c (log x(t) - m) + e: each step's share is log-normal, and its logarithm is
// correlated with the last one's by c. What would be more than a resource is all that may be taken of it,
// which lowers the mean where the spread is wide.

#include <algorithm>
#include <cmath>

#include "models/background/policy.h"

namespace headrace {

namespace {

struct Ar1Spec {
  double mean = 0.3;
  double spread = 0.15;
  double correlation = 0.8;
  Duration step = 60_s;

  void visit(Fields& f) {
    f.number({"mean", "mean share that others take", "prior [assumed]"}, mean, 0.0001,
             BackgroundLoad::kMostTaken);
    f.number({"spread", "standard deviation of that share", "prior [assumed]"}, spread, 0.0, 10.0);
    f.number({"correlation", "of the logarithms of two shares that follow each other", "prior [assumed]"},
             correlation, 0.0, 0.9999);
    f.duration({"step", "how long a share stays as it is", "prior [assumed]: steps of a minute"}, step, 1_us,
               Duration::seconds(1e9));
  }
};

class Ar1 final : public BackgroundLoad {
 public:
  Ar1(const Context& context, const Ar1Spec& spec)
      : random_(context.random), correlation_(spec.correlation), step_(spec.step) {
    const double ratio = spec.spread / spec.mean;
    const double variance = std::log1p(ratio * ratio);
    deviation_ = std::sqrt(variance);
    middle_ = std::log(spec.mean) - variance / 2;
    normal_ = random_.normal();
  }

  Step next() override {
    const double taken = std::exp(middle_ + deviation_ * normal_);
    normal_ = correlation_ * normal_ + std::sqrt(1 - correlation_ * correlation_) * random_.normal();
    return {std::min(taken, kMostTaken), step_};
  }

 private:
  RandomStream random_;
  double correlation_;
  Duration step_;
  double deviation_ = 0, middle_ = 0;  // Of the logarithm.
  double normal_ = 0;                  // The next step, as a standard normal one.
};

}  // namespace

std::unique_ptr<Recipe<BackgroundLoad>> ar1() { return recipe<BackgroundLoad, Ar1, Ar1Spec>(); }

}  // namespace headrace
