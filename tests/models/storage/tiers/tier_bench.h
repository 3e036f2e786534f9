// TierBench: one upper tier and the two stores of fixed delays that it stands between: files take 1 us to
// open or to close, requests no time beside their bytes; 10 GB/s above, 1 GB/s below.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "models/storage/tiers/tiered_file_system.h"
#include "tests/models/support/recording_file_system.h"
#include "tests/models/support/test_machine.h"

namespace headrace {

class TierBench : public testing::Test {
 protected:
  static constexpr Bytes kFile = 10'000'000_B;
  static constexpr Duration kAbove = 1_ms, kBelow = 10_ms;  // Of a file, either way.

  static TiersSpec exact_tiers() {
    TiersSpec spec;
    spec.capacity = 10 * kFile;
    spec.transfer_size = kFile;
    spec.drain.streams = 1;
    return spec;
  }
  TieredFileSystem& tiers(const TiersSpec& spec) {
    files_.reset();
    tier_.reset();
    spec_ = spec;
    tier_ = std::make_unique<Tier>(scope_.part("tier"), spec_, above_, below_);
    files_ = std::make_unique<TieredFileSystem>(scope_.part("clients"), spec_, *tier_, above_, below_);
    return *files_;
  }
  Duration run(Task<> body) {
    const Time start = sim_.now();
    TaskGroup group(sim_);
    group.spawn("test", std::move(body));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    EXPECT_EQ(tier_->imbalance(), "");
    return sim_.now() - start;
  }
  static Task<> wait(Simulation& sim, Duration span) { co_await sim.delay(span); }
  void rest(Duration span) { run(wait(sim_, span)); }

  static Bytes moved(const RecordingFileSystem& store, IoOperation operation) {
    Bytes sum;
    for (const auto& record : store.records())
      if (record.operation == operation) sum += record.length;
    return sum;
  }
  Bytes read_below() const { return moved(below_, IoOperation::read); }
  Bytes written_below() const { return moved(below_, IoOperation::write); }
  Bytes written_above() const { return moved(above_, IoOperation::write); }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  RecordingFileSystem above_ = RecordingFileSystem(sim_, 1_us, Duration(), 10_GBps, 1_us);
  RecordingFileSystem below_ = RecordingFileSystem(sim_, 1_us, Duration(), 1_GBps, 1_us);
  TiersSpec spec_;
  std::unique_ptr<Tier> tier_;
  std::unique_ptr<TieredFileSystem> files_;
};

}  // namespace headrace
