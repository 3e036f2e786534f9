#include "analysis/answer/inference_answer.h"

#include <gtest/gtest.h>

#include "analysis/answer/answer.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

std::string sentence_of(const JobResult& job, std::span<const ResourceResult> resources = {}) {
  return answer_of(job, resources, RunOutcome()).sentence;
}

TEST(InferenceAnswer, OfRequestsGivesRateLatencyAndLosses) {
  // 50 of 12,050.
  EXPECT_EQ(sentence_of(streaming_job()),
            "16 servers answer 1,200 requests/s, p99 40.0 ms, 0.41 % dropped; limited by the servers (84 % "
            "busy)");
  JobResult one = streaming_job();
  one.find<InferenceResult>()->servers = 1;
  one.find<InferenceResult>()->dropped = 0;
  one.accelerator = "H100";
  EXPECT_EQ(sentence_of(one).substr(0, 42), "1 x H100 answers 1,200 requests/s, p99 40.");
}

TEST(InferenceAnswer, SaysWhatWasKeptOfPrompts) {
  JobResult job = streaming_job();
  job.find<InferenceResult>()->prompt_tokens = 8000;
  job.find<InferenceResult>()->prompt_tokens_found = 2500;
  EXPECT_NE(sentence_of(job).find("p99 40.0 ms, 31.2 % of the prompts' tokens from a cache, 0.41 % dropped"),
            std::string::npos)
      << sentence_of(job);
}

TEST(InferenceAnswer, OfASweepGivesSamplesAndBytes) {
  // 20 GiB in 10 s; waiting for data is 4 of 10 seconds.
  const ResourceResult busy = resource_of("scratch: OST devices", "more drives", 8, 0.93, 0.95);
  JobResult reading = offline_job();
  reading.uses = {{busy.name, 0.93}};
  EXPECT_EQ(sentence_of(reading, {&busy, 1}),
            "16 x H100 sweep 5,120 samples/s (2.0 GiB/s); limited by scratch: OST devices (93 % busy while "
            "the job waits)");
  JobResult computing = offline_job();
  computing.time_budget = budget_of(16, 10, 0.1, 0, 0);
  EXPECT_EQ(find_limitation(computing, {}).limit, Limit::accelerators);
}

TEST(InferenceAnswer, TellsBusyServersFromQueuesAndFromArrivals) {
  JobResult job = streaming_job();
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::accelerators);
  job.find<InferenceResult>()->dropped = 0;  // They are busy, and nobody waits or goes away.
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::arrivals);
  job.find<InferenceResult>()->busy_share = 0.96;
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::accelerators);
  job.find<InferenceResult>()->busy_share = 0.4;
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::arrivals);  // 2 of 10.6 ms in the queue.
  for (int i = 0; i < 9000; ++i)
    job.find<InferenceResult>()->queue_wait.record(Duration::nanoseconds(6'000'000));
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::queue);  // 5.6 of 10.6 ms.
  job.find<InferenceResult>()->busy_share = 0.84;
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::queue);
  EXPECT_TRUE(find_limitation(job, {}).help.ends_with("; or more servers"));
  job.find<InferenceResult>()->completed = 0;
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::unknown);
  EXPECT_EQ(sentence_of(job), "no answer: the job did nothing");
}

}  // namespace
}  // namespace headrace
