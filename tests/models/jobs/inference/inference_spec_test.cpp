#include "models/jobs/inference/inference_spec.h"

#include <gtest/gtest.h>

#include "models/jobs/figures.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/inference_bench.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

InferenceSpec answers() { return open_queue(90, Distribution(10_ms), 100); }

InferenceSpec sweeps() {
  InferenceSpec spec;
  spec.mode = InferenceMode::offline;
  spec.service_time = Distribution(10_ms);
  spec.dataset.emplace();
  return spec;
}

TEST(InferenceSpec, HasRequestsOrSamples) {
  EXPECT_EQ(found_by(answers()), "");
  EXPECT_EQ(found_by(sweeps()), "");
  InferenceSpec none = answers();
  none.arrivals.reset();
  EXPECT_EQ(found_by(none), "E0344 mode");
  InferenceSpec endless = answers();
  endless.requests = 0;
  EXPECT_EQ(found_by(endless), "E0344 arrivals");
  endless.duration = 1_s;
  EXPECT_EQ(found_by(endless), "");
  InferenceSpec nothing = sweeps();
  nothing.dataset->files = 0;
  EXPECT_EQ(found_by(nothing), "E0345 dataset.files");
  nothing.dataset.reset();
  EXPECT_EQ(found_by(nothing), "E0345 mode");
}

// 9e10 requests at 90 a second last 1e9 s, which a run may; one second more it may not.
TEST(InferenceSpec, EndsWithinTheClock) {
  InferenceSpec spec = answers();
  spec.requests = 90'000'000'000;
  EXPECT_EQ(found_by(spec), "");
  spec.requests += 90;
  EXPECT_EQ(found_by(spec), "E0346 requests");
}

TEST(InferenceSpec, LeavesRequestsBehindTheWarmUp) {
  InferenceSpec spec = answers();
  spec.warm_up = 99;
  EXPECT_EQ(found_by(spec), "");
  spec.warm_up = 100;
  EXPECT_EQ(found_by(spec), "E0349 warm_up");
}

TEST(InferenceSpec, ReplaysTheTraceThatItHas) {
  InferenceSpec spec = answers();
  spec.trace = "times.txt";
  EXPECT_EQ(found_by(spec), "E0340 trace");
  InferenceSpec replay = replayed({1_s, 2_s}, Distribution(10_ms));
  EXPECT_EQ(found_by(replay), "E0340 arrivals.policy");
  replay.trace = "times.txt";
  EXPECT_EQ(found_by(replay), "");
}

TEST(InferenceSpec, BalancesAmongQueues) {
  InferenceSpec spec = answers();
  spec.balancer.emplace();
  EXPECT_EQ(found_by(spec), "E0347 balancer");
  spec.queue = QueueScope::per_server;
  EXPECT_EQ(found_by(spec), "");
}

// Tokens are those of a trace: of all requests or of none, with blocks of the size that is said.
TEST(InferenceSpec, TakesTokensFromItsTrace) {
  InferenceSpec spec = answers();
  spec.tokens.emplace();
  EXPECT_EQ(found_by(spec), "E0732 tokens");
  spec = replayed({1_s, 2_s}, Distribution(10_ms));
  spec.trace = "requests.jsonl";
  PrefixCacheSpec& kept = spec.tokens.emplace().prefix_cache.emplace();
  kept.token_size = 1_KiB;
  kept.capacity = 1_MiB;
  EXPECT_EQ(found_by(spec), "E0732 tokens");
  spec.traced.prompt_tokens = spec.traced.output_tokens = {512, 513};
  EXPECT_EQ(found_by(spec), "E0732 tokens.prefix_cache");
  spec.traced.blocks = {1, 1, 2};
  spec.traced.blocks_end = {1, 3};
  EXPECT_EQ(found_by(spec), "");
  kept.block_tokens = 256;
  EXPECT_EQ(found_by(spec), "E0733 tokens.prefix_cache.block_tokens");
  kept.block_tokens = 512;
  kept.capacity = 512_KiB - 1_B;
  EXPECT_EQ(found_by(spec), "E0733 tokens.prefix_cache.capacity");
  kept.capacity = 512_KiB;
  kept.policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found_by(spec), "E0324 tokens.prefix_cache.policy");
}

