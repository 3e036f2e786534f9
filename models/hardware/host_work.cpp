#include "models/hardware/host_work.h"

#include "models/field_visitor.h"

namespace headrace {

namespace {

// SpeedOfCores: divides every time of a spec by the speed of a core, and multiplies every rate by it.
class SpeedOfCores final : public FieldVisitor {
 public:
  explicit SpeedOfCores(double speed) : speed_(speed) {}

  void duration(const Field&, Duration& value, Duration, Duration) override { value = shorter(value); }
  void bandwidth(const Field&, Bandwidth& value) override { value = value * speed_; }
  void distribution(const Field&, Distribution& value) override {
    value = value.law() == Law::constant
                ? Distribution(shorter(value.mean()))
                : Distribution(value.law(), shorter(value.mean()), shorter(value.spread()));
  }

 private:
  Duration shorter(Duration time) const { return Duration::seconds(time.in_seconds() / speed_); }

  double speed_;
};

}  // namespace

HostWorkSpec HostWorkSpec::at_core_speed() const {
  HostWorkSpec work = *this;
  if (core_speed == 1) return work;
  SpeedOfCores speed(core_speed);
  work.visit(speed);
  return work;
}

}  // namespace headrace
