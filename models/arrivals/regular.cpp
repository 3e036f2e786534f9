// Regular: one request every 1 / rate, drawn from nothing.

#include "models/arrivals/policy.h"

namespace headrace {

namespace {

struct RegularSpec {
  double rate = 1;

  void visit(Fields& f) { f.number(required("rate", "requests a second"), rate, 0.000001, 1e8); }
};

class Regular final : public ArrivalProcess {
 public:
  Regular(const Context&, const RegularSpec& spec) : rate_(spec.rate) {}
  // Returns the time from the arrival before. The n-th arrival is at n / rate, rounded: gaps differ by a
  // nanosecond at most, and there is no drift.
  std::optional<Duration> gap() override {
    const Duration next = span_of(++arrivals_ / rate_);
    const Duration gap = next - last_;
    last_ = next;
    return gap;
  }
  double mean_rate() const override { return rate_; }

 private:
  double rate_;
  double arrivals_ = 0;
  Duration last_;
};

}  // namespace

std::unique_ptr<Recipe<ArrivalProcess>> regular() { return recipe<ArrivalProcess, Regular>(RegularSpec()); }

}  // namespace headrace
