// DiskArray: disks in parity groups. Its path is the time of all its disks together: what an access takes of
// it is the time that it keeps disks busy, shared over all of them, and what the access takes longer than
// that, because one disk can be no faster, passes beside.
//
// A read keeps as many disks busy as it touches chunks. A write of whole stripes writes data and parity at
// once; what is left of it, and any small write, reads what it replaces and the parity first: 2 (1 + 2)
// accesses for one chunk under RAID6. A write that goes on where the last one ended fills its stripes in the
// array's cache. With a cache that gathers, streams pass between each other, each with one positioning for as
// much as is gathered of it.

#include "models/hardware/drives/disk_array.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headrace {

namespace {

class DiskArray final : public Drives {
 public:
  DiskArray(const Context& context, const DiskArraySpec& spec)
      : spec_(spec), head_(spec.disk, context.random), streams_(spec.gather > Bytes() ? kStreams : 0) {}

  Cost cost(const DriveAccess& access, std::int64_t others) override {
    if (access.kind == DriveAccess::Kind::commit) return {Duration(), spec_.disk.turn + spec_.disk.overhead};
    const bool streams = in_stream(access);
    const bool went_on = streams || head_.goes_on(access);
    const double touched = static_cast<double>(chunks_of(access));
    const double beside_each = static_cast<double>(others) * touched / static_cast<double>(spec_.disks);
    double position = seconds(head_.position(access, beside_each));
    if (streams) position *= std::min(1.0, as_double(access.length) / as_double(spec_.gather));
    return access.kind == DriveAccess::Kind::read ? cost_of_read(access, touched, position)
                                                  : cost_of_write(access, position, went_on);
  }
  std::int64_t parallelism() const override { return spec_.disk.queue * spec_.disks; }
  bool leave(double share) override {
    left_ = share;
    return true;
  }
  Bandwidth bandwidth(DriveAccess::Kind) const override {
    return spec_.disk.rate_at(0.5) * (working_disks() * data_share());
  }
  Duration latency(DriveAccess::Kind kind) const override {
    const Duration once = spec_.disk.average_seek + spec_.disk.turn / 2;
    return spec_.disk.overhead + (kind == DriveAccess::Kind::write ? once * 2 : once);
  }

 private:
  // How far an object was read or written. Of two that fall on one place the later one stays.
  struct Stream {
    std::uint64_t object = ~std::uint64_t{0};
    Bytes end;
  };
  static constexpr std::size_t kStreams = 4096;

  // Tells whether an access goes on, but for some reordering, where the last one to its object ended, and
  // remembers where it ends itself.
  bool in_stream(const DriveAccess& access) {
    if (streams_.empty()) return false;
    Stream& stream = streams_[access.object * 0x9e3779b97f4a7c15 >> 52];
    const bool known = stream.object == access.object;
    const bool near =
        stream.end <= access.offset + spec_.gather && access.offset <= stream.end + spec_.gather;
    stream = {access.object, access.offset + access.length};
    return known && near;
  }
  static double as_double(Bytes bytes) { return static_cast<double>(bytes.count()); }
  static double seconds(Duration span) { return span.in_seconds(); }
  // Returns the cost of so many seconds of all disks together (`busy`) and of the slowest of them (`alone`).
  Cost of(double busy, double alone) const {
    Cost cost;
    cost.on_path = Duration::seconds(busy / working_disks());
    cost.beside = spec_.disk.overhead + std::max(Duration(), Duration::seconds(alone) - cost.on_path);
    return cost;
  }
  double working_disks() const {
    return static_cast<double>(spec_.disks) * spec_.efficiency * (1 - spec_.rebuilding) * left_;
  }
  double data_share() const {
    return static_cast<double>(spec_.data) / static_cast<double>(spec_.data + spec_.parity);
  }
  std::int64_t chunks_of(const DriveAccess& access) const {
    const Bytes last = access.offset % spec_.chunk + access.length;
    return std::clamp<std::int64_t>((last + spec_.chunk - Bytes::count(1)) / spec_.chunk, 1, spec_.data);
  }

  // Returns the cost of a read from `touched` disks, each of which takes `position` seconds to begin; the
  // heads pass over the parity between the data.
  Cost cost_of_read(const DriveAccess& access, double touched, double position) const {
    const double transfer = seconds(access.length / head_.rate());
    return of(touched * position + transfer / data_share(), position + transfer / touched);
  }
  Cost cost_of_write(const DriveAccess& access, double position, bool went_on) const {
    const Bytes stripe = spec_.chunk * spec_.data;
    const Bytes whole = went_on ? access.length : stripe * (access.length / stripe);
    const Bytes part = access.length - whole;
    const double per_disk = seconds(whole / head_.rate()) / static_cast<double>(spec_.data);
    const auto members = static_cast<double>(spec_.data + spec_.parity);
    double busy = members * per_disk, alone = per_disk;
    if (whole > Bytes()) {
      busy += members * position;
      alone += position;
    }
    if (part > Bytes()) {
      const auto chunks = static_cast<double>((part + spec_.chunk - Bytes::count(1)) / spec_.chunk);
      const double once = position + seconds(part / head_.rate()) / chunks;
      busy += 2 * (chunks + static_cast<double>(spec_.parity)) * once;
      alone += 2 * once;
    }
    return of(busy, alone);
  }

  DiskArraySpec spec_;
  DiskHead head_;
  std::vector<Stream> streams_;
  double left_ = 1;  // By rebuilds that begin and end.
};

}  // namespace

void DiskArraySpec::check(Check& check) const {
  if (disks >= data + parity) return;
  check.error({.field = "kind",
               .code = "E0314",
               .sentence = "an array of " + std::to_string(disks) + " disks cannot hold stripes of " +
                           std::to_string(data) + " + " + std::to_string(parity),
               .help = "give it as many disks, or fewer of data and parity",
               .is_of_all = true});
}

std::unique_ptr<Recipe<Drives>> disk_array() { return recipe<Drives, DiskArray, DiskArraySpec>(); }

}  // namespace headrace
