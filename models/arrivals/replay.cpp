// Replay: the times of a trace, perhaps faster than they were.

#include "models/arrivals/policy.h"

namespace headrace {

namespace {

struct ReplaySpec {
  double speed_up = 1;

  void visit(Fields& f) {
    f.number({"speed_up", "times of the trace are divided by this"}, speed_up, 0.000001, 1e6);
  }
};

class Replay final : public ArrivalProcess {
 public:
  Replay(const Context& context, const ReplaySpec& spec) : trace_(context.trace), speed_up_(spec.speed_up) {}
  // Returns the time from the arrival before, or nothing at the end of the trace. A gap is between rounded
  // times, so that rounding does not add up over the trace.
  std::optional<Duration> gap() override {
    if (next_ == trace_.size()) return std::nullopt;
    const Duration at = span_of(trace_[next_++].in_seconds() / speed_up_);
    const Duration gap = at - last_;
    last_ = at;
    return gap;
  }
  double mean_rate() const override {
    if (trace_.empty() || trace_.back() == Duration()) return 0;
    return static_cast<double>(trace_.size()) * speed_up_ / trace_.back().in_seconds();
  }

 private:
  std::span<const Duration> trace_;
  double speed_up_;
  std::size_t next_ = 0;
  Duration last_;
};

}  // namespace

std::unique_ptr<Recipe<ArrivalProcess>> replay() { return recipe<ArrivalProcess, Replay>(ReplaySpec()); }

}  // namespace headrace
