// TBF: a token bucket for each client or each job, as the TBF policy of Lustre's NRS has for each client or
// job of a rule. A request takes a token; tokens come at a rate and are saved up to a burst. Where several
// buckets have a token, the one that has had it longest goes first. Leaves out rules that differ between
// clients.

#include <array>

#include "models/scheduler/token_buckets.h"

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
  TokenBucketFilter(const Context&, const TbfSpec& spec) : by_(spec.by), buckets_(spec.rate, spec.burst) {}

  void add(ScheduledRequest& request, Time now) override {
    buckets_.add(by_ == TbfSpec::By::client ? request.client : request.job, request, now);
  }
  ScheduledRequest* take(Time now) override { return buckets_.take(now); }
  Time next_chance(Time now) const override { return buckets_.next_chance(now); }

 private:
  TbfSpec::By by_;
  TokenBuckets<std::int32_t> buckets_;
};

}  // namespace

std::unique_ptr<Recipe<RequestScheduler>> scheduler_tbf() {
  return recipe<RequestScheduler, TokenBucketFilter, TbfSpec>();
}

}  // namespace headrace
