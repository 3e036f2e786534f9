#include "models/jobs/inference/inference_job.h"

#include <gtest/gtest.h>

#include "tests/models/support/inference_bench.h"

namespace headrace {
namespace {

// Makes a service with a model of 1 GB on a store of 1 GB/s: 1 ms to open it and 1 s to read it, 500 ms in
// the host, 40 ms to the device. Requests that come before wait.
InferenceSpec loading(std::vector<Duration> arrivals) {
  InferenceSpec spec = replayed(std::move(arrivals), Distribution(10_ms));
  spec.model_size = Bytes::count(1'000'000'000);
  spec.transfer_size = Bytes::count(1'000'000'000);
  return spec;
}
constexpr Duration kLoad = 1_ms + 1_s + 500_ms + 40_ms;

TEST(InferenceJob, LoadsItsModelBeforeItAnswers) {
  const JobResult result = InferenceBench(loading({1_s, 5_s})).run();
  EXPECT_EQ(result.find<InferenceResult>()->model_load, kLoad);
  EXPECT_EQ(result.find<InferenceResult>()->latency.max(), (kLoad - 1_s + 10_ms).ns());
  EXPECT_EQ(result.find<InferenceResult>()->latency.min(), (10_ms).ns());
  EXPECT_EQ(spent(result, 0, Cause::batch_wait), kLoad);
  EXPECT_EQ(spent(result, 0, Cause::compute), 20_ms);
  EXPECT_EQ(result.end, Time::at(5010_ms));
  expect_time_adds_up(result);
}

// The herd: each server reads all of it, or one for each node.
TEST(InferenceJob, IsReadByEachServerOrOnceForANode) {
  InferenceSpec spec = loading({5_s});
  InferenceBench each(spec, 2, 4);
  EXPECT_EQ(each.run().find<InferenceResult>()->model_read, spec.model_size * 8);
  EXPECT_EQ(each.storage().count(IoOperation::open), 8);
  spec.model_load = ModelReaders::node;
  InferenceBench once(spec, 2, 4);
  const JobResult result = once.run();
  EXPECT_EQ(result.find<InferenceResult>()->model_read, spec.model_size * 2);
  EXPECT_EQ(result.nodes, 2);
  EXPECT_EQ(result.accelerators, 8);
  for (std::int64_t server = 0; server < 8; ++server)
    EXPECT_EQ(spent(result, server, Cause::batch_wait), kLoad);
}

// 1000 requests of 100 B by two servers, written in blocks of 4096 B and a rest each.
TEST(InferenceJob, WritesItsPredictionsBack) {
  InferenceSpec spec = open_queue(1000, Distribution(Law::exponential, 1_ms), 1000);
  spec.prediction_size = 100_B;
  spec.prediction_write_size = 4_KiB;
  InferenceBench bench(spec, 1, 2);
  const JobResult result = bench.run();
  EXPECT_EQ(result.find<InferenceResult>()->predictions_written, 100'000_B);
  Bytes written;
  for (const auto& record : bench.storage().records())
    if (record.operation == IoOperation::write) written += record.length;
  EXPECT_EQ(written, 100'000_B);
  EXPECT_EQ(bench.storage().count(IoOperation::create), 2);
  EXPECT_EQ(bench.storage().open_handles(), 0);
  expect_time_adds_up(result);
}

// A store that is slow to write delays the end and no answer.
TEST(InferenceJob, EndsWhenAllIsWritten) {
  InferenceSpec spec = replayed({0_s, 1_ms}, Distribution(1_ms));
  spec.prediction_size = Bytes::count(500'000'000);
  spec.prediction_write_size = 1_GiB;
  const JobResult result = InferenceBench(spec).run();
  EXPECT_EQ(result.find<InferenceResult>()->latency.max(), (1_ms).ns());
  EXPECT_EQ(result.end, Time::at(2_ms + 1_ms + 1_s));  // Create, then a gigabyte.
  EXPECT_EQ(spent(result, 0, Cause::batch_wait), 1001_ms);
  expect_time_adds_up(result);
}

TEST(InferenceJob, SweepsADataSetAfterItsLoad) {
  InferenceSpec spec = loading({});
  spec.arrivals.reset();
  spec.mode = InferenceMode::offline;
  DatasetSpec data;
  data.files = 10;
  data.record_length = Bytes::count(1'000'000);
  spec.dataset = data;
  const Duration decoded = Bytes::count(1'000'000) / 1500_MBps;
  const JobResult result = InferenceBench(spec).run();
  EXPECT_EQ(result.kind, "inference");
  EXPECT_EQ(result.find<InferenceResult>()->mode, "offline");
  EXPECT_EQ(result.end,
            Time::at(kLoad + 2_ms + decoded + 10 * 10_ms));  // The first sample, then the servers' pace.
  EXPECT_EQ(result.find<InferenceResult>()->window, 2_ms + decoded + 10 * 10_ms);
  EXPECT_EQ(result.files_train, 10);
}

TEST(InferenceJob, TellsHowBusyItsServersWere) {
  InferenceBench bench(replayed({0_s, 0_s, 3_ms}, Distribution(1_ms)), 1, 2);
  bench.run();
  const std::vector<ResourceResult> resources = bench.job().resources();
  ASSERT_EQ(resources.size(), 1u);
  EXPECT_EQ(resources[0].name, "bench: servers");
  EXPECT_EQ(resources[0].instances, 2);
  EXPECT_NEAR(resources[0].utilisation_mean, 3.0 / 8, 1e-9);
}

// A request at 0 s and one at 5 s, of 10 ms each: nothing is measured at 5 ms, and all has ended at 5.01 s.
TEST(InferenceJob, EndsWithItsLastAnswer) {
  InferenceBench bench(replayed({0_s, 5_s}, Distribution(10_ms)));
  RunLimits limits;
  limits.until = Time::at(5_ms);
  EXPECT_FALSE(bench.run(limits).find<InferenceResult>()->measured());
  EXPECT_FALSE(bench.job().ended());
  limits.until = Time::at(15_ms);
  EXPECT_TRUE(bench.run(limits).find<InferenceResult>()->measured());
  EXPECT_FALSE(bench.job().ended());
  EXPECT_EQ(bench.run().end, Time::at(5010_ms));
  EXPECT_TRUE(bench.job().ended());
}

}  // namespace
}  // namespace headrace
