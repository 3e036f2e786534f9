#include "models/jobs/checkpoint/checkpoint_rules.h"

#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job of 2 x 2 ranks that writes 100 MiB a rank to drives of 1 GiB.
class CheckpointRules : public testing::Test {
 protected:
  CheckpointRules() {
    job.nodes.group = "clients";
    job.local_storage = "nvme";
    save().enabled = true;
    save().ranks = CheckpointRanks::all_ranks;
    save().model_size = 100_MiB;
    node.count = node.accelerators = 2;
    drives.on_nodes = 1_GiB;
  }

  CheckpointSpec& save() {
    if (job.workload() == nullptr) job.work.give(WorkloadSpec());
    return job.workload()->checkpoint;
  }
  void write(std::string_view strategy) { job.checkpointing.strategy = Chosen<CheckpointStrategy>(strategy); }
  // Returns the codes and fields of what is wrong, of a text that says all but these fields.
  std::string found(std::vector<std::string> left_out = {}, bool refused = false) {
    RecordingCheck check({{"nvme", drives}, {"scratch", StoreFacts()}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    check.refused = refused;
    check_checkpoints(job, check);
    sentence = check.findings.empty() ? "" : check.findings[0].sentence;
    return check.codes;
  }

  JobSpec job;
  NodeSpec node;
  StoreFacts drives;
  std::string sentence;  // Of the first finding.
};

TEST_F(CheckpointRules, LetACheckpointPass) {
  for (const char* strategy : {"sharded", "rank0", "async", "two_level"}) {
    write(strategy);
    EXPECT_EQ(found(), "") << strategy;
  }
}

TEST_F(CheckpointRules, AreNotForWhatWasRefused) {
  write("direct");
  EXPECT_EQ(found(), "E0336 checkpointing.strategy");
  EXPECT_EQ(found({}, true), "");
}

TEST_F(CheckpointRules, WantWholeReplicas) {
  save().transformer.layers = 4;
  ParallelismSpec& spread = save().parallelism;
  spread.tensor = 4;
  EXPECT_EQ(found(), "");
  spread.tensor = 3;
  EXPECT_EQ(found(), "E0330 workload.checkpoint.parallelism.tensor");
  EXPECT_EQ(sentence, "the job has 4 ranks; its model is spread over tensor 3 x pipeline 1 = 3");
  spread.tensor = 2;
  spread.data = 2;
  EXPECT_EQ(found(), "");
  spread.data = 4;
  EXPECT_EQ(found(), "E0330 workload.checkpoint.parallelism.tensor");
  EXPECT_EQ(sentence, "the job has 4 ranks; its model is spread over tensor 2 x pipeline 1 x data 4 = 8");
  save().transformer.layers = -1;
  EXPECT_EQ(found(), "");
  save().optimizer_elements = {1};
  EXPECT_EQ(found(), "E0330 workload.checkpoint.parallelism.tensor");
  save().enabled = false;
  EXPECT_EQ(found(), "");
}

// Four ranks = tensor x pipeline x data; where data is free, they are a multiple of tensor x pipeline.
TEST_F(CheckpointRules, CountTheRanksOfEveryDimension) {
  save().transformer.layers = 4;
  ParallelismSpec& spread = save().parallelism;
  for (spread.tensor = 1; spread.tensor <= 5; ++spread.tensor) {
    for (spread.pipeline = 1; spread.pipeline <= 5; ++spread.pipeline) {
      for (const std::int64_t data : {-1, 1, 2, 3, 4}) {
        spread.data = data;
        const std::int64_t replica = spread.tensor * spread.pipeline;
        const bool fits = data < 0 ? 4 % replica == 0 : replica * data == 4;
        EXPECT_EQ(found(), fits ? "" : "E0330 workload.checkpoint.parallelism.tensor")
            << spread.tensor << " x " << spread.pipeline << " x " << data;
      }
    }
  }
}

// Two ranks of a node and two copies: 4 x 256 MiB are the drives.
TEST_F(CheckpointRules, WantRoomOnTheDrives) {
  write("two_level");
  save().model_size = 256_MiB;
  EXPECT_EQ(found(), "");
  save().model_size = 257_MiB;
  EXPECT_EQ(found(), "E0333 checkpointing.local_copies");
  EXPECT_EQ(sentence, "the drives of a node hold 1 GiB, too little for 2 checkpoints of 514 MiB");
  EXPECT_EQ(found({"checkpointing.local_copies"}), "E0333 checkpointing.strategy");
  drives.on_nodes.reset();
  EXPECT_EQ(found(), "");
  job.local_storage.clear();
  EXPECT_EQ(found(), "E0331 checkpointing.strategy");
  save().enabled = false;
  EXPECT_EQ(found(), "E0331 checkpointing.strategy");
  write("sharded");
  EXPECT_EQ(found(), "");
}

TEST_F(CheckpointRules, WantAHostBufferThatHoldsACheckpoint) {
  const auto buffered = [&](double bytes) {
    job.checkpointing.strategy = chosen<CheckpointStrategy>("async", {{"host_buffer", bytes}});
    return found();
  };
  const auto size = static_cast<double>((100_MiB).count());
  EXPECT_EQ(buffered(0), "");
  EXPECT_EQ(buffered(size), "");
  EXPECT_EQ(buffered(size - 1), "E0334 checkpointing.host_buffer");
  EXPECT_EQ(sentence, "a host buffer of 100 MiB never holds the checkpoint of a rank, 100 MiB");
}

// Two ranks of a node: twice 64 MiB are its memory, whether the buffer is as large because the text says so
// or because the checkpoint is.
TEST_F(CheckpointRules, WantMemoryForTheHostBuffers) {
  const auto buffered = [&](Bytes size) {
    job.checkpointing.strategy =
        chosen<CheckpointStrategy>("async", {{"host_buffer", static_cast<double>(size.count())}});
    return found();
  };
  node.memory = 128_MiB;
  save().model_size = 10_MiB;
  EXPECT_EQ(buffered(64_MiB), "");
  EXPECT_EQ(buffered(64_MiB + 1_B), "E0339 checkpointing.host_buffer");
  EXPECT_EQ(sentence, "2 host buffers of 64.0 MiB cannot be held: a node of 'clients' has 128 MiB of memory");
  EXPECT_EQ(buffered(0_B), "");
  save().model_size = 65_MiB;
  EXPECT_EQ(buffered(0_B), "E0339 checkpointing.host_buffer");
  write("sharded");
  EXPECT_EQ(found(), "");
}

// Of five checkpoints that are written each fifth comes to the storage, and of each sixth none. A job that
// begins again may write more.
TEST_F(CheckpointRules, DoubtDrainsThatNeverCome) {
  const auto drained = [&](double every) {
    job.checkpointing.strategy = chosen<CheckpointStrategy>("two_level", {{"drain_every", every}});
    return found();
  };
  job.workload()->training.epochs = 5;
  job.workload()->dataset.files = 100;
  EXPECT_EQ(drained(5), "");
  EXPECT_EQ(drained(6), "W0021 checkpointing.drain_every");
  EXPECT_EQ(sentence, "no checkpoint comes to the job's storage: of 6 one does, and the job writes 5");
  job.restart.emplace();
  EXPECT_EQ(drained(6), "");
  job.restart.reset();
  save().interval = 1_s;
  EXPECT_EQ(drained(6), "");
}

TEST_F(CheckpointRules, WantLinksForWhatComesStraight) {
  write("direct");
  EXPECT_EQ(found(), "E0336 checkpointing.strategy");
  node.pcie.emplace();
  EXPECT_EQ(found(), "");
}

// 4 ranks of 2^59 B are 2 EiB.
TEST_F(CheckpointRules, WantBytesThatCanBeCounted) {
  save().model_size = Bytes::count((std::int64_t{1} << 59) - 64);
  EXPECT_EQ(found(), "");
  save().model_size = Bytes::count(std::int64_t{1} << 59);
  EXPECT_EQ(found(), "E0335 workload.checkpoint.transformer");
  save().model_size = 1_MiB;
  save().transformer.layers = 1'000'000;
  save().transformer.hidden_size = 10'000'000;
  EXPECT_EQ(found(), "E0335 workload.checkpoint.transformer");
}

// The size of a rank's checkpoint is that of a model that is spread over the ranks there are.
TEST_F(CheckpointRules, MeasureNoModelThatTheRanksDoNotHold) {
  job.checkpointing.strategy = chosen<CheckpointStrategy>("async", {{"host_buffer", 1}});
  save().transformer.layers = 4;
  save().parallelism.tensor = 2;
  EXPECT_EQ(found(), "E0334 checkpointing.host_buffer");
  save().parallelism.tensor = 3;
  EXPECT_EQ(found(), "E0330 workload.checkpoint.parallelism.tensor");
}

// Also where rank 0 is the only one that writes.
TEST_F(CheckpointRules, WantAHostBufferForTheFirstRank) {
  const auto size = static_cast<double>((100_MiB).count());
  save().ranks = CheckpointRanks::rank_zero;
  job.checkpointing.strategy = chosen<CheckpointStrategy>("async", {{"host_buffer", size}});
  EXPECT_EQ(found(), "");
  job.checkpointing.strategy = chosen<CheckpointStrategy>("async", {{"host_buffer", size - 1}});
  EXPECT_EQ(found(), "E0334 checkpointing.host_buffer");
}

}  // namespace
}  // namespace headrace
