// What must hold between runs of two machines, whatever the answer of either: relabelled targets, faster
// drives, work that is split, machines twice as fast.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

LustreSpec servers_of(std::int64_t targets) {
  LustreSpec spec = exact_spec();
  spec.oss.count = 2;
  spec.ost.count = targets;
  return spec;
}

// Reads and writes so many files, from `first` on, by all clients in turn; one in three is written.
std::vector<Task<>> work(TestMachine& machine, std::int64_t first, std::int64_t files, std::int64_t clients,
                         Bytes size, std::int64_t stripes) {
  std::vector<Task<>> all;
  for (std::int64_t i = 0; i < files; ++i) {
    FileSystem& client = machine.client(static_cast<std::size_t>(i % clients));
    const FileInfo file = test_file(first + i, size, stripes);
    all.push_back(i % 3 == 0 ? write_whole(client, file, true) : read_whole(client, file, IoMode::buffered));
  }
  return all;
}

Duration time_of(const LustreSpec& spec, std::int64_t first, std::int64_t files, std::int64_t clients,
                 Bytes size, std::int64_t stripes, Duration latency = kLatency) {
  TestMachine machine(spec, clients, latency);
  return machine.run_all(work(machine, first, files, clients, size, stripes));
}

// With every file one target further, target i does what target i - 1 did: the servers are alike.
TEST(Metamorphic, RelabelledTargetsTakeTheSameTime) {
  for (const std::int64_t stripes : {1, 3}) {
    const LustreSpec spec = servers_of(6);
    TestMachine plain(spec, 2), shifted(spec, 2);
    std::vector<Task<>> reads, shifted_reads;
    for (std::int64_t i = 0; i < 14; ++i) {
      const auto client = static_cast<std::size_t>(i % 2);
      // A file of three stripes begins at 3 i mod 6: two files further it begins where this one did.
      const auto offset = stripes == 1 ? std::int64_t{1} : std::int64_t{2};
      reads.push_back(read_whole(plain.client(client), test_file(i, 9_MiB, stripes), IoMode::buffered));
      shifted_reads.push_back(
          read_whole(shifted.client(client), test_file(i + offset, 9_MiB, stripes), IoMode::buffered));
    }
    EXPECT_EQ(plain.run_all(std::move(reads)), shifted.run_all(std::move(shifted_reads))) << stripes;
    const std::int64_t by = stripes == 1 ? 1 : 0;
    for (std::int64_t ost = 0; ost < 6; ++ost)
      EXPECT_EQ(shifted.ost_read((ost + by) % 6), plain.ost_read(ost)) << ost;
  }
}

TEST(Metamorphic, FasterDrivesNeverHurt) {
  Duration before = Duration::max();
  for (const double rate : {0.25e9, 0.5e9, 1e9, 2e9, 4e9, 8e9, 64e9}) {
    LustreSpec spec = servers_of(4);
    spec.ost.device.flash().read_bandwidth = spec.ost.device.flash().write_bandwidth =
        Bandwidth::bytes_per_second(rate);
    const Duration now = time_of(spec, 0, 24, 3, 20_MiB, 2);
    EXPECT_LE(now, before) << rate;
    before = now;
  }
}

TEST(Metamorphic, ShorterLatenciesNeverHurt) {
  Duration before = Duration::max();
  for (const std::int64_t us : {3200, 800, 200, 50, 10, 1}) {
    LustreSpec spec = servers_of(4);
    spec.ost.device.flash().read_latency = spec.ost.device.flash().write_latency = Distribution(us * 1_us);
    const Duration now = time_of(spec, 0, 24, 3, 20_MiB, 2, us * 100_ns);
    EXPECT_LE(now, before) << us;
    before = now;
  }
}

