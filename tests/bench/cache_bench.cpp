// What a request to a cache costs, policy by policy, the hash table included.
//
// 10^6 objects of one size, asked for by Zipf's law with exponent 1 or evenly;
// the cache holds a tenth of them. An event is a request; a miss is inserted.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "sim/random.h"
#include "tests/bench/calibration.h"

namespace headrace {
namespace {

constexpr std::uint64_t kObjects = 1'000'000;
constexpr std::int64_t kCapacity = kObjects / 10;
constexpr std::size_t kRequests = 4'000'000;  // A circle of requests, gone round as often as is needed.
constexpr std::size_t kChunk = 200'000;       // Requests between two looks at the clock.

struct Requests {
  std::vector<std::uint32_t> objects;
  std::vector<std::int64_t> until_next;  // Requests until the same object is asked for again.
};

std::vector<std::uint32_t> even_objects() {
  CheapRandom random(1);
  std::vector<std::uint32_t> objects(kRequests);
  for (std::uint32_t& object : objects) object = static_cast<std::uint32_t>(random.below(kObjects));
  return objects;
}

std::vector<std::uint32_t> zipf_objects() {
  CheapRandom random(1);
  const KeyedPermutation object_of(kObjects, 1);
  std::vector<double> sums(kObjects);
  double sum = 0;
  for (std::size_t rank = 0; rank < kObjects; ++rank) sums[rank] = sum += 1 / static_cast<double>(rank + 1);
  std::vector<std::uint32_t> objects(kRequests);
  for (std::uint32_t& object : objects) {
    const double u = static_cast<double>(random.bits() >> 11) * 0x1p-53 * sum;
    const auto rank =
        static_cast<std::uint64_t>(std::upper_bound(sums.begin(), sums.end(), u) - sums.begin());
    object = static_cast<std::uint32_t>(object_of(std::min(rank, kObjects - 1)));
  }
  return objects;
}

Requests with_future(std::vector<std::uint32_t> objects) {
  Requests requests;
  requests.until_next.resize(objects.size());
  std::vector<std::int64_t> next(kObjects, -1);
  const auto count = static_cast<std::int64_t>(objects.size());
  for (std::int64_t i = 2 * count - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i % count);
    std::int64_t& next_use = next[objects[at]];
    if (i < count) requests.until_next[at] = next_use - i;
    next_use = i;
  }
  requests.objects = std::move(objects);
  return requests;
}

const Requests& zipf() {
  static const Requests kZipf = with_future(zipf_objects());
  return kZipf;
}

const Requests& even() {
  static const Requests kEven = with_future(even_objects());
  return kEven;
}

class Client {
 public:
  Client(std::string_view policy, const Requests& requests)
      : cache_(Bytes::count(kCapacity), Chosen<CachePolicy>(policy)), requests_(requests) {}

  void ask(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const CacheKey key{requests_.objects[at_], 0};
      const std::int64_t next_use = now_ + requests_.until_next[at_];
      if (!cache_.lookup(key, 1_B, next_use)) cache_.insert(key, 1_B, next_use);
      ++now_;
      if (++at_ == kRequests) at_ = 0;
    }
  }
  double miss_ratio() const {
    return static_cast<double>(cache_.misses()) / static_cast<double>(cache_.hits() + cache_.misses());
  }

 private:
  Cache cache_;
  const Requests& requests_;
  std::size_t at_ = 0;
  std::int64_t now_ = 0;
};

void ask_cache(benchmark::State& state, std::string_view policy, const Requests& (*requests)()) {
  Client client(policy, requests());
  client.ask(kRequests / 4);  // Until the cache is full.
  for (auto unused : state) {
    static_cast<void>(unused);
    client.ask(kChunk);
  }
  const auto events = static_cast<std::uint64_t>(state.iterations()) * kChunk;
  state.SetItemsProcessed(static_cast<std::int64_t>(events));
  state.counters["miss_ratio"] = client.miss_ratio();
  report(state, events);
}

const bool kRegistered = [] {
  for (const auto& row : CachePolicy::table()) {
    const std::string name = "cache/" + std::string(row.name);
    benchmark::RegisterBenchmark((name + "/zipf").c_str(), ask_cache, row.name, zipf)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/even").c_str(), ask_cache, row.name, even)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace headrace
