#include "models/jobs/inference/token_work.h"

#include <gtest/gtest.h>

#include "models/jobs/figures.h"
#include "models/jobs/inference/inference_result.h"
#include "tests/models/support/inference_bench.h"

namespace headrace {
namespace {

struct Prompt {
  std::vector<std::uint64_t> blocks;
  std::int64_t tokens = 0, output = 0;
};

// Requests a second apart, with blocks of 10 tokens of 100 B each.
InferenceSpec told(const std::vector<Prompt>& prompts, std::int64_t blocks_held,
                   std::string_view policy = "lru") {
  InferenceSpec spec = replayed({}, Distribution(1_ms));
  for (const Prompt& prompt : prompts) {
    spec.traced.times.push_back(1_s * static_cast<std::int64_t>(spec.traced.times.size()));
    spec.traced.prompt_tokens.push_back(prompt.tokens);
    spec.traced.output_tokens.push_back(prompt.output);
    spec.traced.blocks.insert(spec.traced.blocks.end(), prompt.blocks.begin(), prompt.blocks.end());
    spec.traced.blocks_end.push_back(spec.traced.blocks.size());
  }
  TokenSpec& tokens = spec.tokens.emplace();
  tokens.prompt_token_time = 1_ms;
  tokens.output_token_time = 100_us;
  if (blocks_held == 0) return spec;
  PrefixCacheSpec& kept = tokens.prefix_cache.emplace();
  kept.policy = Chosen<CachePolicy>(policy);
  kept.block_tokens = 10;
  kept.token_size = 100_B;
  kept.capacity = kept.block_size() * blocks_held;
  return spec;
}

// Answers each request alone on one server, and returns the tokens that its cache held of each prompt.
std::vector<std::int64_t> found_of(const InferenceSpec& spec) {
  TokenWork work(spec, 1);
  std::vector<std::int64_t> found;
  for (std::size_t n = 0; n < spec.traced.times.size(); ++n) {
    TokenWork::Batch batch;
    work.add(0, n, batch);
    found.push_back(static_cast<std::int64_t>(batch.found));
  }
  return found;
}

// A prompt of 25 tokens is two blocks and a half; what follows finds all of it, and of a longer one the part
// that is equal.
TEST(TokenWork, FindsWhatPromptsShareAtTheirBeginning) {
  EXPECT_EQ(found_of(told({{{1, 2, 3}, 25}, {{1, 2, 3}, 25}, {{1, 2, 4, 5}, 40}, {{6, 2, 4}, 30}}, 100)),
            (std::vector<std::int64_t>{0, 25, 20, 0}));
}

TEST(TokenWork, FindsNothingWithoutACache) {
  EXPECT_EQ(found_of(told({{{1, 2}, 20}, {{1, 2}, 20}}, 0)), (std::vector<std::int64_t>{0, 0}));
}

// Of k prompts of one block each in turn, a cache of c blocks holds every one from the second round on where
// c >= k, and under LRU none where c < k: a share of (r - 1) / r of r rounds, or nothing.
TEST(TokenWork, HoldsARoundOfPromptsOrNoneOfIt) {
  constexpr std::int64_t kRounds = 5, kPrompts = 4;
  std::vector<Prompt> prompts;
  for (std::int64_t i = 0; i < kRounds * kPrompts; ++i)
    prompts.push_back({{static_cast<std::uint64_t>(i % kPrompts)}, 10, 0});
  const auto share = [&](std::int64_t held) {
    const JobResult result = InferenceBench(told(prompts, held)).run();
    return find_figure_row("inference.prefix_hit_share")->source.value(result).number.value();
  };
  EXPECT_DOUBLE_EQ(share(kPrompts), (kRounds - 1.0) / kRounds);
  EXPECT_DOUBLE_EQ(share(kPrompts - 1), 0);
}

// A full cache gives up the ends of prompts before their beginnings, without which nothing is found.
TEST(TokenWork, KeepsBeginningsLongest) {
  EXPECT_EQ(found_of(told({{{1, 2, 3}, 30}, {{4}, 10}, {{1, 2, 3}, 30}}, 3)),
            (std::vector<std::int64_t>{0, 0, 20}));
  // A prompt that is longer than the cache leaves its beginning there.
  EXPECT_EQ(found_of(told({{{1, 2, 3, 4}, 40}, {{1, 2, 3, 4}, 40}}, 2)), (std::vector<std::int64_t>{0, 20}));
}

// Behind a missing block nothing is found, whatever is held: [1 2 3] with 1 given up.
TEST(TokenWork, FindsNothingBehindAGap) {
  EXPECT_EQ(found_of(told({{{3}, 10}, {{2}, 10}, {{9, 2, 3}, 30}}, 100)),
            (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(TokenWork, KeepsAsItsPolicySays) {
  const std::vector<Prompt> prompts = {{{1}, 10}, {{2}, 10}, {{1}, 10}, {{3}, 10}, {{1}, 10}};
  EXPECT_EQ(found_of(told(prompts, 2, "lru")).back(), 10);
  EXPECT_EQ(found_of(told(prompts, 2, "fifo")).back(), 0);
}

TEST(TokenWork, KeepsAPartForEachServer) {
  const InferenceSpec spec = told({{{1}, 10}, {{1}, 10}, {{1}, 10}}, 10);
  TokenWork work(spec, 2);
  TokenWork::Batch one, other, again;
  work.add(0, 0, one);
  work.add(1, 1, other);
  work.add(0, 2, again);
  EXPECT_EQ(other.found, 0);
  EXPECT_EQ(again.found, 10);
  EXPECT_EQ(work.prompt_tokens(), 30);
  EXPECT_EQ(work.found_tokens(), 10);
}

// s + P p + O o of one server in sequence: 1 ms + 20 x 1 ms + 30 x 0.1 ms, and for a prompt that is held
// 1 ms + 3 ms.
TEST(TokenWork, AddsToTheServiceTime) {
  const JobResult result = InferenceBench(told({{{1, 2}, 20, 30}, {{1, 2}, 20, 30}}, 10)).run();
  const InferenceResult& found = *result.find<InferenceResult>();
  EXPECT_EQ(found.latency.max(), (24_ms).ns());
  EXPECT_EQ(found.latency.min(), (4_ms).ns());
  EXPECT_EQ(spent(result, 0, Cause::compute), 28_ms);
  EXPECT_EQ(found.prompt_tokens, 40);
  EXPECT_EQ(found.prompt_tokens_found, 20);
  expect_time_adds_up(result);
}

// 20 tokens of 100 B cross at 1 MB/s: 2 ms.
TEST(TokenWork, IsCarriedFromTheNodesMemory) {
  InferenceSpec spec = told({{{1, 2}, 20, 0}, {{1, 2}, 20, 0}}, 10);
  spec.host_to_device_bandwidth = Bandwidth::bytes_per_second(1e6);
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->latency.min(), (1_ms).ns());
  spec.tokens->prefix_cache->tier = PrefixTier::memory;
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->latency.min(), (3_ms).ns());
}

// Of a batch, prompts are read one after another, and outputs come side by side: 1 + (5 + 7) + 0.1 x 40 ms.
TEST(TokenWork, OfABatchIsAllPromptsAndTheLongestOutput) {
  InferenceSpec spec = told({{{1}, 5, 40}, {{2}, 7, 20}}, 0);
  spec.traced.times = {0_s, 0_s};
  spec.max_batch = 2;
  spec.max_wait = 1_ms;
  EXPECT_EQ(InferenceBench(spec).run().find<InferenceResult>()->latency.max(), (17_ms).ns());
}

// M/G/1 with services of two lengths: Poisson arrivals at l, and prompts of 500 or of 1500 tokens of 1 us, so
// that E[S] = 1 ms and E[S^2] = 1.25 ms^2. The mean wait is l E[S^2] / 2 (1 - l E[S]) (Pollaczek, Khinchine).
TEST(TokenWork, WaitsAsPollaczekAndKhinchineSay) {
  constexpr std::int64_t kRequests = 400'000;
  InferenceSpec spec = replayed({}, Distribution(Duration()));
  RandomStream arrivals(5, "arrivals");
  Duration now;
  for (std::int64_t i = 0; i < kRequests; ++i) {
    now += Duration::seconds(arrivals.exponential() * 2e-3);
    spec.traced.times.push_back(now);
    spec.traced.prompt_tokens.push_back(arrivals.uniform() < 0.5 ? 500 : 1500);
    spec.traced.output_tokens.push_back(0);
  }
  spec.tokens.emplace().prompt_token_time = 1_us;
  const double wait = 500 * 1.25e-6 / (2 * (1 - 0.5));
  const JobResult result = InferenceBench(spec).run();
  EXPECT_NEAR(result.find<InferenceResult>()->queue_wait.mean() * 1e-9, wait, 0.03 * wait);
}

// What is longer than time itself is as long as time.
TEST(TokenWork, IsNoLongerThanTime) {
  InferenceSpec spec = told({{{}, RequestTrace::kMostTokens, 0}}, 0);
  spec.tokens->prompt_token_time = 3600_s;
  TokenWork work(spec, 1);
  TokenWork::Batch batch;
  work.add(0, 0, batch);
  EXPECT_EQ(work.time_of(batch), Duration::max());
}

}  // namespace
}  // namespace headrace
