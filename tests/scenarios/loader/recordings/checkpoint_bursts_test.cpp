#include "scenarios/loader/recordings/checkpoint_bursts.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

// Two processes write a file of 3 MiB each at each of the times, in a recording of 100 s.
Recording written_at(const std::vector<Duration>& times) {
  Recording recording;
  recording.files.push_back({"/data/a.npz", 1_MiB});
  for (int rank = 0; rank < 2; ++rank) {
    RecordedProcess& process = recording.processes.emplace_back();
    for (const Duration at : times) {
      RecordedOperation write;
      write.operation = IoOperation::write;
      write.begin = at;
      write.end = at + 100_ms;
      write.length = 3_MiB;
      write.file = static_cast<std::uint32_t>(recording.files.size());
      recording.files.push_back({"/out/" + std::to_string(write.file), 3_MiB, 0, true});
      process.operations.push_back(write);
    }
  }
  RecordedOperation last;
  last.begin = 99_s;
  last.end = 100_s;
  last.length = 1_MiB;
  recording.processes.front().operations.push_back(last);
  return recording;
}

TEST(CheckpointBursts, AreOfFilesThatAreMadeTogether) {
  const CheckpointBursts found = checkpoint_bursts(written_at({10_s, 12_s, 50_s, 90_s}));
  EXPECT_EQ(found.begins, (std::vector<Duration>{10_s, 50_s, 90_s}));
  EXPECT_EQ(found.bytes, Bytes::count(8 * (3_MiB).count() / 3));
  EXPECT_EQ(found.writers, 2);
}

TEST(CheckpointBursts, AreNoneOfFilesThatWereThere) {
  Recording recording = written_at({10_s});
  for (RecordedFile& file : recording.files) file.created = false;
  EXPECT_TRUE(checkpoint_bursts(recording).begins.empty());
}

TEST(CheckpointBursts, AreNoLogs) {
  Recording recording = written_at({10_s});
  for (RecordedFile& file : recording.files) file.size = 10_KiB;
  EXPECT_TRUE(checkpoint_bursts(recording).begins.empty());
}

}  // namespace
}  // namespace headrace