// 2 EiB are 2^61 bytes.
TEST(InferenceSpec, WritesAndReadsWhatCanBeCounted) {
  InferenceSpec spec = answers();
  spec.requests = std::int64_t{1} << 31;
  spec.prediction_size = 1_GiB;
  EXPECT_EQ(found_by(spec), "E0308 prediction_size");
  --spec.requests;
  EXPECT_EQ(found_by(spec), "");
  InferenceSpec large = sweeps();
  large.dataset->files = std::int64_t{1} << 31;
  large.dataset->record_length = 1_GiB;
  EXPECT_EQ(found_by(large), "E0308 dataset");
}

// A server answers a batch of 2 in 10 + 2 x 5 ms: two of them 200 requests a second.
TEST(InferenceSpec, IsToldWhenServersCannotFollow) {
  NodeSpec node;
  node.accelerators = 2;
  RecordingCheck check;
  check.own_machine.nodes.emplace_back("clients", node);
  JobSpec job;
  job.nodes.group = "clients";
  job.nodes.count = 1;
  InferenceSpec& spec = job.work.give(open_queue(199, Distribution(10_ms), 1000));
  spec.max_batch = 2;
  spec.service_time_per_request = 5_ms;
  job.check(check);
  EXPECT_EQ(check.codes, "");
  spec.arrivals = open_queue(200, Distribution(10_ms), 1000).arrivals;
  job.check(check);
  EXPECT_EQ(check.codes, "W0012 inference.arrivals");
  EXPECT_EQ(
      check.findings.front().sentence,
      "200 requests/s come, and 2 servers answer 200 at most (rho = 1): the queue grows as long as they "
      "come");
  spec.queue_capacity = 10;
  job.check(check);
  EXPECT_EQ(check.findings.size(), 1U);
}

// Two requests in a second, of 100 and of 300 tokens of 1 ms and with outputs of 10 and of 30 of 10 ms, take
// 0.2 and 0.2 s in the mean: one server answers 2.4390 a second with its 10 ms, and 1 / (0.01 + 0.2) where a
// cache may hold the prompts.
TEST(InferenceSpec, IsToldWhenTokensAreTooMany) {
  NodeSpec node;
  node.accelerators = 1;
  RecordingCheck check;
  check.own_machine.nodes.emplace_back("clients", node);
  JobSpec job;
  job.nodes.group = "clients";
  job.nodes.count = 1;
  InferenceSpec& spec = job.work.give(replayed({300_ms, 600_ms}, Distribution(10_ms)));
  spec.trace = "requests.jsonl";
  spec.traced.prompt_tokens = {100, 300};
  spec.traced.output_tokens = {10, 30};
  TokenSpec& tokens = spec.tokens.emplace();
  tokens.prompt_token_time = 1_ms;
  tokens.output_token_time = 10_ms;
  job.check(check);
  ASSERT_EQ(check.codes, "W0012 inference.arrivals");
  EXPECT_EQ(check.findings.front().sentence,
            "3.333 requests/s come, and 1 servers answer 2.439 at most (rho = 1.367): the queue grows as "
            "long as they "
            "come");
}

TEST(InferenceSpec, SaysWhatItIsFor) {
  const JobFacts streaming = answers().facts(), offline = sweeps().facts();
  EXPECT_TRUE(streaming.answers && streaming.has_samples && !streaming.has_sizes);
  EXPECT_TRUE(!offline.answers && offline.has_samples && offline.has_sizes);
  EXPECT_EQ(streaming.headline, "inference.latency_ms.p99");
  EXPECT_EQ(offline.headline, "inference.requests_per_second");
  EXPECT_EQ(streaming.manner, "streaming inference");
}

TEST(InferenceSpec, ForeseesEventsOfItsRequests) {
  JobSpec job;
  InferenceSpec& spec = job.work.give(answers());
  JobFacts::Ground ground;
  ground.ranks = 7;
  ground.data.front().request = 1_MiB;
  ground.data.front().of_request = 4;
  EXPECT_EQ(job.facts().events(job, ground), 250);
  spec.traced.times.resize(200);
  EXPECT_EQ(job.facts().events(job, ground), 500);
  spec.model_size = 10_MiB;
  EXPECT_EQ(job.facts().events(job, ground), 500 + 7 * 10 * 4);
  spec.dataset.emplace().files = 6;
  spec.dataset->record_length = 2_MiB;
  spec.dataset->samples_per_file = 3;
  EXPECT_EQ(job.facts().events(job, ground), 500 + 7 * 10 * 4 + 6 * (11.5 + 6 * 4) + 1.3 * 6 * 3);
}

}  // namespace
}  // namespace headrace
