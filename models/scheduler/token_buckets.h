// TokenBuckets: requests that wait for tokens, in a bucket for each key.
//
// A request takes a token; tokens come at a rate and are saved up to a burst: n requests that come at once
// have started after (n - burst) / rate. Where several buckets have a token, the one that has had it longest
// goes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "models/scheduler/policy.h"

namespace headrace {

template <class Key>
class TokenBuckets {
 public:
  TokenBuckets(std::int64_t rate, std::int64_t burst) : rate_(rate), burst_(burst) {}

  void add(const Key& key, ScheduledRequest& request, Time now) {
    const auto [found, fresh] = buckets_.try_emplace(key);
    Bucket& bucket = found->second;
    if (fresh) bucket.credit = full();
    bucket.waiting.push(request);
    if (bucket.waiting.size() == 1) line_up(bucket, now);
  }

  // The one that may start, or nullptr.
  ScheduledRequest* take(Time now) {
    if (ready_.empty() || ready_.begin()->at > now) return nullptr;
    Bucket& bucket = *ready_.begin()->bucket;
    ready_.erase(ready_.begin());
    fill(bucket, now);
    bucket.credit -= kToken;
    ScheduledRequest& request = bucket.waiting.pop();
    if (!bucket.waiting.empty()) line_up(bucket, now);
    return &request;
  }

  // Returns when the first of all has a token.
  Time next_chance(Time now) const {
    return ready_.empty() ? Time::never() : std::max(now, ready_.begin()->at);
  }

 private:
  // Credit is counted in parts of a token so fine that a rate adds a whole number of them each nanosecond:
  // nothing is ever rounded away, and the n-th start is exact.
  static constexpr std::int64_t kToken = 1'000'000'000;

  struct Bucket {
    std::int64_t credit = 0;
    Time filled;
    RequestQueue waiting;
  };
  struct Turn {
    Time at;  // When the bucket has a token for its first request.
    std::uint64_t order = 0;
    Bucket* bucket = nullptr;
    bool operator<(const Turn& other) const {
      return std::pair(at, order) < std::pair(other.at, other.order);
    }
  };

  std::int64_t full() const { return burst_ * kToken; }
  // Rounded up: the time in which a bucket gets so much credit.
  Duration time_for(std::int64_t credit) const { return Duration::nanoseconds((credit + rate_ - 1) / rate_); }

  void fill(Bucket& bucket, Time now) const {
    if (bucket.credit < full()) {
      const Duration since = now - bucket.filled;
      bucket.credit = since >= time_for(full() - bucket.credit) ? full() : bucket.credit + since.ns() * rate_;
    }
    bucket.filled = now;
  }

  // The bucket is filled ahead to its turn. What its credit passes a token by then, because a turn begins on
  // a whole nanosecond, is kept even by a bucket that holds but one.
  void line_up(Bucket& bucket, Time now) {
    fill(bucket, now);
    const Duration wait = time_for(std::max<std::int64_t>(0, kToken - bucket.credit));
    bucket.credit += wait.ns() * rate_;
    bucket.filled = now + wait;
    ready_.insert(Turn{bucket.filled, order_++, &bucket});
  }

  std::int64_t rate_;
  std::int64_t burst_;
  std::unordered_map<Key, Bucket> buckets_;
  std::set<Turn> ready_;  // One for each bucket that has requests.
  std::uint64_t order_ = 0;
};

}  // namespace headrace