// One file, and two of half its size that are read one after the other: the same bytes. More than the file
// itself takes only what each open, lock and close costs, and a round trip with its stages once more.
TEST(Metamorphic, AFileInTwoHalvesIsTheSameWork) {
  const LustreSpec spec = servers_of(1);
  TestMachine whole(spec), halves(spec);
  const auto both = [](TestMachine& machine) -> Task<> {
    co_await read_whole(machine.client(), test_file(0, 64_MiB), IoMode::buffered);
    co_await read_whole(machine.client(), test_file(1, 64_MiB), IoMode::buffered);
  };
  const Duration one = whole.run(read_whole(whole.client(), test_file(0, 128_MiB), IoMode::buffered));
  const Duration two = halves.run(both(halves));
  EXPECT_EQ(whole.all_ost_read(), halves.all_ost_read());
  EXPECT_EQ(whole.bulk_requests(), halves.bulk_requests());
  const Duration once_more = 200_us + 70_us + 30_us + 40_us + 100_us + 4 * kRoundTrip;
  const Duration first_request = 4_MiB / 1_GBps + 4_MiB / 10_GBps + 4_MiB / kWire;
  EXPECT_GT(two, one);
  EXPECT_LT(two, one + once_more + first_request);
}

// Two clients that read 8 files each, and four that read 4 each: where the drives are what all wait for, the
// time is that of the bytes.
TEST(Metamorphic, WorkOverMoreClientsTakesAsLongWhereDrivesAreBusy) {
  LustreSpec spec = servers_of(2);
  spec.ost.device.flash().read_bandwidth = 100_MBps;
  TestMachine two(spec, 2), four(spec, 4);
  const auto reads = [](TestMachine& machine, std::int64_t clients) {
    std::vector<Task<>> all;
    for (std::int64_t i = 0; i < 16; ++i)
      all.push_back(read_whole(machine.client(static_cast<std::size_t>(i % clients)), test_file(i, 32_MiB),
                               IoMode::buffered));
    return all;
  };
  const Duration by_two = two.run_all(reads(two, 2)), by_four = four.run_all(reads(four, 4));
  const Duration bytes = 16 * 32_MiB / (100_MBps * 2.0);
  EXPECT_EQ(two.all_ost_read(), four.all_ost_read());
  for (const Duration time : {by_two, by_four}) EXPECT_NEAR(time / bytes, 1, 0.02);
  EXPECT_NEAR(by_two / by_four, 1, 0.01);
}

// Rates of a byte in a whole number of nanoseconds, even sizes, constant times: not a nanosecond is rounded.
TEST(Metamorphic, TwiceAsFastTakesHalfAsLong) {
  const auto spec_of = [](std::int64_t times) {
    const auto faster = [times](Distribution& span) { span = Distribution(span.mean() / times); };
    LustreSpec spec = servers_of(3);
    for (Distribution* span :
         {&spec.mds.open, &spec.mds.close, &spec.mds.getattr, &spec.mds.create, &spec.ost.request_overhead,
          &spec.ost.lock_enqueue, &spec.ost.glimpse, &spec.ost.device.flash().read_latency,
          &spec.ost.device.flash().write_latency, &spec.ost.device.flash().commit})
      faster(*span);
    const Bandwidth rate = Bandwidth::bytes_per_second(1e9) * static_cast<double>(times);
    spec.ost.device.flash().read_bandwidth = spec.ost.device.flash().write_bandwidth = rate;
    spec.client.copy_bandwidth = spec.client.copy_in_bandwidth = rate * 4;
    spec.oss.nic.bandwidth = spec.mds.nic.bandwidth = rate * 8;
    return spec;
  };
  // The clients' own ports take a header in a nanosecond and no less: here messages of data are whole
  // nanoseconds there, and a header's nanosecond is taken off the latency of what runs twice as fast.
  const Duration plain = time_of(spec_of(1), 0, 18, 2, 8_MiB, 2, 2 * kLatency);
  const Duration faster = time_of(spec_of(2), 0, 18, 2, 8_MiB, 2, kLatency);
  // A request passes a client's port twice, with at most 4 MiB of data at 512 bytes a nanosecond; of the 18
  // files of two requests and six of metadata, all at one client's port one after another.
  const Duration at_ports = 18 * (2 * (2 * kHeader + 4_MiB / kWire) + 6 * (2 * kHeader));
  EXPECT_GE(2 * faster, plain);
  EXPECT_LE(2 * faster, plain + at_ports);
}

}  // namespace
}  // namespace headrace
