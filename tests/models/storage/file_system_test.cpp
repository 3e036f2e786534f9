#include "models/storage/file_system.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/task_group.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class FileSystemTest : public testing::Test {
 protected:
  static FileInfo file() {
    FileInfo file;
    file.id.set = 1;
    file.id.index = 7;
    file.size = 10'000_B;
    return file;
  }
  Task<> use() {
    const FileHandle handle = co_await storage_.open(file());
    HeldFile held(storage_, handle);
    co_await storage_.read(handle, 4000_B, 2000_B, IoMode::direct);
    co_await storage_.close(held.release());
    co_await storage_.stat(file());
  }
  Task<> create() {
    HeldFile held(storage_, co_await storage_.create(file()));
    co_await storage_.write(held.handle(), Bytes(), 3000_B);
    co_await storage_.sync(held.handle());
    co_await storage_.close(held.release());
  }
  // Holds the file a while, so that it can be stopped between operations too.
  Task<> hold(Duration span) {
    HeldFile held(storage_, co_await storage_.open(file()));
    co_await sim_.delay(span);
    co_await storage_.read(held.handle(), Bytes(), 1000_B, IoMode::buffered);
    co_await storage_.close(held.release());
  }
  // Gives up a read that takes too long, and closes the file all the same.
  Task<> impatient(FileHandle& handle) {
    handle = co_await storage_.open(file());
    HeldFile held(storage_, handle);
    {
      TaskGroup reading(sim_);
      reading.spawn("read", read(handle));
      co_await sim_.delay(10_us);
    }
    co_await storage_.close(held.release());
  }
  Task<> read(FileHandle handle) { co_await storage_.read(handle, Bytes(), 1000_B, IoMode::buffered); }

  Time run(Task<> body) {
    TaskGroup group(sim_);
    group.spawn("test", std::move(body));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return sim_.now();
  }

  Simulation sim_;
  RecordingFileSystem storage_ = RecordingFileSystem(sim_, 1_ms, 100_us, 1_GBps, 500_us);
};

TEST_F(FileSystemTest, HandsEachOperationToTheStoreAndWaitsForItsEnd) {
  EXPECT_EQ(run(use()), Time::at(1_ms + 102_us + 500_us + 1_ms));
  EXPECT_EQ(storage_.texts(),
            (std::vector<std::string>{"open 1/7", "read 1/7 [4000, 6000)", "close 1/7", "stat 1/7"}));
  EXPECT_EQ(storage_.records()[1].at, Time::at(1_ms));
  EXPECT_EQ(storage_.records()[1].mode, IoMode::direct);
  EXPECT_EQ(storage_.records()[1].handle, storage_.records()[0].handle);
  EXPECT_EQ(storage_.open_handles(), 0);
  EXPECT_EQ(storage_.forgotten(), 0);
}

TEST_F(FileSystemTest, CreatesWritesAndSyncs) {
  EXPECT_EQ(run(create()), Time::at(1_ms + 103_us + 100_us + 500_us));
  EXPECT_EQ(storage_.texts(),
            (std::vector<std::string>{"create 1/7", "write 1/7 [0, 3000)", "sync 1/7", "close 1/7"}));
  EXPECT_EQ(storage_.most_open_handles(), 1);
}

TEST_F(FileSystemTest, RemovesAFileByItsName) {
  EXPECT_EQ(
      run([](FileSystem& store, FileInfo info) -> Task<> { co_await store.unlink(info); }(storage_, file())),
      Time::at(1_ms));
  EXPECT_EQ(storage_.texts(), std::vector<std::string>{"unlink 1/7"});
  EXPECT_EQ(storage_.open_handles(), 0);
}

// Stopped at each of its events and between them, a process leaves no open file and no operation behind.
TEST_F(FileSystemTest, AStoppedProcessLeavesNothingOpen) {
  std::int64_t abandoned = 0, forgotten = 0;
  for (std::uint64_t events = 0; events < 8; ++events) {
    Simulation sim;
    RecordingFileSystem storage(sim, 1_ms, 100_us, 1_GBps, 500_us);
    {
      TaskGroup group(sim);
      group.spawn("hold", [](RecordingFileSystem& store, Simulation& clock, FileInfo info) -> Task<> {
        HeldFile held(store, co_await store.open(info));
        co_await clock.delay(1_ms);
        co_await store.read(held.handle(), Bytes(), 1000_B, IoMode::buffered);
        co_await store.close(held.release());
      }(storage, sim, file()));
      RunLimits limits;
      limits.events = events;
      sim.run(limits);
    }
    EXPECT_EQ(storage.open_handles(), 0) << events;
    EXPECT_EQ(storage.under_way(), 0) << events;
    abandoned += storage.abandoned();
    forgotten += storage.forgotten();
  }
  EXPECT_EQ(abandoned, 3);  // Opening, reading, closing.
  EXPECT_EQ(forgotten, 4);  // Told of the open or not, resting, reading (its holder), having read.
}

TEST_F(FileSystemTest, AReadGivenUpLeavesTheFileToItsHolder) {
  FileHandle handle = 0;
  EXPECT_EQ(run(impatient(handle)), Time::at(1_ms + 10_us + 500_us));
  EXPECT_EQ(storage_.abandoned(), 1);
  EXPECT_EQ(storage_.forgotten(), 0);
  EXPECT_EQ(storage_.open_handles(), 0);
}

TEST_F(FileSystemTest, AHeldFileThatNobodyClosesIsForgotten) {
  {
    TaskGroup group(sim_);
    group.spawn("hold", hold(1_s));
    RunLimits limits;
    limits.until = Time::at(10_ms);
    sim_.run(limits);
    EXPECT_EQ(storage_.open_handles(), 1);
  }
  EXPECT_EQ(storage_.open_handles(), 0);
  EXPECT_EQ(storage_.forgotten(), 1);
  EXPECT_EQ(storage_.count(IoOperation::close), 0);
}

TEST_F(FileSystemTest, AStalledRunSaysWhichOperationIsMissing) {
  class Deaf final : public FileSystem {
   public:
    using FileSystem::FileSystem;
    void forget(FileHandle) override {}

   protected:
    void start(IoRequest&) override {}
    void abandon(IoRequest&) override {}
  };
  Deaf deaf(sim_);
  TaskGroup group(sim_);
  group.spawn("rank/3",
              [](FileSystem& store, FileInfo info) -> Task<> { co_await store.open(info); }(deaf, file()));
  const RunOutcome outcome = sim_.run();
  EXPECT_EQ(outcome.end, RunEnd::stalled);
  EXPECT_EQ(outcome.still_waiting, std::vector<std::string>{"rank/3: open"});
}

}  // namespace
}  // namespace headrace
