// Latency ladder: from memory to the far side of the world, a component that is told a latency
// returns it, to the nanosecond, for a single access of no size.
//
//   DRAM                          120 ns      a device
//   flash                         50-150 us   a device
//   disk                          1-10 ms     a device, a disk
//   San Francisco to New York     40 ms       a network, there and back
//   San Francisco to the UK       81 ms       the same
//   San Francisco to Australia    183 ms      the same
//
// Below it: a cycle of a processor, 0.3 ns, and its three caches, 0.9, 2.8 and 12.9 ns: finer than what is
// simulated. Above it nothing here waits by itself: a TCP retransmission (1-3 s), a SCSI time-out (30 s), the
// reboot of a container (4 s), of a virtual machine (40 s), of a machine (5 min).

#include <gtest/gtest.h>

#include <tuple>

#include "models/hardware/device.h"
#include "models/hardware/drives/disk.h"
#include "models/hardware/network.h"

namespace headrace {
namespace {

constexpr Duration kRungs[] = {120_ns, 50_us, 100_us, 150_us, 1_ms, 10_ms, 40_ms, 81_ms, 183_ms};

struct Bench {
  // Runs until nothing is left to do: until the access is complete.
  Duration end() {
    sim.run();
    return sim.now().since_start();
  }
  static Action nothing() {
    return {[](void*, std::uint64_t) {}, nullptr, 0};
  }

  Simulation sim;
  Metrics metrics;
};

Duration access(const DeviceSpec& spec, Device::Kind kind) {
  Bench bench;
  Device device(Scope(bench.sim, bench.metrics, "device"), spec);
  DriveAccess access;
  access.kind = kind;
  access.object = 7;
  device.submit(access, Duration(), Bench::nothing());
  return bench.end();
}

TEST(LatencyLadder, OfMemoryAndFlash) {
  for (const Duration rung : kRungs) {
    DeviceSpec spec;
    spec.flash().read_latency = Distribution(rung);
    spec.flash().write_latency = Distribution(rung);
    spec.flash().commit = Distribution(rung);
    for (const Device::Kind kind : {Device::Kind::read, Device::Kind::write, Device::Kind::commit})
      EXPECT_EQ(access(spec, kind), rung);
  }
}

// A line of 64 B at 64 GB/s is a nanosecond more; a page of 4 KiB at 4.096 GB/s a microsecond.
TEST(LatencyLadder, AndWhatIsReadBehindIt) {
  for (const auto& [size, rate, span] :
       {std::tuple(64_B, 64_GBps, 1_ns), std::tuple(4_KiB, 4096_MBps, 1_us)}) {
    DeviceSpec spec;
    spec.flash().read_latency = Distribution(120_ns);
    spec.flash().read_bandwidth = rate;
    Bench bench;
    Device device(Scope(bench.sim, bench.metrics, "device"), spec);
    DriveAccess access;
    access.length = size;
    device.submit(access, Duration(), Bench::nothing());
    EXPECT_EQ(bench.end(), 120_ns + span);
  }
}

// A disk on which every place is as far as the next track, and that need not turn.
TEST(LatencyLadder, OfADisk) {
  for (const Duration rung : {1_ms, 4_ms, 10_ms}) {
    DeviceSpec spec;
    spec.drives = Chosen<Drives>("disk");
    DiskSpec& disk = spec.drives.parameters<DiskSpec>();
    disk.track_seek = disk.average_seek = rung;
    disk.turn = disk.overhead = Duration();
    EXPECT_EQ(access(spec, Device::Kind::read), rung);
    EXPECT_EQ(access(spec, Device::Kind::write), rung);
    EXPECT_EQ(spec.drives.make({RandomStream(1, "disk")})->latency(Device::Kind::read), rung);
  }
}

// Asks, and answers what comes.
struct Echo {
  static void answer(void* self, std::uint64_t) {
    auto& echo = *static_cast<Echo*>(self);
    echo.network.send(echo.there, echo.here, Bytes(), Bench::nothing());
  }
  Network& network;
  PortId here, there;
};

Duration round_trip(const NetworkSpec& spec, Fidelity fidelity) {
  Bench bench;
  FidelitySpec how;
  how.fidelity = fidelity;
  Network network(Scope(bench.sim, bench.metrics, "network"), spec, how);
  const PortId here = network.add_port("here", PortSpec()), there = network.add_port("there", PortSpec());
  Echo echo{network, here, there};
  network.send(here, there, Bytes(), {&Echo::answer, &echo, 0});
  return bench.end();
}

// Half of it each way.
TEST(LatencyLadder, OfANetworkThereAndBack) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    for (const Duration rung : kRungs) {
      NetworkSpec spec;
      spec.latency = rung / 2;
      EXPECT_EQ(round_trip(spec, fidelity), rung);
    }
  }
}

}  // namespace
}  // namespace headrace
