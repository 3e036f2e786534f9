// Flash: an access takes the path for its bytes, and its latency beside it.

#include "models/hardware/drives/flash.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/check.h"

namespace headrace {

namespace {

class Flash final : public Drives {
 public:
  Flash(const Context& context, const FlashSpec& spec)
      : spec_(spec), latencies_(context.random), places_(spec.spare_share > 0 ? kPlaces : 0) {}

  Cost cost(const DriveAccess& access, std::int64_t) override {
    Cost cost;
    if (access.length > Bytes()) cost.on_path = std::max(access.length / rate(access), turn(access.kind));
    cost.beside = latency_of(access.kind).draw(latencies_);
    if (access.kind == DriveAccess::Kind::write) note_written(access);
    if (access.kind == DriveAccess::Kind::read) {
      cost.beside += behind(spec_.reads_behind_collection, spec_.collection);
      cost.beside += behind(spec_.reads_behind_erase, spec_.erase);
    }
    return cost;
  }
  std::int64_t parallelism() const override { return spec_.parallelism; }
  Bandwidth bandwidth(DriveAccess::Kind kind) const override {
    return kind == DriveAccess::Kind::write ? spec_.write_bandwidth : spec_.read_bandwidth;
  }
  Duration latency(DriveAccess::Kind kind) const override { return latency_of(kind).mean(); }

 private:
  // Draws how long a read waits: that share of reads for a uniform part of the span, others not at all.
  Duration behind(double share, Duration span) {
    if (share <= 0 || latencies_.uniform() >= share) return {};
    return Duration::nanoseconds(std::llround(static_cast<double>(span.ns()) * latencies_.uniform()));
  }
  Bandwidth rate(const DriveAccess& access) const {
    const Bandwidth fast = bandwidth(access.kind);
    const bool fallen = access.kind == DriveAccess::Kind::write && spec_.fast_writes > Bytes() &&
                        written_ >= spec_.fast_writes;
    if (!fallen) return fast;
    if (spec_.spare_share == 0) return spec_.sustained_write_bandwidth;
    const Place& place = places_[place_of(access.object)];
    const bool goes_on = place.object == access.object && place.end == access.offset;
    return goes_on ? fast : fast * std::min(1.0, 2 * spec_.spare_share);
  }
  void note_written(const DriveAccess& access) {
    written_ += access.length;
    if (spec_.spare_share == 0) return;
    Place& place = places_[place_of(access.object)];
    place.object = access.object;
    place.end = access.offset + access.length;
  }
  static std::size_t place_of(std::uint64_t object) { return object * 0x9e3779b97f4a7c15 >> 52; }
  // Returns how long the path belongs to an access, however small.
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

  // How far an object was written. Of two that fall on one place the later one stays.
  struct Place {
    std::uint64_t object = ~std::uint64_t{0};
    Bytes end;
  };
  static constexpr std::size_t kPlaces = 4096;

  FlashSpec spec_;
  RandomStream latencies_;
  Bytes written_;
  std::vector<Place> places_;  // With a spare share.
};

}  // namespace

std::unique_ptr<Recipe<Drives>> flash_drives() { return recipe<Drives, Flash, FlashSpec>(); }

}  // namespace headrace
