#include "models/jobs/probe/probe_spec.h"

#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

ProbeSpec probe_of(ProbeOperation operation) {
  ProbeSpec spec;
  spec.operation = operation;
  return spec;
}

TEST(ProbeSpec, MovesSomething) {
  for (const ProbeOperation operation : {ProbeOperation::read, ProbeOperation::write, ProbeOperation::send}) {
    ProbeSpec spec = probe_of(operation);
    EXPECT_EQ(found_by(spec), "");
    spec.file_size = Bytes();
    EXPECT_EQ(found_by(spec), "E0370 file_size");
  }
  ProbeSpec stats = probe_of(ProbeOperation::stat);
  stats.file_size = Bytes();
  EXPECT_EQ(found_by(stats), "");
}

TEST(ProbeSpec, SharesOnlyWhatIsReadOrWrittenInParts) {
  ProbeSpec spec = probe_of(ProbeOperation::write);
  spec.shared_file = true;
  EXPECT_EQ(found_by(spec), "");
  spec.operation = ProbeOperation::create;
  EXPECT_EQ(found_by(spec), "E0370 shared_file");
}

TEST(ProbeSpec, LocksOnlyASharedFileThatIsWritten) {
  ProbeSpec spec = probe_of(ProbeOperation::write);
  spec.shared_file = true;
  for (const SharedFileLocks locks : {SharedFileLocks::lock_ahead, SharedFileLocks::group}) {
    spec.shared_file_locks = locks;
    EXPECT_EQ(found_by(spec), "");
    ProbeSpec own = spec;
    own.shared_file = false;
    EXPECT_EQ(found_by(own), "E0370 shared_file_locks");
    ProbeSpec reads = spec;
    reads.operation = ProbeOperation::read;
    EXPECT_EQ(found_by(reads), "E0370 shared_file_locks");
    ProbeSpec odd = spec;
    odd.transfer_size = 47'008_B;
    EXPECT_EQ(found_by(odd), locks == SharedFileLocks::group ? "" : "E0370 shared_file_locks");
  }
}

TEST(ProbeSpec, ChoosesAmongFilesThatItsTableHolds) {
  ProbeSpec spec = probe_of(ProbeOperation::open_read_close);
  spec.popularity = 1;
  spec.files_per_process = 10'000'000;
  EXPECT_EQ(found_by(spec), "");
  ++spec.files_per_process;
  EXPECT_EQ(found_by(spec), "E0370 popularity");
  for (const ProbeOperation operation :
       {ProbeOperation::read, ProbeOperation::create, ProbeOperation::unlink, ProbeOperation::send}) {
    spec = probe_of(operation);
    spec.popularity = 1;
    EXPECT_EQ(found_by(spec), "E0370 popularity");
  }
}

TEST(ProbeSpec, ForeseesEventsOfItsTransfers) {
  JobSpec job;
  ProbeSpec& spec = job.work.give(probe_of(ProbeOperation::read));
  spec.files_per_process = 5;
  spec.file_size = 8_MiB;
  spec.transfer_size = 2_MiB;
  JobFacts::Ground ground;
  ground.ranks = 3;
  EXPECT_EQ(job.facts().events(job, ground), 12 * 5 * 4 * 3);
  spec.file_size = 1_MiB;
  EXPECT_EQ(job.facts().events(job, ground), 12 * 5 * 3) << "a file is an operation at least";
}

}  // namespace
}  // namespace headrace
