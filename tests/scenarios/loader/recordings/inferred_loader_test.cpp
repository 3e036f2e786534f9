#include "scenarios/loader/recordings/inferred_loader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/hardware/host_work.h"
#include "scenarios/loader/text/errors.h"
#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

TEST(InferredLoader, FindsWhatAWorkloadSays) {
  const InferredLoader found = inferred_loader(recording_of_loader(LoaderForm()), {});
  EXPECT_EQ(found.format.value, "npz");
  EXPECT_EQ(found.kind.value, "pytorch");
  EXPECT_EQ(found.ranks.value, 1);
  EXPECT_EQ(found.read_threads.value, 4);
  EXPECT_EQ(found.batch_size.value, 5);
  EXPECT_EQ(found.batches_ahead.value, 2);
  EXPECT_EQ(found.files.value, 200);
  EXPECT_EQ(found.samples_per_file.value, 1);
  EXPECT_EQ(found.record_length.value, 1_MiB);
  EXPECT_EQ(found.record_length_stdev.value, 0_B);
  EXPECT_EQ(found.epochs.value, 2);
  EXPECT_EQ(found.steps.value, 40);
  EXPECT_TRUE(found.shuffled.value);
  EXPECT_EQ(found.checkpoints.value, 0);
}

// Of counters files are known, but neither their order nor the times of reads.
TEST(InferredLoader, DoubtsWhatCountersDoNotTell) {
  Recording recording = recording_of_loader(LoaderForm());
  const double files = inferred_loader(recording, {}).files.confidence;
  recording.of_counters = true;
  const InferredLoader found = inferred_loader(recording, {});
  EXPECT_EQ(found.files.confidence, files);
  EXPECT_LT(found.batch_size.confidence, 0.5);
  EXPECT_LT(found.shuffled.confidence, 0.5);
  EXPECT_TRUE(found.shuffled.why.starts_with("the recording is made of counters")) << found.shuffled.why;
}

// A step is what the loop computes and what it does beside that, of which the priors are known: the rest is
// computed.
TEST(InferredLoader, TakesTheLoopsOwnWorkFromTheStep) {
  const InferredLoader found = inferred_loader(recording_of_loader(LoaderForm()), {});
  const PytorchWorkSpec work;
  const double batch = 0.02 * work.collate.in_bytes_per_second();
  EXPECT_NEAR(static_cast<double>(found.tensor_length.value.count()), batch / 5, 2);
  const double loop = work.step_overhead.mean().in_seconds() + work.handover.mean().in_seconds() +
                      batch / work.handover_rate.in_bytes_per_second();
  EXPECT_NEAR(found.computation_time.value.in_seconds(), 0.1 - loop, 1e-5);
}

TEST(InferredLoader, TellsAnOrderFromNone) {
  LoaderForm form;
  form.shuffled = false;
  form.ending = "jpg";
  const InferredLoader found = inferred_loader(recording_of_loader(form), {});
  EXPECT_FALSE(found.shuffled.value);
  EXPECT_EQ(found.format.value, "jpeg");
}

// What leaves no sign has a value to begin with, and little confidence.
TEST(InferredLoader, SaysWhatItCannotKnow) {
  LoaderForm form;
  form.step = 1_ms;
  form.collate = Duration();
  form.ending = "bin";
  const InferredLoader found = inferred_loader(recording_of_loader(form), {});
  EXPECT_LT(found.batch_size.confidence, 0.5);
  EXPECT_LT(found.batches_ahead.confidence, 0.5);
  EXPECT_LT(found.computation_time.confidence, 0.5);
  EXPECT_LT(found.format.confidence, 0.5);
}

