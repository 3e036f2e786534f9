// DiskSpec: a hard disk; DiskHead: where its head is, and what it costs to bring it elsewhere.
//
// Objects lie anywhere on the platter, by a hash of their number; bytes of one object lie together. An access
// that goes on where the last one ended costs no positioning. Any other costs a seek, a + b sqrt(distance),
// or c + e distance where it is long and the longest is given, and a uniform part of a turn; the more
// accesses the disk may choose from, the nearer the next one is. Outer zones are faster. Leaves out the write
// cache and remapped sectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "models/fields.h"
#include "models/hardware/drives/drives.h"

namespace headrace {

struct DiskSpec {
  Bandwidth outer_rate = 250_MBps;
  Bandwidth inner_rate = 125_MBps;
  Duration average_seek = 8200_us;
  Duration track_seek = 1_ms;
  Duration turn = 8333_us;
  Duration overhead = 300_us;
  std::int64_t queue = 32;
  Duration full_seek;

  void visit(Fields& f) {
    f.bandwidth({"outer_rate", "what a disk moves at its outermost zone",
                 "prior [assumed]: newer nearline drives; 175 MB/s for a drive of 4 TB [read]"},
                outer_rate);
    f.bandwidth({"inner_rate", "what a disk moves at its innermost zone",
                 "prior [assumed]: half of the outer; 83 MB/s for a drive of 4 TB [read]"},
                inner_rate);
    f.duration({"average_seek", "seek between two random places",
                "Seagate Constellation ES.3, 7200 rpm: 8.2 ms [read]"},
               average_seek, Duration(), 1_s);
    f.duration({"track_seek", "seek to the next track", "prior [assumed]"}, track_seek, Duration(), 1_s);
    f.duration({"turn", "one turn of the platter", "7200 rpm [derived]"}, turn, 100_us, 1_s);
    f.duration({"overhead", "work of the controller for an access, while others pass", "prior [assumed]"},
               overhead, Duration(), 1_s);
    f.integer({"queue", "accesses a disk sorts", "native command queueing: 32 [assumed]"}, queue, 1, 1024);
    f.duration({"full_seek",
                "seek over the whole platter: beyond a third of it seeks grow with the distance, to this; at "
                "least 1.25 and at most 6.75 times as far above the track seek as the average; 0 s: with its "
                "root everywhere",
                "none by default [assumed]"},
               full_seek, Duration(), 10_s);
  }

  // Zones are equally likely, and `depth` is 0 at the outermost.
  Bandwidth rate_at(double depth) const {
    const double outer = outer_rate.in_bytes_per_second();
    return Bandwidth::bytes_per_second(outer + (inner_rate.in_bytes_per_second() - outer) * depth);
  }
  // The mean of sqrt|u - v| over uniform u and v is 8/15: so the mean of this is the average seek. The next
  // track is no further than that.
  Duration seek_over(double distance) const {
    const Duration least = std::min(track_seek, average_seek);
    if (full_seek > Duration())
      return least + long_seek_over(distance, average_seek - least, full_seek - least);
    return least + share_of(average_seek - least, 15.0 / 8 * std::sqrt(distance));
  }
  // b sqrt(distance) up to a third, and from there a straight line to the longest. With distances as above,
  // the mean is b (8/15 27^-1/2 2 + 4/9 3^-1/2) + 4/27 (longest - b 3^-1/2).
  static Duration long_seek_over(double distance, Duration average, Duration longest) {
    const double mean = average.in_seconds();
    const double most = std::clamp(longest.in_seconds(), 1.25 * mean, 6.75 * mean);
    const double at_third = std::sqrt(1.0 / 3);
    const double b = (mean - most * 4 / 27) / (16.0 / 15 / std::sqrt(27) + at_third * (4.0 / 9 - 4.0 / 27));
    if (distance <= 1.0 / 3) return Duration::seconds(b * std::sqrt(distance));
    return Duration::seconds(b * at_third + (most - b * at_third) * (distance - 1.0 / 3) * 1.5);
  }
  static Duration share_of(Duration span, double share) {
    return Duration::nanoseconds(std::llround(static_cast<double>(span.ns()) * share));
  }
};

class DiskHead {
 public:
  DiskHead(const DiskSpec& spec, RandomStream random) : spec_(spec), random_(random) {}

  // Returns what it costs to bring the head to an access, and brings it there: the next access is compared
  // with the end of this one. `others`: of the same disk. The gain by sorting, 1 / sqrt(1 + others / 4),
  // leaves the 75-80 accesses a second that the data sheet's seek and rotation give alone [derived], and
  // gives about 170 among 16 [assumed].
  Duration position(const DriveAccess& access, double others) {
    const bool behind = goes_on(access);
    end_ = access.offset + access.length;
    if (behind) return {};
    const double place = random_.at(access.object).uniform();
    const double distance = std::abs(place - place_);
    begun_ = true;
    object_ = access.object;
    place_ = place;
    const Duration alone = spec_.seek_over(distance) + DiskSpec::share_of(spec_.turn, random_.uniform());
    return DiskSpec::share_of(alone, 1 / std::sqrt(1 + others / 4));
  }
  bool goes_on(const DriveAccess& access) const {
    return begun_ && access.object == object_ && access.offset == end_;
  }
  // Returns the rate at the place of the last access.
  Bandwidth rate() const { return spec_.rate_at(place_); }

 private:
  DiskSpec spec_;
  RandomStream random_;
  std::uint64_t object_ = 0;
  Bytes end_;
  double place_ = 0;
  bool begun_ = false;
};

}  // namespace headrace
