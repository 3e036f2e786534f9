// CacheBench: a page cache over a store of fixed delays: 1 ms to open, 0.5 ms to close, and for each request
// 100 us and 1 ns for a byte. A copy takes 0.1 ns for a byte.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "models/storage/cached/cached_file_system.h"
#include "tests/models/support/recording_file_system.h"
#include "tests/models/support/test_machine.h"

namespace headrace {

class CacheBench : public testing::Test {
 protected:
  static constexpr Duration kOpen = 1_ms, kClose = 500_us, kRequest = 100_us;
  static constexpr Bytes kPiece = 1'000'000_B;  // 1 ms of the store, 100 us to copy.

  static PageCacheSpec exact_cache() {
    PageCacheSpec spec;
    spec.piece = kPiece;
    spec.read_ahead = 0_B;
    spec.copy_bandwidth = 10_GBps;
    spec.write_back_streams = 1;
    return spec;
  }
  CachedFileSystem& cache(const PageCacheSpec& spec, Bytes capacity = 100'000'000_B,
                          CachedFileSystem::Close close = CachedFileSystem::Close::at_once) {
    cache_ =
        std::make_unique<CachedFileSystem>(scope_.part("clients"), spec, capacity, close, Host(), below_);
    return *cache_;
  }
  Duration run(Task<> body) {
    const Time start = sim_.now();
    TaskGroup group(sim_);
    group.spawn("test", std::move(body));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    EXPECT_EQ(cache_->imbalance(), "");
    return sim_.now() - start;
  }
  static Task<> wait(Simulation& sim, Duration span) { co_await sim.delay(span); }
  void rest(Duration span) { run(wait(sim_, span)); }

  double metric(std::string_view name) const {
    for (const MetricRow& row : metrics_.rows(sim_.now()))
      if (row.metric == name && row.statistic == "total") return row.value;
    HEADRACE_CHECK(false);
  }
  Bytes below(IoOperation operation) const {
    Bytes sum;
    for (const auto& record : below_.records())
      if (record.operation == operation) sum += record.length;
    return sum;
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  RecordingFileSystem below_ = RecordingFileSystem(sim_, kOpen, kRequest, 1_GBps, kClose);
  std::unique_ptr<CachedFileSystem> cache_;
};

}  // namespace headrace