// Workers that are processes are ranks unless it is said how many ranks there are.
TEST(InferredLoader, TakesTheRanksThatAreSaid) {
  Recording recording = recording_of_loader(LoaderForm());
  RecordedProcess all = std::move(recording.processes.front());
  recording.processes.clear();
  for (std::uint16_t worker = 1; worker <= 4; ++worker) {
    RecordedProcess& process = recording.processes.emplace_back();
    process.host = "node0";
    for (RecordedOperation operation : all.operations) {
      if (operation.thread != worker) continue;
      operation.thread = 1;
      process.operations.push_back(operation);
    }
  }
  EXPECT_EQ(inferred_loader(recording, {}).ranks.value, 4);
  EXPECT_LT(inferred_loader(recording, {}).ranks.confidence, 0.8);
  const InferredLoader found = inferred_loader(recording, {1});
  EXPECT_EQ(found.ranks.value, 1);
  EXPECT_EQ(found.read_threads.value, 4);
  EXPECT_EQ(found.steps.value, 40);
}

TEST(InferredLoader, SeesCheckpoints) {
  Recording recording = recording_of_loader(LoaderForm());
  for (std::int64_t c = 0; c < 3; ++c) {
    RecordedFile& file = recording.files.emplace_back();
    file.path = "/out/" + std::to_string(c) + ".pt";
    file.created = true;
    file.size = 5_MiB;
    RecordedOperation write;
    write.operation = IoOperation::write;
    write.file = static_cast<std::uint32_t>(recording.files.size() - 1);
    write.length = 5_MiB;
    write.begin = 1_s + 2_s * c;
    write.end = write.begin + 1_ms;
    recording.processes.front().operations.push_back(write);
  }
  const InferredLoader found = inferred_loader(recording, {});
  EXPECT_EQ(found.checkpoints.value, 3);
  EXPECT_EQ(found.checkpoint_size.value, 5_MiB);
  EXPECT_EQ(found.checkpoint_interval.value, 2_s);
}

// Files of records that are read from end to end, one each 100 ms by the one rank, whose reads take 1 ms: the
// loop holds them back, 12.5 ms for each eighth of a file. Four workers have two ahead each, so that the last
// of 100 reads is some eight steps before the end.
TEST(InferredLoader, TakesAnEighthOfARecordFileForASample) {
  LoaderForm form;
  form.length = 64_MiB;
  form.ending = "tfrecord";
  form.batch = 1;
  form.batches = 100;
  form.epochs = 1;
  const InferredLoader found = inferred_loader(recording_of_loader(form), {});
  EXPECT_EQ(found.batch_size.value, 1);
  EXPECT_LT(found.batch_size.confidence, 0.5);
  EXPECT_EQ(found.steps.value, 800);
  EXPECT_NEAR(found.computation_time.value.in_seconds(), 0.0125 * 0.92, 0.0005);
  EXPECT_LT(found.computation_time.confidence, 0.5);
}

// Six batches an epoch of four workers, of which none waits: the step is the time of an epoch behind its
// first batch, 1,624 ms, over 6, less the loop's own work; with the second between epochs in it.
TEST(InferredLoader, TakesStepsOfShortEpochsFromTheirTime) {
  LoaderForm form;
  form.batches = 6;
  form.epochs = 4;
  const InferredLoader found = inferred_loader(recording_of_loader(form), {});
  EXPECT_NEAR(found.computation_time.value.in_seconds(), 1.624 / 6, 0.02);
  EXPECT_LT(found.computation_time.confidence, 0.8);
}

// Lengths of mean L and of two values, 0.5 L and 1.5 L, whose deviation is L / 2:
// stdev = 2 sqrt(L (sqrt(L^2 + (L/2)^2) - L)) = 2 L sqrt(sqrt(1.25) - 1) = 0.687 L.
TEST(InferredLoader, CountsTheSpreadOfLengthsAsDlioDoes) {
  Recording recording = recording_of_loader(LoaderForm());
  for (RecordedProcess& process : recording.processes)
    for (RecordedOperation& read : process.operations) {
      read.length = read.file % 2 == 0 ? 512_KiB : 1536_KiB;
      recording.files[read.file].size = read.length;
    }
  const double length = 1 << 20;
  EXPECT_NEAR(static_cast<double>(inferred_loader(recording, {}).record_length_stdev.value.count()),
              2 * length * std::sqrt(std::sqrt(1.25) - 1), 1);
}

TEST(InferredLoader, NeedsReads) { EXPECT_THROW(inferred_loader(Recording(), {}), InputError); }

}  // namespace
}  // namespace headrace
