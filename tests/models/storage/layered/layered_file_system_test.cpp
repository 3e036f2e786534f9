#include "models/storage/layered/layered_file_system.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "tests/models/support/recording_file_system.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// An operation takes 1 ms, and two reads below.
class Layer final : public LayeredFileSystem {
 public:
  Layer(Simulation& sim, FileSystem& below) : LayeredFileSystem(sim, "layer"), below_(below) {}
  ~Layer() override { stop(); }

  std::set<FileHandle> open, made_room;
  int let_go_of = 0;

 private:
  Task<> perform(FileHandle handle) override {
    const FileInfo info = info_of(handle);
    const IoRequest& request = request_of(handle);
    open.insert(handle);
    const Bytes end = request.operation == IoOperation::read ? end_of_read(handle) : Bytes();
    co_await sim_.delay(1_ms);
    if (request.operation != IoOperation::read) co_return;
    const FileHandle opened = co_await below_.open(info);
    HeldFile held(below_, opened);
    co_await below_.read(opened, request.offset, end - request.offset, request.mode);
    co_await below_.close(held.release());
  }
  void let_go(FileHandle handle) override {
    EXPECT_TRUE(made_room.contains(handle));
    open.erase(handle);
    ++let_go_of;
  }
  void hold(FileHandle handle) override { made_room.insert(handle); }

  FileSystem& below_;
};

class LayeredFileSystemTest : public testing::Test {
 protected:
  Simulation sim_;
  RecordingFileSystem below_ = RecordingFileSystem(sim_, 1_ms, 100_us, 1_GBps, 500_us);
  Layer layer_ = Layer(sim_, below_);
};

// A run may be cut after any event: also between the call of an operation and its first step.
TEST_F(LayeredFileSystemTest, WhatNeverBeganIsGivenUp) {
  {
    TaskGroup group(sim_);
    group.spawn("reads", read_at(layer_, test_file(1, 1_MiB), 0_B, 1_MiB, IoMode::direct));
    RunLimits limits;
    limits.events = 1;
    EXPECT_EQ(sim_.run(limits).end, RunEnd::event_limit);
  }
  EXPECT_EQ(layer_.let_go_of, 1);
}

// 3 operations of the layer, and below an open, a read of the rest of the file and a close.
TEST_F(LayeredFileSystemTest, PerformsOperationsAsTasks) {
  TaskGroup group(sim_);
  group.spawn("reads", read_at(layer_, test_file(1, 3'000'000_B), 1'000'000_B, 9'000'000_B, IoMode::direct));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(sim_.now().since_start(), 3_ms + 1_ms + 2'100_us + 500_us);
  EXPECT_TRUE(layer_.open.empty());
  EXPECT_EQ(below_.open_handles(), 0);
}

TEST_F(LayeredFileSystemTest, GivesUpWhatItAwaits) {
  for (Duration at; at < 8_ms; at += 130_us) {
    TaskGroup group(sim_);
    group.spawn("stays", read_whole(layer_, test_file(1, 2'000'000_B), IoMode::buffered));
    {
      TaskGroup leaves(sim_);
      leaves.spawn("leaves", read_whole(layer_, test_file(2, 3'000'000_B), IoMode::buffered));
      leaves.spawn("leaves", stat_file(layer_, test_file(3, 0_B)));
      RunLimits limits;
      limits.until = sim_.now() + at;
      sim_.run(limits);
    }
    ASSERT_LE(below_.under_way(), 1);
    ASSERT_LE(layer_.open.size(), 1u);
    ASSERT_EQ(sim_.run().end, RunEnd::finished);
    ASSERT_EQ(below_.open_handles(), 0);
    ASSERT_TRUE(layer_.open.empty());
  }
}

}  // namespace
}  // namespace headrace
