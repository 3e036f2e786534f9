#include "models/hardware/host_work.h"

namespace headrace {

namespace {

// SpeedOfCores: divides every time of a spec by the speed of a core, and multiplies every rate by it.
class SpeedOfCores final : public Fields {
 public:
  explicit SpeedOfCores(double speed) : speed_(speed) {}

  void duration(const Field&, Duration& value, Duration, Duration) override { value = shorter(value); }
  void bandwidth(const Field&, Bandwidth& value) override { value = value * speed_; }
  void distribution(const Field&, Distribution& value) override {
    value = value.law() == Law::constant
                ? Distribution(shorter(value.mean()))
                : Distribution(value.law(), shorter(value.mean()), shorter(value.spread()));
  }

  void integer(const Field&, std::int64_t&, std::int64_t, std::int64_t) override {}
  void number(const Field&, double&, double, double) override {}
  void flag(const Field&, bool&) override {}
  void text(const Field&, std::string&) override {}
  void texts(const Field&, std::vector<std::string>&) override {}
  void integers(const Field&, std::vector<std::int64_t>&) override {}
  void bytes(const Field&, Bytes&, Bytes, Bytes) override {}

 private:
  Duration shorter(Duration time) const { return Duration::seconds(time.in_seconds() / speed_); }

  bool has_value(const Field&, bool present) override { return present; }
  void word(const Field&, std::size_t&, std::span<const std::string_view>) override {}
  bool enter(const Field&) override { return true; }
  bool enter_optional(const Field&, bool present) override { return present; }
  std::size_t enter_list(const Field&, std::size_t size) override { return size; }
  void enter_item(std::size_t) override {}
  std::vector<std::string> enter_map(const Field&, std::vector<std::string> names) override { return names; }
  void enter_entry(const std::string&) override {}
  void leave() override {}

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
