// Flash: an access takes the path for its bytes, and its latency beside it.

#include "models/hardware/drives/flash.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace headrace {

namespace {

class Flash final : public Drives {
 public:
  Flash(const Context& context, const FlashSpec& spec) : spec_(spec), latencies_(context.random) {}

  Cost cost(const DriveAccess& access, std::int64_t) override {
    Cost cost;
    if (access.length > Bytes())
      cost.on_path = std::max(access.length / rate(access.kind), turn(access.kind));
    cost.beside = latency_of(access.kind).draw(latencies_);
    if (access.kind == DriveAccess::Kind::write) written_ += access.length;
    if (access.kind == DriveAccess::Kind::read && spec_.reads_behind_collection > 0 &&
        latencies_.uniform() < spec_.reads_behind_collection)
      cost.beside += Duration::nanoseconds(
          std::llround(static_cast<double>(spec_.collection.ns()) * latencies_.uniform()));
    return cost;
  }
  std::int64_t parallelism() const override { return spec_.parallelism; }
  Bandwidth bandwidth(DriveAccess::Kind kind) const override {
    return kind == DriveAccess::Kind::write ? spec_.write_bandwidth : spec_.read_bandwidth;
  }
  Duration latency(DriveAccess::Kind kind) const override { return latency_of(kind).mean; }

 private:
  Bandwidth rate(DriveAccess::Kind kind) const {
    const bool fallen =
        kind == DriveAccess::Kind::write && spec_.fast_writes > Bytes() && written_ >= spec_.fast_writes;
    return fallen ? spec_.sustained_write_bandwidth : bandwidth(kind);
  }
  // How long the path belongs to an access, however small.
  Duration turn(DriveAccess::Kind kind) const {
    const std::int64_t most = kind == DriveAccess::Kind::write ? spec_.write_iops : spec_.read_iops;
    return most > 0 ? 1_s / most : Duration();
  }
  const Distribution& latency_of(DriveAccess::Kind kind) const {
    switch (kind) {
      case DriveAccess::Kind::read: return spec_.read_latency;
      case DriveAccess::Kind::write: return spec_.write_latency;
      case DriveAccess::Kind::commit: return spec_.commit;
    }
    HEADRACE_CHECK(false);
  }

  FlashSpec spec_;
  RandomStream latencies_;
  Bytes written_;
};

}  // namespace

std::unique_ptr<Recipe<Drives>> flash_drives() { return recipe<Drives, Flash, FlashSpec>(); }

}  // namespace headrace
