// FramePool: recycles coroutine frames by size.
//
// A simulated request makes several short-lived coroutines, always of the same
// few sizes. A free list for each 64-byte size class turns each into a pointer
// pop. Blocks come one by one from the allocator, so a frame may be given back
// on another thread than the one that took it. Under the address sanitizer the
// pool is left out, because it would hide a use after free.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define HEADRACE_POOL_FRAMES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEADRACE_POOL_FRAMES 0
#endif
#endif
#ifndef HEADRACE_POOL_FRAMES
#define HEADRACE_POOL_FRAMES 1
#endif

namespace headrace {

class FramePool {
 public:
  static void* take(std::size_t size) {
    if constexpr (!HEADRACE_POOL_FRAMES) return ::operator new(size);
    const std::size_t k = size_class(size);
    if (k >= kClasses) return ::operator new(size);
    Block*& head = lists_[k];
    if (head == nullptr) return fresh(k);
    return std::exchange(head, head->next);
  }

  static void give(void* frame, std::size_t size) noexcept {
    if constexpr (!HEADRACE_POOL_FRAMES) return ::operator delete(frame);
    const std::size_t k = size_class(size);
    if (k >= kClasses) return ::operator delete(frame);
    Block*& head = lists_[k];
    head = new (frame) Block{head};
  }

 private:
  struct Block {
    Block* next;
  };
  static constexpr std::size_t kStep = 64;
  static constexpr std::size_t kClasses = 33;  // Frames above 2 KiB go to the allocator.

  // Empties the lists when their thread ends.
  struct Janitor {
    ~Janitor() {
      for (Block*& head : lists_)
        while (head != nullptr) ::operator delete(std::exchange(head, head->next));
    }
  };

  static std::size_t size_class(std::size_t size) { return (size + kStep - 1) / kStep; }
  static void* fresh(std::size_t k) {
    static thread_local Janitor janitor;
    static_cast<void>(janitor);
    return ::operator new(k * kStep);
  }

  // Without a constructor or destructor of its own, so that reaching it costs no guard.
  static constinit inline thread_local std::array<Block*, kClasses> lists_{};
};

}  // namespace headrace
