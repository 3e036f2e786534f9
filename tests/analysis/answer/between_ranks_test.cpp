#include "analysis/answer/between_ranks.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

StepResult pipeline_of_four(std::int64_t micro_batches) {
  StepResult step;
  step.micro_batches = micro_batches;
  step.pipeline = 4;
  return step;
}

// (4 - 1) / (8 + 4 - 1) = 27 %.
TEST(BetweenRanks, NamesTheBubble) {
  const Limitation found = limited_by_pipeline(pipeline_of_four(8), 3, 8);
  EXPECT_EQ(found.limit, Limit::pipeline);
  EXPECT_EQ(found.by, "the bubble of its pipeline: 4 stages are empty for 27 % of a step of 8 micro-batches");
  EXPECT_EQ(found.help, "more micro-batches in a step, or fewer stages; no faster storage");
  EXPECT_EQ(limited_by_pipeline(pipeline_of_four(1), 3, 1).by,
            "the bubble of its pipeline: 4 stages are empty for 75 % of a step of 1 micro-batch");
}

TEST(BetweenRanks, NamesStagesThatAreSlower) {
  const Limitation found = limited_by_pipeline(pipeline_of_four(8), 4, 6);
  EXPECT_EQ(found.by,
            "the bubble of its pipeline: 4 stages are empty for 27 % of a step of 8 micro-batches, "
            "and wait for slower stages beside that");
  EXPECT_EQ(found.help,
            "stages that take equally long, more micro-batches in a step, or fewer stages; no faster "
            "storage");
}

TEST(BetweenRanks, NamesWhatIsExchanged) {
  JobResult job;
  EXPECT_EQ(limited_by_exchange(job, false).by, "the exchange of gradients");
  EXPECT_EQ(limited_by_exchange(job, true).by,
            "the exchange of gradients, which waits behind other bytes in the nodes' ports");
  job.step = pipeline_of_four(8);
  EXPECT_EQ(limited_by_exchange(job, false).by, "the exchange of gradients and activations");
}

TEST(BetweenRanks, NamesTheLinksOfClients) {
  JobResult job;
  job.step.emplace().participants = 10;
  EXPECT_EQ(limited_by_exchange(job, false).by,
            "the links of its clients, over which the model goes in each round");
}

TEST(BetweenRanks, NamesTheSourceAndWhatItLost) {
  EXPECT_EQ(limited_by_source().limit, Limit::arrivals);
  JobResult job;
  EXPECT_EQ(text_of_losses(job), "");
  SourceResult& source = job.source.emplace();
  EXPECT_EQ(text_of_losses(job), "");
  source.produced = 1000;
  source.dropped = 125;
  EXPECT_EQ(text_of_losses(job), ", while 12.5 % of what the source produced was dropped");
  source.dropped = 0;
  source.held_up = 2500_ms;
  EXPECT_EQ(text_of_losses(job), ", while the source was held up for 2.5 s");
}

// Stages wait for a computation, or for what the stage before waits for; ranks at a barrier, for who sends.
TEST(BetweenRanks, WaitsAreForWhatOthersDo) {
  const auto found = [](Cause cause, Activity activity) {
    JobResult job;
    job.step = pipeline_of_four(8);
    job.time_budget = {{0, Cause::compute, Activity::compute, 50_s}, {0, cause, activity, 30_s}};
    return find_limitation(job, {}).limit;
  };
  EXPECT_EQ(found(Cause::pipeline_wait, Activity::compute), Limit::pipeline);
  EXPECT_EQ(found(Cause::pipeline_wait, Activity::device), Limit::storage);
  EXPECT_EQ(found(Cause::pipeline_wait, Activity::port), Limit::exchange);
  EXPECT_EQ(found(Cause::barrier_wait, Activity::port), Limit::exchange);
  EXPECT_EQ(found(Cause::barrier_wait, Activity::source), Limit::arrivals);
}

}  // namespace
}  // namespace headrace
