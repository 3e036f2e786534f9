#include "scenarios/loader/recordings/batch_waits.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// Batches that take 45 ms of a worker (5 times 1 + 4, and 20), of four workers, and steps of 100 ms: each
// waits.
TEST(BatchWaits, FindBatchesWhatIsAheadAndTheStep) {
  for (const std::int64_t batch : {1, 2, 5, 12}) {
    for (const std::int64_t ahead : {1, 2, 4}) {
      LoaderForm form;
      form.batch = batch;
      form.batches = 200;
      form.ahead = ahead;
      const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
      EXPECT_EQ(found.batch, batch) << batch << " " << ahead;
      EXPECT_EQ(found.ahead, ahead) << batch << " " << ahead;
      EXPECT_NEAR(found.step.in_seconds(), 0.1, 1e-6);
      EXPECT_GT(found.waiting, 0.9);
      EXPECT_GE(found.batch_confidence, 0.8);
      if (batch > 1) {
        EXPECT_NEAR(found.of_batch.in_seconds(), 0.02, 1e-6);
      }
    }
  }
}

// A single worker makes one batch more than may be ahead, as the first is taken at once.
TEST(BatchWaits, KnowASingleWorker) {
  LoaderForm form;
  form.workers = 1;
  form.ahead = 3;
  const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
  EXPECT_EQ(found.batch, 5);
  EXPECT_EQ(found.ahead, 3);
}

// Workers that are processes of their own, four of a rank, wait four steps each.
TEST(BatchWaits, KnowWorkersThatAreProcesses) {
  DataVisits data = data_visits(recording_of_loader(LoaderForm()));
  for (std::size_t t = 0; t < data.threads.size(); ++t) data.threads[t].process = t;
  const BatchWaits found = batch_waits(data, 4);
  EXPECT_EQ(found.batch, 5);
  EXPECT_EQ(found.ahead, 2);
  EXPECT_NEAR(found.step.in_seconds(), 0.1, 1e-6);
}

// Workers that never wait show their batches by the time it takes to put them together, and no step.
TEST(BatchWaits, SayThatNobodyWaits) {
  LoaderForm form;
  form.step = 1_ms;
  const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
  EXPECT_EQ(found.batch, 5);
  EXPECT_LT(found.waiting, 0.5);
  EXPECT_LT(found.step_confidence, 0.5);
}

// Decoding takes 4 ms, a batch of 7 is put together in another 4: no kind of gap of its own, but gaps behind
// every seventh sample stand out. Behind every 14th they do not stand out from the rest as much.
TEST(BatchWaits, FindTheBatchThatShowsInLongerGapsAlone) {
  LoaderForm form;
  form.batch = 7;
  form.batches = 200;
  form.collate = 4_ms;
  form.step = 1_ms;
  const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
  EXPECT_EQ(found.batch, 7);
  EXPECT_NEAR(found.of_batch.in_seconds(), 0.004, 1e-6);
  EXPECT_EQ(found.ahead, 0) << "nobody waits";
  EXPECT_EQ(found.waiting, 0);
}

// Epochs of five batches of 4 of a single worker: three are made before its only wait, behind 12 samples, and
// 20 of an epoch are no multiple of 12.
TEST(BatchWaits, DivideWhatIsMadeBeforeTheOnlyWait) {
  LoaderForm form;
  form.workers = 1;
  form.batch = 4;
  form.batches = 5;
  form.ahead = 3;
  form.epochs = 8;
  form.collate = Duration();
  const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
  EXPECT_EQ(found.batch, 4);
  EXPECT_GE(found.batch_confidence, 0.5);
}

// Gaps of one kind tell nothing but a divisor.
TEST(BatchWaits, FindNothingInEqualGaps) {
  LoaderForm form;
  form.step = 1_ms;
  form.collate = Duration();
  const BatchWaits found = batch_waits(data_visits(recording_of_loader(form)));
  EXPECT_EQ(found.batch, 0);
  EXPECT_EQ(found.largest_divisor, 50);  // 200 samples of an epoch, over four workers.
}

}  // namespace
}  // namespace headrace
