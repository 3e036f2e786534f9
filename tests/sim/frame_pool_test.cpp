#include "sim/frame_pool.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

namespace headrace {
namespace {

// Every byte of a frame is its owner's alone while it has it: of all sizes about the borders of the classes,
// 64 bytes apart, and about 2 KiB, above which the allocator serves.
TEST(FramePool, GivesEveryFrameBytesOfItsOwn) {
  struct Frame {
    std::byte* bytes;
    std::size_t size;
    std::byte mark;
  };
  for (int round = 0; round < 2; ++round) {
    std::vector<Frame> frames;
    for (std::size_t border = 64; border <= 2240; border += 64) {
      for (const std::size_t size : {border - 1, border, border + 1}) {
        for (int twice = 0; twice < 2; ++twice) {
          const auto mark = static_cast<std::byte>(frames.size() % 251);
          frames.push_back({static_cast<std::byte*>(FramePool::take(size)), size, mark});
          std::memset(frames.back().bytes, static_cast<int>(mark), size);
        }
      }
    }
    for (const Frame& frame : frames) {
      for (std::size_t i = 0; i < frame.size; ++i) ASSERT_EQ(frame.bytes[i], frame.mark) << frame.size;
    }
    for (const Frame& frame : frames) FramePool::give(frame.bytes, frame.size);
  }
}

#if HEADRACE_POOL_FRAMES
// The last one given back is the next one taken, by all sizes of its class and by no others.
TEST(FramePool, TakesAgainWhatWasGivenBack) {
  for (std::size_t least = 1; least < 2048; least += 64) {
    void* const first = FramePool::take(least);
    FramePool::give(first, least);
    void* const other = FramePool::take(least + 64);
    EXPECT_NE(other, first);
    void* const again = FramePool::take(least + 63);
    EXPECT_EQ(again, first) << least;
    FramePool::give(again, least);
    FramePool::give(other, least + 64);
  }
}
#endif

}  // namespace
}  // namespace headrace
