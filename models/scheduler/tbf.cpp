// TBF: a token bucket for each client or each job, as the TBF policy of Lustre's NRS has for each client or
// job of a rule. A request takes a token; tokens come at a rate and are saved up to a burst. Where several
// buckets have a token, the one that has had it longest goes first. Leaves out rules that differ between
// clients.

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "models/scheduler/policy.h"

namespace headrace {

namespace {

struct TbfSpec {
  enum class By : std::uint8_t { client, job };

  std::int64_t rate = 10'000;
  std::int64_t burst = 3;
  By by = By::client;

  void visit(Fields& f) {
    static constexpr std::array<std::string_view, 2> kBy = {"client", "job"};
    f.integer({"rate", "requests a second of one client or job", "Lustre's default rule: 10,000 [read]"},
              rate, 1, 1'000'000'000);
    f.integer({"burst", "most requests that start at once after a rest",
               "prior [assumed]: the bucket of Lustre's TBF holds a few tokens"},
              burst, 1, 1'000'000);
    f.choice({"by", "whose requests share a bucket"}, by, kBy);
  }
};

class TokenBucketFilter final : public RequestScheduler {
 public:
  TokenBucketFilter(const Context&, const TbfSpec& spec) : spec_(spec) {}

  void add(ScheduledRequest& request, Time now) override {
    const auto [found, fresh] = buckets_.try_emplace(key_of(request));
    Bucket& bucket = found->second;
    if (fresh) bucket.credit = full();
    bucket.waiting.push(request);
    if (bucket.waiting.size() == 1) line_up(bucket, now);
  }

  ScheduledRequest* take(Time now) override {
    if (ready_.empty() || ready_.begin()->at > now) return nullptr;
    Bucket& bucket = *ready_.begin()->bucket;
    ready_.erase(ready_.begin());
    fill(bucket, now);
    bucket.credit -= kToken;
    ScheduledRequest& request = bucket.waiting.pop();
    if (!bucket.waiting.empty()) line_up(bucket, now);
    return &request;
  }

  Time next_chance(Time now) const override {
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

  std::int32_t key_of(const ScheduledRequest& request) const {
    return spec_.by == TbfSpec::By::client ? request.client : request.job;
  }
  std::int64_t full() const { return spec_.burst * kToken; }
  // Rounded up: the time in which a bucket gets so much credit.
  Duration time_for(std::int64_t credit) const {
    return Duration::nanoseconds((credit + spec_.rate - 1) / spec_.rate);
  }

  void fill(Bucket& bucket, Time now) const {
    if (bucket.credit < full()) {
      const Duration since = now - bucket.filled;
      bucket.credit =
          since >= time_for(full() - bucket.credit) ? full() : bucket.credit + since.ns() * spec_.rate;
    }
    bucket.filled = now;
  }

  // The bucket is filled ahead to its turn. What its credit passes a token by then, because a turn begins on
  // a whole nanosecond, is kept even by a bucket that holds but one.
  void line_up(Bucket& bucket, Time now) {
    fill(bucket, now);
    const Duration wait = time_for(std::max<std::int64_t>(0, kToken - bucket.credit));
    bucket.credit += wait.ns() * spec_.rate;
    bucket.filled = now + wait;
    ready_.insert(Turn{bucket.filled, order_++, &bucket});
  }

  TbfSpec spec_;
  std::unordered_map<std::int32_t, Bucket> buckets_;
  std::set<Turn> ready_;  // One for each bucket that has requests.
  std::uint64_t order_ = 0;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_tbf() {
  return recipe<RequestScheduler, TokenBucketFilter, TbfSpec>();
}

}  // namespace headrace
